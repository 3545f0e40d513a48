// NumPy's .npy, versions 1 to 3 (NEP 1).
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>

#include "data/read.h"
#include "data/storage.h"

namespace scorchc::data {
namespace {

static_assert(std::endian::native == std::endian::little, "the bytes of a .npy file are taken as they are");

/// The file's header: its first line, behind a few bytes that say its length. Errors are shown in it.
struct HeaderText {
  const std::string& path;
  std::string_view text;

  [[noreturn]] void fail(Code code, Span span, const std::string& message, const std::string& help = {}) const {
    constexpr std::size_t longest = 1 << 16;  // of a header that may claim gigabytes
    scorchc::fail(code, {make_source(path, std::string(text.substr(0, longest))), span}, message, help);
  }
};

struct NpyHeader {
  std::string type;  // "<f8"
  bool column_major = false;
  std::vector<std::int64_t> shape;
  Span type_span, shape_span;
};

/// The header is a Python dictionary literal with three keys of known types. No more of Python is read.
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
    header_.fail(Code::data_header, {at(), at() + 1}, "the header of the .npy file cannot be read here",
                 "it is a dictionary of `descr`, `fortran_order` and `shape`");
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
                   "save one plain array a file");
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
      accept('L');  // Python 2 wrote long integers so
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
    no_header("the file does not start as a .npy file does");
  }
  const auto byte = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at])); };
  const std::size_t version = byte(6);
  if (version < 1 || version > 3) {
    no_header("version " + std::to_string(version) + " of the .npy format is unknown");
  }
  const std::size_t start = version == 1 ? 10 : 12;
  const std::size_t length =
      version == 1 ? byte(8) | byte(9) << 8 : byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24;
  if (length > bytes.size() - start) no_header("the file ends in its header");
  const HeaderText header{path, bytes.substr(start, length)};
  bytes.remove_prefix(start + length);
  return header;
}

std::optional<ValueType> find_type(std::string_view type) {
  if (type == "<f4") return ValueType::f32;
  if (type == "<f8") return ValueType::f64;
  if (type == "<i4") return ValueType::i32;
  if (type == "<i8") return ValueType::i64;
  return std::nullopt;
}

/// Column-major cells in row-major order.
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

Tensor read_npy(const std::string& path, std::string_view bytes) {
  const HeaderText text = take_header(path, bytes);
  const NpyHeader header = HeaderParser(text).parse();
  const std::optional<ValueType> type = find_type(header.type);
  if (!type) {
    text.fail(Code::needs_data_type, header.type_span,
              "values of the NumPy type " + quoted(header.type) + " are not supported",
              "`.astype` makes them float32, float64, int32 or int64, little-endian");
  }
  const std::optional<std::int64_t> cells = product(header.shape);
  const std::size_t each = size_in_bytes(*type);
  if (!cells || static_cast<std::uint64_t>(*cells) != bytes.size() / each || bytes.size() % each != 0) {
    text.fail(Code::data_count, header.shape_span,
              "the header declares an array of " + print_tuple(header.shape) + ", but " + std::to_string(bytes.size()) +
                  " bytes of data follow");
  }
  DenseArray array{header.shape, zeros(*type, *cells)};
  std::visit(
      [&](auto& values) {
        if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
        if (header.column_major) values = transposed(values, header.shape);
      },
      array.values);
  return array;
}

}  // namespace scorchc::data
