#include "data/statistics.h"

#include <algorithm>

#include "data/entries.h"
#include "data/layout.h"
#include "data/storage.h"

namespace scorchc::data {
namespace {

constexpr std::size_t most_drawn = 4096;
constexpr std::size_t most_in_fibres = 8192;

std::uint64_t mixed(std::uint64_t state, std::uint64_t word) {
  state = (state ^ (word + 0x9e3779b97f4a7c15)) * 0xff51afd7ed558ccd;
  return state ^ (state >> 32);
}

/// Whether a list of `extent` degrees is proportional to the data.
bool is_listed(std::int64_t extent, const Tensor& tensor) {
  return extent <= always_listed || extent / most_listed_per_value < static_cast<std::int64_t>(size(values(tensor)));
}

/// Counts a dense format, which stores every component.
TensorStatistics count_dense(const Tensor& tensor, const Layout& layout) {
  TensorStatistics result;
  double cells = 1;
  for (const LevelLayout& level : layout.levels) {
    cells *= static_cast<double>(level.extent);
    result.prefixes.push_back(cells);
  }
  const std::vector<std::int64_t>& extents = dimensions(tensor);
  result.stored = 1;
  for (const std::int64_t extent : extents) result.stored *= static_cast<double>(extent);
  for (std::size_t mode = 0; mode < extents.size(); ++mode) {
    std::vector<std::int64_t> others = extents;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(mode));
    const std::optional<std::int64_t> degree = product(others);
    std::vector<std::int64_t>& degrees = result.degrees.emplace_back();
    if (degree && is_listed(extents[mode], tensor)) degrees.assign(static_cast<std::size_t>(extents[mode]), *degree);
  }
  return result;
}

std::vector<double> count_prefixes(const SortedEntries& entries, const Layout& layout) {
  // An entry starts a new prefix at every level from the first in which it differs from its predecessor.
  std::vector<double> result(layout.levels.size(), 0);
  for (std::size_t e = 0; e < entries.count; ++e) {
    std::size_t level = 0;
    while (e > 0 && level < result.size() && entries.columns[level][e] == entries.columns[level][e - 1]) ++level;
    for (; level < result.size(); ++level) ++result[level];
  }
  double parents = 1;
  for (std::size_t level = 0; level < result.size(); ++level) {
    if (layout.levels[level].kind == LevelKind::dense) {
      result[level] = parents * static_cast<double>(layout.levels[level].extent);
    }
    parents = result[level];
  }
  return result;
}

std::int64_t coordinate(const SortedEntries& entries, const Layout& layout, std::size_t mode, std::size_t entry) {
  std::int64_t found = 0;
  for (std::size_t level = 0; level < layout.levels.size(); ++level) {
    // The coordinates of a blocked mode's two levels add up.
    if (layout.levels[level].mode == mode) found += layout.levels[level].to_mode(entries.columns[level][entry]);
  }
  return found;
}

std::vector<std::int64_t> count_degrees(const SortedEntries& entries, const Layout& layout, std::size_t mode,
                                        std::int64_t extent) {
  std::vector<std::int64_t> degrees(static_cast<std::size_t>(extent), 0);
  for (std::size_t e = 0; e < entries.count; ++e)
    ++degrees[static_cast<std::size_t>(coordinate(entries, layout, mode, e))];
  return degrees;
}

/// Samples the entries with the lowest hashes (Beyer, Haas, Reinwald, Sismanis, Gemulla, "On Synopses for
/// Distinct-Value Estimation under Multiset Operations", 2007). The hash ignores the order of modes, so a transposed
/// operand gets the same sample.
TensorStatistics::Drawn draw(const SortedEntries& entries, const Layout& layout, std::size_t order) {
  std::vector<std::pair<std::uint64_t, std::size_t>> hashes;
  for (std::size_t e = 0; e < entries.count; ++e) {
    std::uint64_t sum = 0;
    for (std::size_t mode = 0; mode < order; ++mode)
      sum += mixed(0, static_cast<std::uint64_t>(coordinate(entries, layout, mode, e)));
    hashes.emplace_back(mixed(1, sum), e);
  }
  TensorStatistics::Drawn drawn{~std::uint64_t{0}};
  if (hashes.size() > most_drawn) {
    const auto last = hashes.begin() + most_drawn;
    std::nth_element(hashes.begin(), last, hashes.end());
    drawn.below = last->first;
    hashes.erase(last, hashes.end());
  }
  for (const auto& [hash, e] : hashes) {
    std::vector<std::int64_t>& place = drawn.places.emplace_back(hash, std::vector<std::int64_t>()).second;
    for (std::size_t mode = 0; mode < order; ++mode) place.push_back(coordinate(entries, layout, mode, e));
  }
  std::sort(drawn.places.begin(), drawn.places.end());
  return drawn;
}

/// Samples whole fibres, those with the lowest hashes, with at most most_in_fibres entries.
TensorStatistics::Fibres draw_fibres(const SortedEntries& entries, const Layout& layout, std::size_t mode,
                                     std::uint64_t draw) {
  // Mixing twice prevents neighbouring coordinates from being sampled at regular distances, or next to another draw's.
  const std::uint64_t start = mixed(draw, 0);
  std::vector<std::uint64_t> hashes;
  for (std::size_t e = 0; e < entries.count; ++e)
    hashes.push_back(mixed(mixed(start, static_cast<std::uint64_t>(coordinate(entries, layout, mode, e))), start));
  TensorStatistics::Fibres fibres{~std::uint64_t{0}};
  if (entries.count > most_in_fibres) {
    std::vector<std::uint64_t> lowest = hashes;
    const auto last = lowest.begin() + most_in_fibres;
    std::nth_element(lowest.begin(), last, lowest.end());
    fibres.below = *last;
  }
  for (std::size_t e = 0; e < entries.count; ++e)
    if (entries.count <= most_in_fibres || hashes[e] < fibres.below)
      fibres.entries.emplace_back(coordinate(entries, layout, 1 - mode, e), coordinate(entries, layout, mode, e));
  std::sort(fibres.entries.begin(), fibres.entries.end());
  return fibres;
}

}  // namespace

TensorStatistics count(const Tensor& tensor, const Format& format, const TensorLabel& label) {
  return within_memory(label, [&] {
    const std::vector<std::int64_t>& extents = dimensions(tensor);
    const Layout layout = make_layout(format, extents, label);
    if (layout.all_dense) return count_dense(tensor, layout);
    const SortedEntries entries = sorted_entries(tensor, layout, format.value, label);
    TensorStatistics result;
    result.stored = static_cast<double>(entries.count);
    result.prefixes = count_prefixes(entries, layout);
    for (std::size_t mode = 0; mode < extents.size(); ++mode) {
      std::vector<std::int64_t>& degrees = result.degrees.emplace_back();
      if (is_listed(extents[mode], tensor)) degrees = count_degrees(entries, layout, mode, extents[mode]);
      if (extents.size() == 2)
        result.fibres.push_back({draw_fibres(entries, layout, mode, 2), draw_fibres(entries, layout, mode, 3)});
    }
    result.drawn = draw(entries, layout, extents.size());
    return result;
  });
}

}  // namespace scorchc::data
