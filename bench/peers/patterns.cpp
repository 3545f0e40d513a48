#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>
#include <utility>

#include "peers.h"

namespace peers {
namespace {

using Entries = std::vector<std::pair<std::int32_t, std::int32_t>>;

Pattern pattern_of(std::string name, std::int64_t rows, std::int64_t columns, Entries entries) {
  std::sort(entries.begin(), entries.end());
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  Pattern a{std::move(name), rows, columns, std::vector<std::int32_t>(static_cast<std::size_t>(rows + 1)), {}};
  for (const auto& [i, j] : entries) {
    ++a.pos[static_cast<std::size_t>(i) + 1];
    a.crd.push_back(j);
  }
  for (std::size_t i = 1; i < a.pos.size(); ++i) a.pos[i] += a.pos[i - 1];
  return a;
}

Pattern uniform(std::string name, std::int32_t rows, int a_row) {
  std::mt19937 random(1);
  Entries entries;
  for (std::int32_t i = 0; i < rows; ++i)
    for (int n = 0; n < a_row; ++n)
      entries.emplace_back(i, static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(rows)));
  return pattern_of(std::move(name), rows, rows, std::move(entries));
}

/// R-MAT (Chakrabarti et al. 2004) with the probabilities of the Graph500: 0.57, 0.19, 0.19, 0.05.
Pattern power_law(std::string name, int bits, int a_row) {
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
  return pattern_of(std::move(name), rows, rows, std::move(entries));
}

Pattern band(std::string name, std::int32_t rows, std::int32_t half) {
  Entries entries;
  for (std::int32_t i = 0; i < rows; ++i)
    for (std::int32_t j = std::max(0, i - half); j <= std::min(rows - 1, i + half); ++j) entries.emplace_back(i, j);
  return pattern_of(std::move(name), rows, rows, std::move(entries));
}

}  // namespace

std::vector<Pattern> made_patterns() {
  return {uniform("uniform", 1 << 15, 16), power_law("power law", 15, 16), band("band", 1 << 15, 13),
          uniform("tiny", 24, 4)};
}

std::optional<Pattern> read_pattern(const std::string& path) {
  std::ifstream in(path);
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
  const std::size_t start = path.rfind('/') + 1;
  return pattern_of(path.substr(start, path.rfind('.') - start), rows, columns, std::move(entries));
}

}  // namespace peers
