#include "data/statistics.h"

#include <algorithm>

#include "data/entries.h"
#include "data/layout.h"
#include "data/storage.h"

namespace scorchc::data {
namespace {

/// Whether a list as long as the extent is in proportion to the data.
bool is_listed(std::int64_t extent, const Tensor& tensor) {
  return extent <= always_listed || extent / most_listed_per_value < static_cast<std::int64_t>(size(values(tensor)));
}

/// Every component is stored, whatever the data are.
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
  // A prefix is new in all levels from the first one on in which an entry differs from the one before.
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

std::vector<std::int64_t> count_degrees(const SortedEntries& entries, const Layout& layout, std::size_t mode,
                                        std::int64_t extent) {
  std::vector<std::int64_t> degrees(static_cast<std::size_t>(extent), 0);
  for (std::size_t e = 0; e < entries.count; ++e) {
    std::int64_t coordinate = 0;
    for (std::size_t level = 0; level < layout.levels.size(); ++level) {
      // The two levels of a blocked mode add up.
      if (layout.levels[level].mode == mode) coordinate += layout.levels[level].to_mode(entries.columns[level][e]);
    }
    ++degrees[static_cast<std::size_t>(coordinate)];
  }
  return degrees;
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
    }
    return result;
  });
}

}  // namespace scorchc::data
