// Reads Matrix Market files (Boisvert, Pozo, Remington: The Matrix Market exchange formats, NISTIR 5935).
#include <algorithm>
#include <array>
#include <optional>

#include "data/check_value.h"
#include "data/read.h"
#include "data/storage.h"
#include "data/text_scanner.h"
#include "support/words.h"

namespace scorchc::data {
namespace {

enum class MatrixLayout { coordinate, array };
enum class Field { real, integer, pattern, complex };
enum class Symmetry { general, symmetric, skew, hermitian };

struct Header {
  MatrixLayout layout = MatrixLayout::coordinate;
  Field field = Field::real;
  Symmetry symmetry = Symmetry::general;
  std::optional<ValueType> values;  // the tensor's value type, if known
};

/// Reads the next word of the banner and returns the enumerator at its index in `words`.
template <class Enum, std::size_t n>
Enum banner_word(TextScanner& scanner, const char* what, const std::array<const char*, n>& words) {
  const std::string word = in_lower_case(std::string(scanner.word()));
  std::string list;
  for (std::size_t i = 0; i < n; ++i) {
    if (word == words.at(i)) return static_cast<Enum>(i);
    list += std::string(i == 0 ? "" : i + 1 < n ? ", " : " or ") + quoted(words.at(i));
  }
  scanner.fail_token(Code::data_header, std::string("expected ") + what + " (" + list + "), found " +
                                            (word.empty() ? std::string("the end of the line") : quoted(word)));
}

Header read_banner(TextScanner& scanner) {
  if (scanner.size() == 0) scanner.fail_here(Code::data_header, "the file is empty");
  if (in_lower_case(std::string(scanner.word())) != "%%matrixmarket") {
    scanner.fail_token(Code::data_header, "a Matrix Market file starts with `%%MatrixMarket matrix`");
  }
  enum class Object { matrix };
  banner_word<Object>(scanner, "an object", std::array{"matrix"});
  Header header;
  header.layout = banner_word<MatrixLayout>(scanner, "a layout", std::array{"coordinate", "array"});
  header.field = banner_word<Field>(scanner, "a field", std::array{"real", "integer", "pattern", "complex"});
  if (header.field == Field::complex) {
    scanner.fail_token(Code::needs_complex_data, "complex matrices are not supported yet");
  }
  if (header.field == Field::pattern && header.layout == MatrixLayout::array) {
    scanner.fail_token(Code::data_header, "an `array` file has values, so its field cannot be `pattern`");
  }
  header.symmetry =
      banner_word<Symmetry>(scanner, "a symmetry", std::array{"general", "symmetric", "skew-symmetric", "hermitian"});
  const bool signed_pattern =
      header.field == Field::pattern && header.symmetry != Symmetry::general && header.symmetry != Symmetry::symmetric;
  if (signed_pattern)
    scanner.fail_token(Code::data_header, "the symmetry of a `pattern` matrix must be `general` or `symmetric`");
  // A real matrix that equals its conjugate transpose is symmetric.
  if (header.symmetry == Symmetry::hermitian) header.symmetry = Symmetry::symmetric;
  scanner.finish_line("the symmetry");
  return header;
}

std::int64_t read_size(TextScanner& scanner, const char* what) {
  const std::int64_t size = scanner.integer(what);
  if (size < 0) scanner.fail_token(Code::data_header, std::string(what) + " is negative");
  return size;
}

template <class T>
T read_value(TextScanner& scanner, const Header& header) {
  T value = 0;
  if constexpr (std::is_same_v<T, double>) {
    value = scanner.real("a real value");
  } else {
    value = scanner.integer("an integer value");
  }
  check_value(scanner, value, header.values);
  return value;
}

template <class T>
T negated(const TextScanner& scanner, T value) {
  if constexpr (std::is_same_v<T, std::int64_t>) {
    T result = 0;
    if (!__builtin_sub_overflow(T{0}, value, &result)) return result;
    scanner.fail_token(Code::data_number, "the negative of this value, in the other triangle, is out of range");
  } else {
    return -value;
  }
}

[[noreturn]] void fail_missing(const TextScanner& scanner, std::int64_t found, std::int64_t declared,
                               const char* what) {
  scanner.fail_here(Code::data_count, "the file ends after " + std::to_string(found) + " of the " +
                                          std::to_string(declared) + " " + what + " that it declares");
}

[[noreturn]] void fail_surplus(TextScanner& scanner, std::int64_t declared, const char* what) {
  scanner.word();
  scanner.fail_token(Code::data_count,
                     "the file continues after the " + std::to_string(declared) + " " + what + " that it declares");
}

template <class T>
Tensor read_entries(TextScanner& scanner, const Header& header, std::int64_t rows, std::int64_t columns) {
  const std::int64_t declared = read_size(scanner, "the number of entries");
  scanner.finish_line("the number of entries");
  const bool pattern = header.field == Field::pattern;
  const bool mirrored = header.symmetry != Symmetry::general;
  const std::string_view line_has = pattern ? "a row and a column" : "a row, a column and a value";

  CoordinateList list;
  list.dimensions = {rows, columns};
  std::vector<T> values;
  // An entry takes at least four bytes, whatever the header declares.
  const auto possible =
      static_cast<std::size_t>(std::min<std::uint64_t>(static_cast<std::uint64_t>(declared), scanner.size() / 4)) *
      (mirrored ? 2 : 1);
  list.coordinates.reserve(2 * possible);
  values.reserve(possible);
  for (std::int64_t entry = 0; entry < declared; ++entry) {
    if (!scanner.next_line('%')) fail_missing(scanner, entry, declared, "entries");
    const std::int64_t row = scanner.coordinate(rows, "a row");
    const std::int64_t column = scanner.coordinate(columns, "a column");
    const T value = pattern ? T{1} : read_value<T>(scanner, header);
    list.coordinates.insert(list.coordinates.end(), {row, column});
    values.push_back(value);
    // A file stores one triangle. Entries on the diagonal of a skew-symmetric matrix should be absent; if present, they
    // are read unchanged.
    if (mirrored && row != column) {
      list.coordinates.insert(list.coordinates.end(), {column, row});
      values.push_back(header.symmetry == Symmetry::skew ? negated(scanner, value) : value);
    }
    // Some pattern files of the SuiteSparse collection keep their values (Ragusa16); the values are read and ignored.
    if (pattern && !scanner.at_line_end()) scanner.real("a value (ignored in a pattern)");
    scanner.finish_line(line_has);
  }
  if (scanner.next_line('%')) fail_surplus(scanner, declared, "entries");
  list.values = std::move(values);
  return list;
}

/// Returns how many numbers an array file holds, or nothing beyond 64 bits: all cells in column order, or the lower
/// triangle of a symmetric matrix, without the diagonal of a skew-symmetric one.
std::optional<std::int64_t> array_numbers(const Header& header, std::int64_t rows, std::int64_t columns) {
  if (header.symmetry == Symmetry::general) return product({rows, columns});
  if (rows >= std::int64_t{1} << 31) return std::nullopt;
  return header.symmetry == Symmetry::skew ? (rows - 1) * rows / 2 : (rows + 1) * rows / 2;
}

template <class T>
Tensor read_array(TextScanner& scanner, const Header& header, std::int64_t rows, std::int64_t columns) {
  scanner.finish_line("the number of columns");
  const std::optional<std::int64_t> declared = array_numbers(header, rows, columns);
  if (!declared) {
    scanner.fail_token(Code::storage_too_large, "an array of " + std::to_string(rows) + " x " +
                                                    std::to_string(columns) + " values is too large");
  }
  std::vector<T> read;
  read.reserve(
      static_cast<std::size_t>(std::min<std::uint64_t>(static_cast<std::uint64_t>(*declared), scanner.size() / 2)));
  // Mirroring negates the values of a skew-symmetric matrix. Negation is checked here, where the line of an extreme
  // value is known.
  const bool skew = header.symmetry == Symmetry::skew;
  for (std::int64_t i = 0; i < *declared; ++i) {
    if (!scanner.next_line('%')) fail_missing(scanner, i, *declared, "values");
    read.push_back(read_value<T>(scanner, header));
    if (skew) negated(scanner, read.back());
    scanner.finish_line("one value per line");
  }
  if (scanner.next_line('%')) fail_surplus(scanner, *declared, "values");

  DenseArray array{{rows, columns}, std::vector<T>()};
  if (rows == 0 || columns == 0) return array;
  const auto m = static_cast<std::size_t>(rows);
  const auto n = static_cast<std::size_t>(columns);
  std::vector<T> cells(m * n);  // at most about twice as many as were read
  std::size_t next = 0;
  for (std::size_t column = 0; column < n; ++column) {
    const std::size_t first = header.symmetry == Symmetry::general ? 0 : skew ? column + 1 : column;
    for (std::size_t row = first; row < m; ++row) {
      const T value = read[next++];
      cells[row * n + column] = value;
      if (header.symmetry != Symmetry::general) cells[column * n + row] = skew ? static_cast<T>(-value) : value;
    }
  }
  array.values = std::move(cells);
  return array;
}

template <class T>
Tensor read_body(TextScanner& scanner, const Header& header) {
  if (!scanner.next_line('%')) scanner.fail_here(Code::data_header, "the file ends before its size line");
  const std::int64_t rows = read_size(scanner, "the number of rows");
  const std::int64_t columns = read_size(scanner, "the number of columns");
  if (header.symmetry != Symmetry::general && rows != columns) {
    scanner.fail_token(Code::data_header, "a symmetric matrix is square, and this one is " + std::to_string(rows) +
                                              " x " + std::to_string(columns));
  }
  return header.layout == MatrixLayout::coordinate ? read_entries<T>(scanner, header, rows, columns)
                                                   : read_array<T>(scanner, header, rows, columns);
}

}  // namespace

Tensor read_matrix_market(const std::string& path, std::string_view text) {
  return read_matrix_market(path, text, std::nullopt);
}

Tensor read_matrix_market(const std::string& path, std::string_view text, std::optional<ValueType> values) {
  TextScanner scanner(path, text);
  Header header = read_banner(scanner);
  header.values = values;
  return header.field == Field::real ? read_body<double>(scanner, header) : read_body<std::int64_t>(scanner, header);
}

}  // namespace scorchc::data
