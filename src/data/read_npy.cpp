// Reads NumPy's .npy files, versions 1 to 3 (NEP 1).
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "data/read.h"
#include "data/storage.h"

namespace scorchc::data {
namespace {

/// The text of the file's header, which follows a few bytes with its length. Errors point into it.
struct HeaderText {
  const std::string& path;
  std::string_view text;

  [[noreturn]] void fail(Code code, Span span, const std::string& message, const std::string& help = {}) const {
    constexpr std::size_t longest = 1 << 16;  // a header may declare gigabytes
    scorchc::fail(code, {make_source(path, std::string(text.substr(0, longest))), span}, message, help);
  }
};

struct NpyHeader {
  std::string type;  // "<f8"
  bool column_major = false;
  std::vector<std::int64_t> shape;
  Span type_span, shape_span;
};

/// Parses the header: a Python dictionary literal with three keys of known types, and no other Python.
class HeaderParser {
 public:
  explicit HeaderParser(const HeaderText& header) : header_(header), rest_(header.text) {}

  NpyHeader parse() {
    NpyHeader header;
    int keys = 0;
    expect('{');
    while (!accept('}')) {
      const std::string key = string();
      expect(':');
      if (key == "descr" && (keys & 1) == 0) {
        keys |= 1;
        header.type = type(header.type_span);
      } else if (key == "fortran_order" && (keys & 2) == 0) {
        keys |= 2;
        header.column_major = boolean();
      } else if (key == "shape" && (keys & 4) == 0) {
        keys |= 4;
        header.shape = shape(header.shape_span);
      } else {
        broken();
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_blanks();
    if (!rest_.empty() || keys != 7) broken();
    return header;
  }

 private:
  [[noreturn]] void broken() {
    header_.fail(Code::data_header, {at(), at() + 1}, "cannot parse the header of the .npy file here",
                 "expected a dictionary of `descr`, `fortran_order` and `shape`");
  }
  std::uint32_t at() const { return static_cast<std::uint32_t>(header_.text.size() - rest_.size()); }
  void skip_blanks() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n')) rest_.remove_prefix(1);
  }
  bool accept(char c) {
    skip_blanks();
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!accept(c)) broken();
  }
  std::string string() {
    skip_blanks();
    const char quote = accept('\'') ? '\'' : accept('"') ? '"' : '\0';
    const std::size_t length = rest_.find(quote);
    if (quote == '\0' || length == std::string_view::npos) broken();
    const std::string text(rest_.substr(0, length));
    rest_.remove_prefix(length + 1);
    return text;
  }
  std::string type(Span& span) {
    skip_blanks();
    span.begin = at();
    if (rest_.starts_with('[')) {
      header_.fail(Code::needs_data_type, {at(), at() + 1}, "arrays of records are not supported",
                   "save one plain array per file");
    }
    std::string text = string();
    span.end = at();
    return text;
  }
  bool boolean() {
    skip_blanks();
    for (const std::string_view word : {std::string_view("True"), std::string_view("False")}) {
      if (!rest_.starts_with(word)) continue;
      rest_.remove_prefix(word.size());
      return word == "True";
    }
    broken();
  }
  std::vector<std::int64_t> shape(Span& span) {
    std::vector<std::int64_t> extents;
    skip_blanks();
    span.begin = at();
    expect('(');
    while (!accept(')')) {
      std::int64_t extent = 0;
      skip_blanks();
      const auto [stop, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), extent);
      if (error != std::errc{} || extent < 0) broken();
      rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
      accept('L');  // Python 2's suffix of long integers
      extents.push_back(extent);
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    span.end = at();
    if (extents.size() > max_order)
      header_.fail(Code::too_large, span, "a tensor has at most " + std::to_string(max_order) + " modes");
    return extents;
  }

