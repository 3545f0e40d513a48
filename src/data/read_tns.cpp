// Reads text files without a banner: FROSTT's .tns and the .smtx files of pruned weight matrices.
#include <algorithm>
#include <limits>

#include "data/check_value.h"
#include "data/read.h"
#include "data/storage.h"
#include "data/text_scanner.h"

namespace scorchc::data {
namespace {

void check_order(const TextScanner& scanner, std::size_t order) {
  if (order <= max_order) return;
  scanner.fail_token(Code::too_large, "a tensor has at most " + std::to_string(max_order) + " modes");
}

/// Returns the extents of a first line `# dims: 10 20 30`, and sets `length` to the length of that line; 0 if there is
/// none.
std::vector<std::int64_t> read_dims_line(const std::string& path, std::string_view text, std::size_t* length) {
  TextScanner scanner(path, text);
  const std::string_view first = scanner.word();
  const bool joined = first == "#dims:";
  if (!joined && (first != "#" || scanner.word() != "dims:")) return {};
  *length = std::min(text.find('\n'), text.size());
  std::vector<std::int64_t> dims;
  while (!scanner.at_line_end()) {
    dims.push_back(scanner.integer("an extent"));
    if (dims.back() < 0) scanner.fail_token(Code::data_header, "the extent must not be negative");
    check_order(scanner, dims.size());
  }
  return dims;
}

std::size_t count_words(TextScanner scanner) {
  std::size_t words = 0;
  for (; !scanner.at_line_end(); ++words) {
    scanner.word();
    if (words > 0) check_order(scanner, words);
  }
  return words;
}

/// Reads the values of a .tns file, which does not declare its field: exact integers up to the first real value, then
/// all real.
class ValueColumn {
 public:
  explicit ValueColumn(std::optional<ValueType> type) : type_(type) {}
  void read(TextScanner& scanner) {
    std::int64_t value = 0;
    if (!is_real_ && scanner.try_integer(&value)) {
      check_value(scanner, value, type_);
      integers_.push_back(value);
      return;
    }
    const double real = scanner.real("a value");
    check_value(scanner, real, type_);
    if (!is_real_) {
      reals_.assign(integers_.begin(), integers_.end());
      integers_ = {};
      is_real_ = true;
    }
    reals_.push_back(real);
  }
  Values take() { return is_real_ ? Values(std::move(reals_)) : Values(std::move(integers_)); }

 private:
  std::optional<ValueType> type_;
  bool is_real_ = false;
  std::vector<std::int64_t> integers_;
  std::vector<double> reals_;
};

}  // namespace

Tensor read_tns(const std::string& path, std::string_view text) { return read_tns(path, text, std::nullopt); }

Tensor read_tns(const std::string& path, std::string_view text, std::optional<ValueType> type) {
  std::size_t dims_line = 0;
  const std::vector<std::int64_t> dims = read_dims_line(path, text, &dims_line);
  const bool declared = dims_line > 0;
  TextScanner scanner(path, text);
  const bool any = scanner.next_line('#');
  if (!any && !declared) {
    scanner.fail_here(Code::data_count, "the file has no entries, so the order of the tensor is unknown",
                      "a first line `# dims: 10 20 30` gives the extents of a tensor without entries");
  }
  const std::size_t order = declared ? dims.size() : count_words(scanner) - 1;
  CoordinateList list;
  list.dimensions = declared ? dims : std::vector<std::int64_t>(order, 0);
  ValueColumn values(type);
  const std::string line_has =
      std::to_string(order) + " coordinates and a value, as in " + (declared ? "the `# dims:` line" : "the first line");
  for (bool more = any; more; more = scanner.next_line('#')) {
    for (std::size_t mode = 0; mode < order; ++mode) {
      std::int64_t& extent = list.dimensions[mode];
      const std::int64_t limit = declared ? extent : std::numeric_limits<std::int64_t>::max();
      const std::int64_t at = scanner.coordinate(limit, "a coordinate");
      list.coordinates.push_back(at);
      extent = std::max(extent, at + 1);
    }
    values.read(scanner);
    scanner.finish_line(line_has);
  }
  list.values = values.take();
  list.may_grow = !declared;
  return list;
}

// Reads the Deep Learning Matrix Collection's CSR as text: the numbers of rows, columns and entries; then the row
// pointers; then the column of each entry. Line ends are only separators.
Tensor read_smtx(const std::string& path, std::string_view text) {
  TextScanner scanner(path, text, ',');
  const auto next = [&](const char* what) {
    if (!scanner.next_token('%')) {
      scanner.fail_here(Code::data_count, std::string("expected ") + what + ", found the end of the file");
    }
    return scanner.integer(what);
  };
  const auto size = [&](const char* what) {
    const std::int64_t value = next(what);
    if (value < 0) scanner.fail_token(Code::data_header, std::string(what) + " is negative");
    return value;
  };
  const std::int64_t rows = size("the number of rows");
  const std::int64_t columns = size("the number of columns");
  const std::int64_t entries = size("the number of entries");

  std::vector<std::int64_t> pointers;  // grows as it is read: the header may declare any number
  for (std::int64_t row = 0; row <= rows && row >= 0; ++row) {
    const std::int64_t pointer = next("a row pointer");
    const std::int64_t before = pointers.empty() ? 0 : pointers.back();
    if (pointer < before || pointer > entries || (row == 0 && pointer != 0) || (row == rows && pointer != entries)) {
      scanner.fail_token(Code::data_count,
                         "row pointers must rise from 0 to the number of entries (" + std::to_string(entries) + ")");
    }
    pointers.push_back(pointer);
    if (row == rows) break;
  }
  CoordinateList list;
  list.dimensions = {rows, columns};
  for (std::size_t row = 0; row + 1 < pointers.size(); ++row) {
    for (std::int64_t entry = pointers[row]; entry < pointers[row + 1]; ++entry) {
      const std::int64_t column = next("a column");
      if (column < 0 || column >= columns) {
        scanner.fail_token(Code::data_coordinate,
                           "column " + std::to_string(column) + " is outside 0.." + std::to_string(columns - 1));
      }
      list.coordinates.insert(list.coordinates.end(), {static_cast<std::int64_t>(row), column});
    }
  }
  if (scanner.next_token('%')) {
    scanner.word();
    scanner.fail_token(Code::data_count, "the file continues after its " + std::to_string(entries) + " columns");
  }
  list.values = std::vector<std::int64_t>(static_cast<std::size_t>(entries), 1);
  return list;
}

}  // namespace scorchc::data
