// Tests real files, if available in the folder SCORCHC_DATA or in `../shared/data` next to the sources.
#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>

#include "data/data_test.h"
#include "data/pack.h"
#include "data/read.h"
#include "support/files.h"

namespace scorchc::data {
namespace {

using Row = std::map<std::string, std::string>;

std::optional<std::string> data_folder() {
  const char* named = std::getenv("SCORCHC_DATA");
  const std::string folder = named != nullptr ? named : SCORCHC_SOURCE_DIR "/../shared/data";
  if (std::filesystem::exists(folder + "/corpus.tsv")) return folder;
  WARN("skipped: no folder of real data (SCORCHC_DATA names it)");
  return std::nullopt;
}

std::vector<Row> read_table(const std::string& path) {
  std::istringstream lines(read_file(path));
  const auto cells = [](const std::string& line) {
    std::vector<std::string> result{""};
    for (const char c : line) {
      if (c == '\t') {
        result.emplace_back();
      } else {
        result.back() += c;
      }
    }
    return result;
  };
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> titles = cells(line);
  std::vector<Row> rows;
  while (std::getline(lines, line)) {
    const std::vector<std::string> row = cells(line);
    Row& named = rows.emplace_back();
    for (std::size_t i = 0; i < row.size() && i < titles.size(); ++i) named[titles[i]] = row[i];
  }
  return rows;
}

double value_at(const Values& values, std::size_t at) {
  return std::visit([&](const auto& array) { return static_cast<double>(array[at]); }, values);
}

/// Counts the entries of a list or the nonzeros of an array, as the tables do.
std::size_t count_nonzeros(const Tensor& tensor) {
  const Values& numbers = values(tensor);
  if (std::holds_alternative<CoordinateList>(tensor)) return size(numbers);
  std::size_t count = 0;
  for (std::size_t i = 0; i < size(numbers); ++i) count += value_at(numbers, i) != 0 ? 1U : 0U;
  return count;
}

bool near(double a, double b, double scale) { return a == b || std::abs(a - b) <= 1e-9 * scale; }

/// Calls check(coordinates, value) for each entry or component.
template <class Check>
void for_each(const Tensor& tensor, Check&& check) {
  const std::vector<std::int64_t>& extents = dimensions(tensor);
  const auto* list = std::get_if<CoordinateList>(&tensor);
  std::vector<std::int64_t> at(extents.size());
  for (std::size_t i = 0; i < size(values(tensor)); ++i) {
    auto rest = static_cast<std::int64_t>(i);
    for (std::size_t mode = extents.size(); mode-- > 0;) {
      at[mode] = list ? list->coordinates[i * extents.size() + mode] : rest % extents[mode];
      if (!list) rest /= extents[mode];
    }
    check(at, value_at(values(tensor), i));
  }
}

void check_sums(const Tensor& tensor, const Row& row, std::int64_t (*weight)(const std::vector<std::int64_t>&)) {
  double sum = 0, weighted = 0, scale = 1;
  for_each(tensor, [&](const std::vector<std::int64_t>& at, double value) {
    const auto w = static_cast<double>(weight(at) % 1009 + 1);
    sum += value;
    weighted += value * w;
    scale += std::abs(value) * w;
  });
  CHECK(near(sum, std::stod(row.at("sum")), scale));
  CHECK(near(weighted, std::stod(row.at("wsum")), scale));
}

}  // namespace

TEST_CASE("the corpus of Matrix Market edge cases") {
  const std::optional<std::string> folder = data_folder();
  if (!folder) return;
  for (const Row& row : read_table(*folder + "/corpus.tsv")) {
    const std::string path = *folder + "/" + row.at("file");
    INFO(path);
    std::optional<Tensor> tensor;
    std::optional<Diagnostic> error;
    const std::string text = read_file(path);
    try {
      tensor = read_matrix_market(path, text);  // some files end in .mm
    } catch (const Failure& f) {
      error = f.diagnostic();
      CHECK(render(*error, false).find(path + ":") != std::string::npos);
    }
    const bool is_complex = error && error->code == Code::needs_complex_data;
    if (is_complex) CHECK(info(error->code).exit == ExitCode::unsupported);
    if (row.at("class") == "invalid") CHECK(error);
    if (row.at("class") == "valid" && !is_complex) {
      CHECK((error ? error->message : "") == "");
      if (!tensor || row.at("rows").empty()) continue;
      CHECK(dimensions(*tensor) == std::vector<std::int64_t>{std::stoll(row.at("rows")), std::stoll(row.at("cols"))});
      CHECK(std::to_string(count_nonzeros(*tensor)) == row.at("nonzeros"));
    }
  }
}

TEST_CASE("the table of matrices", "[compiler]") {
  const std::optional<std::string> folder = data_folder();
  if (!folder) return;
  for (const Row& row : read_table(*folder + "/matrices.tsv")) {
    const std::string path = *folder + "/" + row.at("file");
    INFO(path);
    if (row.at("header").find("complex") != std::string::npos) {
      CHECK(failure([&] { read_tensor(path); }).code == Code::needs_complex_data);
      continue;
    }
    const Tensor tensor = read_tensor(path);
    CHECK(dimensions(tensor) == std::vector<std::int64_t>{std::stoll(row.at("rows")), std::stoll(row.at("cols"))});
    if (std::holds_alternative<CoordinateList>(tensor)) {
      CHECK(std::to_string(size(values(tensor))) == row.at("nnz_expanded"));
    }
    check_sums(tensor, row, [](const std::vector<std::int64_t>& at) { return 31 * at[0] + 17 * at[1]; });
    Format csr;
    csr.value = ValueType::f64;
    csr.levels = {{"dense", 0, BlockPart::whole, 0}, {"compressed", 1, BlockPart::whole, 0}};
    CHECK(validate(pack(tensor, csr)) == "");
  }
}

TEST_CASE("the table of tensors") {
  const std::optional<std::string> folder = data_folder();
  if (!folder) return;
  for (const Row& row : read_table(*folder + "/tensors.tsv")) {
    const std::string path = *folder + "/" + row.at("file");
    INFO(path);
    if (path.ends_with(".ttx")) {
      CHECK(failure([&] { read_tensor(path); }).code == Code::data_file_type);
      continue;
    }
    if (row.at("min_index") == "0") {
      CHECK(failure([&] { read_tensor(path); }).code == Code::data_coordinate);
      continue;
    }
    if (row.at("dims_header") == "yes")
      continue;  // their header is a line of numbers that looks like an entry, unlike FROSTT's
    const Tensor tensor = read_tensor(path);
    CHECK(std::to_string(dimensions(tensor).size()) == row.at("order"));
    CHECK(std::to_string(size(values(tensor))) == row.at("nnz"));
    check_sums(tensor, row, [](const std::vector<std::int64_t>& at) {
      std::int64_t weight = 0;
      for (std::size_t k = 0; k < at.size(); ++k) weight += static_cast<std::int64_t>(k + 1) * (at[k] + 1);
      return 31 * weight;
    });
  }
}

TEST_CASE("graphs and pruned weights", "[compiler]") {
  const std::optional<std::string> folder = data_folder();
  if (!folder) return;
  for (const char* table : {"/gnn.tsv", "/dnn.tsv"}) {
    for (const Row& row : read_table(*folder + table)) {
      const std::string path = *folder + "/" + row.at("file");
      if (path.find("mtx") == std::string::npos) continue;
      INFO(path);
      const Tensor tensor = read_tensor(path);
      CHECK(dimensions(tensor) == std::vector<std::int64_t>{std::stoll(row.at("rows")), std::stoll(row.at("cols"))});
      CHECK(std::to_string(count_nonzeros(tensor)) == row.at("nnz"));
    }
  }
}

}  // namespace scorchc::data