  const HeaderText& header_;
  std::string_view rest_;
};

/// Splits the file into its header's text and its data.
HeaderText take_header(const std::string& path, std::string_view& bytes) {
  constexpr std::string_view magic = "\x93NUMPY";
  const auto no_header = [&](const std::string& problem) { HeaderText{path, ""}.fail(Code::data_header, {}, problem); };
  if (bytes.empty()) no_header("the file is empty");
  if (!bytes.starts_with(magic) || bytes.size() < 12) {
    no_header("the file does not start with the magic bytes of a .npy file");
  }
  const auto byte = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at])); };
  const std::size_t version = byte(6);
  if (version < 1 || version > 3) {
    no_header("version " + std::to_string(version) + " of the .npy format is not supported");
  }
  const std::size_t start = version == 1 ? 10 : 12;
  const std::size_t length =
      version == 1 ? byte(8) | byte(9) << 8 : byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24;
  if (length > bytes.size() - start) no_header("the file ends inside its header");
  const HeaderText header{path, bytes.substr(start, length)};
  bytes.remove_prefix(start + length);
  return header;
}

/// The type of an element, parsed from NumPy's notation: `<f8`, `>i2`, `|b1`.
struct ElementType {
  char kind = 'f';  // f, i, u or b
  std::size_t size = 8;
  bool is_swapped = false;  // big-endian
};

std::optional<ElementType> find_type(std::string_view type) {
  ElementType found;
  if (type == "?") return ElementType{'b', 1, false};
  if (!type.empty() && std::string_view("<>=|").find(type[0]) != std::string_view::npos) {
    found.is_swapped = type[0] == '>';
    type.remove_prefix(1);
  }
  constexpr std::array<std::string_view, 12> known{"b1", "i1", "i2", "i4", "i8", "u1",
                                                   "u2", "u4", "u8", "f2", "f4", "f8"};
  if (std::find(known.begin(), known.end(), type) == known.end()) return std::nullopt;
  found.kind = type[0];
  found.size = static_cast<std::size_t>(type[1] - '0');
  return found;
}

/// Returns the bits of an element in native byte order.
std::uint64_t bits_of(const char* element, const ElementType& type) {
  std::uint64_t bits = 0;
  for (std::size_t n = 0; n < type.size; ++n) {
    const std::size_t at = type.is_swapped ? n : type.size - 1 - n;
    bits = bits << 8 | static_cast<unsigned char>(element[at]);
  }
  return bits;
}

/// Converts an IEEE 754 binary16 number: 1 sign bit, 5 exponent bits, 10 fraction bits.
float half_number(std::uint64_t bits) {
  const auto fraction = static_cast<float>(bits & 0x3FF);
  const int exponent = static_cast<int>(bits >> 10 & 0x1F);
  float size = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  if (exponent == 0x1F)
    size = fraction == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  return (bits >> 15) != 0 ? -size : size;
}

/// Converts the elements one by one to values of type T.
template <class T, class Value>
Values each_value(std::string_view bytes, const ElementType& type, const Value& value) {
  std::vector<T> values(bytes.size() / type.size);
  for (std::size_t n = 0; n < values.size(); ++n) values[n] = value(bits_of(bytes.data() + n * type.size, type));
  return values;
}

/// Converts the elements to the smallest value type that holds them all. Unsigned 64-bit elements become f64 if one
/// exceeds i64.
Values read_values(std::string_view bytes, const ElementType& type) {
  const auto as_signed = [&](std::uint64_t bits) {
    const auto unused = static_cast<unsigned>(64 - 8 * type.size);
    return static_cast<std::int64_t>(bits << unused) >> unused;
  };
  switch (type.kind) {
    case 'b':
      return each_value<std::int32_t>(bytes, type, [](std::uint64_t bits) { return bits != 0 ? 1 : 0; });
    case 'i':
      if (type.size == 8) return each_value<std::int64_t>(bytes, type, as_signed);
      return each_value<std::int32_t>(bytes, type,
                                      [&](std::uint64_t bits) { return static_cast<std::int32_t>(as_signed(bits)); });
    case 'u': {
      if (type.size < 4)
        return each_value<std::int32_t>(bytes, type,
                                        [](std::uint64_t bits) { return static_cast<std::int32_t>(bits); });
      std::uint64_t largest = 0;
      for (std::size_t at = 0; at < bytes.size(); at += type.size)
        largest = std::max(largest, bits_of(bytes.data() + at, type));
      if (largest > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return each_value<double>(bytes, type, [](std::uint64_t bits) { return static_cast<double>(bits); });
      return each_value<std::int64_t>(bytes, type, [](std::uint64_t bits) { return static_cast<std::int64_t>(bits); });
    }
    default:
      if (type.size == 2) return each_value<float>(bytes, type, half_number);
      if (type.size == 4)
        return each_value<float>(
            bytes, type, [](std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); });
      return each_value<double>(bytes, type, [](std::uint64_t bits) { return std::bit_cast<double>(bits); });
  }
}

