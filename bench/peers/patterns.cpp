// Generates and reads sparsity patterns.
#include <algorithm>
#include <array>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <utility>

#include "peers.h"

namespace peers {
namespace {

using Entries = std::vector<std::pair<std::int32_t, std::int32_t>>;
using Triple = std::array<std::int32_t, 3>;

std::int32_t to_int(std::size_t value) { return static_cast<std::int32_t>(value); }

Pattern pattern_of(std::int64_t rows, std::int64_t columns, Entries entries) {
  std::sort(entries.begin(), entries.end());
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  Pattern a{rows, columns, std::vector<std::int32_t>(static_cast<std::size_t>(rows + 1)), {}};
  for (const auto& [i, j] : entries) {
    ++a.pos[static_cast<std::size_t>(i) + 1];
    a.crd.push_back(j);
  }
  for (std::size_t i = 1; i < a.pos.size(); ++i) a.pos[i] += a.pos[i - 1];
  return a;
}

/// The csf levels of sorted, distinct coordinates.
TensorPattern tensor_of(const std::array<std::int64_t, 3>& dimension, const std::vector<Triple>& entries) {
  TensorPattern x;
  std::copy(dimension.begin(), dimension.end(), x.dimension);
  const Triple* before = nullptr;
  for (const Triple& entry : entries) {
    const bool is_new_slice = !before || entry[0] != (*before)[0];
    if (is_new_slice) {
      x.crd[0].push_back(entry[0]);
      x.pos[1].push_back(to_int(x.crd[1].size()));
    }
    if (is_new_slice || entry[1] != (*before)[1]) {
      x.crd[1].push_back(entry[1]);
      x.pos[2].push_back(to_int(x.crd[2].size()));
    }
    x.crd[2].push_back(entry[2]);
    before = &entry;
  }
  x.pos[0] = {0, to_int(x.crd[0].size())};
  x.pos[1].push_back(to_int(x.crd[1].size()));
  x.pos[2].push_back(to_int(x.crd[2].size()));
  return x;
}

/// The matrix as a tensor, with columns split by 256: X(i, j / 256, j % 256).
TensorPattern folded(const Pattern& a) {
  constexpr std::int32_t width = 256;
  std::vector<Triple> entries;
  for (std::int32_t i = 0; i < a.rows; ++i)
    for (auto n = static_cast<std::size_t>(a.pos[static_cast<std::size_t>(i)]);
         n < static_cast<std::size_t>(a.pos[static_cast<std::size_t>(i) + 1]); ++n)
      entries.push_back({i, a.crd[n] / width, a.crd[n] % width});
  return tensor_of({a.rows, (a.columns + width - 1) / width, width}, entries);
}

Data data_of(std::string name, std::int64_t rows, std::int64_t columns, Entries entries) {
  Pattern matrix = pattern_of(rows, columns, std::move(entries));
  TensorPattern tensor = folded(matrix);
  return {std::move(name), std::move(matrix), std::move(tensor)};
}

Data uniform(std::string name, std::int32_t rows, int a_row) {
  std::mt19937 random(1);
  Entries entries;
  for (std::int32_t i = 0; i < rows; ++i)
    for (int n = 0; n < a_row; ++n)
      entries.emplace_back(i, static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(rows)));
  return data_of(std::move(name), rows, rows, std::move(entries));
}

/// A matrix with so few entries that the overhead of a call dominates.
Data few(int count) {
  const std::int32_t rows = 4 + count / 4;
  std::mt19937 random(3);
  const auto any = [&] { return static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(rows)); };
  std::set<std::pair<std::int32_t, std::int32_t>> entries;
  while (to_int(entries.size()) < count) {
    const std::int32_t i = any();
    entries.emplace(i, any());
  }
  return data_of("tiny " + std::to_string(count), rows, rows, {entries.begin(), entries.end()});
}

/// An R-MAT graph (Chakrabarti et al. 2004) with the probabilities of Graph500: 0.57, 0.19, 0.19, 0.05.
Data power_law(std::string name, int bits, int a_row) {
  std::mt19937 random(2);
  const std::int32_t rows = 1 << bits;
  Entries entries;
  for (std::int64_t n = 0; n < std::int64_t{rows} * a_row; ++n) {
    std::int32_t i = 0, j = 0;
    for (int bit = 0; bit < bits; ++bit) {
      const auto draw = random() % 100;
      i = 2 * i + (draw >= 76 ? 1 : 0);
      j = 2 * j + ((draw >= 57 && draw < 76) || draw >= 95 ? 1 : 0);
    }
    entries.emplace_back(i, j);
  }
  return data_of(std::move(name), rows, rows, std::move(entries));
}

Data band(std::string name, std::int32_t rows, std::int32_t half) {
  Entries entries;
  for (std::int32_t i = 0; i < rows; ++i)
    for (std::int32_t j = std::max(0, i - half); j <= std::min(rows - 1, i + half); ++j) entries.emplace_back(i, j);
  return data_of(std::move(name), rows, rows, std::move(entries));
}

std::optional<Data> read_matrix(std::ifstream& in, std::string name) {
  std::string line;
  if (!std::getline(in, line) || line.find("coordinate") == std::string::npos) return std::nullopt;
  const bool is_mirrored = line.find("general") == std::string::npos;
  while (std::getline(in, line) && (line.empty() || line[0] == '%')) continue;
  std::int64_t rows = 0, columns = 0, count = 0;
  std::istringstream(line) >> rows >> columns >> count;
  Entries entries;
  for (std::int64_t n = 0; n < count && std::getline(in, line); ++n) {
    std::int32_t i = 0, j = 0;
    if (!(std::istringstream(line) >> i >> j)) return std::nullopt;
    entries.emplace_back(i - 1, j - 1);
    if (is_mirrored) entries.emplace_back(j - 1, i - 1);
  }
  return data_of(std::move(name), rows, columns, std::move(entries));
}

/// Reads a `.tns` file. Extents are the largest coordinates. Empty if the order is not 3 or a line cannot be read.
std::optional<Data> read_tensor(std::ifstream& in, std::string name) {
  std::vector<Triple> entries;
  std::array<std::int64_t, 3> dimension = {0, 0, 0};
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    Triple entry{};
    double value = 0;
    std::string more;
    if (!(words >> entry[0] >> entry[1] >> entry[2] >> value) || words >> more) return std::nullopt;
    for (std::size_t mode = 0; mode < 3; ++mode) {
      if (entry[mode]-- < 1) return std::nullopt;
      dimension[mode] = std::max(dimension[mode], std::int64_t{entry[mode]} + 1);
    }
    entries.push_back(entry);
  }
  std::sort(entries.begin(), entries.end());
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  return Data{std::move(name), std::nullopt, tensor_of(dimension, entries)};
}

}  // namespace

std::vector<Data> made_data() {
  return {uniform("uniform", 1 << 15, 16),
          power_law("power law", 15, 16),
          band("band", 1 << 15, 13),
          few(1),
          few(10),
          few(100),
          few(1000)};
}

std::optional<Data> read_data(const std::string& path) {
  std::ifstream in(path);
  const std::size_t start = path.rfind('/') + 1, dot = path.rfind('.');
  std::string name = path.substr(start, dot - start);
  return path.substr(dot) == ".tns" ? read_tensor(in, std::move(name)) : read_matrix(in, std::move(name));
}

}  // namespace peers