/// Fails at the first unsigned 64-bit element that an integer type cannot hold. read_values rounds such elements, so
/// that only here their digits are known.
void check_unsigned(std::string_view bytes, const NpyHeader& header, ValueType values, const TensorLabel& label) {
  const ElementType type = *find_type(header.type);
  if (is_floating(values) || type.kind != 'u' || type.size != 8) return;
  const std::int64_t most =
      values == ValueType::i32 ? std::numeric_limits<std::int32_t>::max() : std::numeric_limits<std::int64_t>::max();
  for (std::size_t at = 0; at < bytes.size(); at += type.size) {
    const std::uint64_t element = bits_of(bytes.data() + at, type);
    if (element <= static_cast<std::uint64_t>(most)) continue;
    std::vector<std::int64_t> coordinates(header.shape.size());
    auto rest = static_cast<std::int64_t>(at / type.size);
    for (std::size_t n = 0; n < coordinates.size(); ++n) {
      const std::size_t mode = header.column_major ? n : coordinates.size() - 1 - n;  // the innermost first
      coordinates[mode] = rest % header.shape[mode];
      rest /= header.shape[mode];
    }
    fail_value(coordinates, std::to_string(element), values, label);
  }
}

/// Returns column-major cells in row-major order.
template <class T>
std::vector<T> transposed(const std::vector<T>& from, const std::vector<std::int64_t>& shape) {
  std::vector<T> to(from.size());
  const std::vector<std::int64_t> strides = row_major_strides(shape);
  std::vector<std::int64_t> coordinates(shape.size(), 0);
  std::int64_t target = 0;
  for (const T value : from) {
    to[static_cast<std::size_t>(target)] = value;
    for (std::size_t mode = 0; mode < shape.size(); ++mode) {
      target += strides[mode];
      if (++coordinates[mode] < shape[mode]) break;
      target -= strides[mode] * shape[mode];
      coordinates[mode] = 0;
    }
  }
  return to;
}

}  // namespace

Tensor read_npy(const std::string& path, std::string_view bytes) { return read_npy(path, bytes, {}, {}); }

Tensor read_npy(const std::string& path, std::string_view bytes, std::optional<ValueType> values,
                const TensorLabel& label) {
  const HeaderText text = take_header(path, bytes);
  const NpyHeader header = HeaderParser(text).parse();
  const std::optional<ElementType> type = find_type(header.type);
  if (!type) {
    text.fail(Code::needs_data_type, header.type_span,
              "values of the NumPy type " + quoted(header.type) + " are not supported",
              "convert it with `.astype` to an integer type, bool, float16, float32 or float64");
  }
  const std::optional<std::int64_t> cells = product(header.shape);
  const std::size_t each = type->size;
  if (!cells || static_cast<std::uint64_t>(*cells) != bytes.size() / each || bytes.size() % each != 0) {
    text.fail(Code::data_count, header.shape_span,
              "the header declares an array of " + print_tuple(header.shape) + ", but " + std::to_string(bytes.size()) +
                  " bytes of data follow");
  }
  if (values) check_unsigned(bytes, header, *values, label);
  DenseArray array{header.shape, read_values(bytes, *type)};
  if (header.column_major)
    std::visit([&](auto& elements) { elements = transposed(elements, header.shape); }, array.values);
  return array;
}

}  // namespace scorchc::data
