#include "schedule/estimate/sizes.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "schedule/legality/loop_order.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

constexpr std::size_t most_accesses_that_meet = 8;

// How sizes without hints are assumed.
struct Assumption {
  double extent = assumed_extent;
  double dense_extent = assumed_dense_extent;
  double wider = 1;    // factor from each dense index to the next
  double density = 0;  // 0: documented fibre lengths; otherwise the exponent of the fibre lengths
  double sparser = 0;  // subtracted from that exponent for each further sparse tensor
};

double mode_extent(const LevelSpec& level, const Access& access, const Sizes& sizes) {
  return sizes.extent(access.indices[static_cast<std::size_t>(level.mode)]);
}

std::vector<double> mode_extents(const Access& access, const Sizes& sizes) {
  std::vector<double> extents;
  for (const std::string& index : access.indices) extents.push_back(sizes.extent(index));
  return extents;
}

// Level by level: half of the root's slices, ten coordinates per fibre, few in fibres below those.
std::vector<double> assumed_prefixes(const Format& format, const Access& access, const Sizes& sizes,
                                     const Assumption& assumption, int sparse_tensor) {
  std::vector<double> prefixes;
  double count = 1, fibre = assumed_fibre;
  for (std::size_t l = 0; l < format.levels.size(); ++l) {
    const double extent = mode_extent(format.levels[l], access, sizes);
    if (is_dense(format.levels[l])) {
      count *= extent;
    } else if (assumption.density > 0) {
      const double exponent = std::max(0.05, assumption.density - assumption.sparser * sparse_tensor);
      count *=
          std::min(extent, l == 0 ? std::pow(extent, 0.5 + exponent / 2) : std::max(1.0, std::pow(extent, exponent)));
    } else if (l == 0) {
      count *= std::min(extent, std::max(1.0, extent * assumed_slices));
    } else {
      count *= std::min(extent, fibre);
      fibre = assumed_short_fibre;
    }
    prefixes.push_back(count);
  }
  return prefixes;
}

double dense_below(const Format& format, const std::vector<double>& extents) {
  double product = 1;
  for (auto level = format.levels.rbegin(); level != format.levels.rend() && is_dense(*level); ++level)
    product *= extents[static_cast<std::size_t>(level->mode)];
  return product;
}

std::vector<double> prefixes_of(const TensorDeclaration& tensor, const Access& access, const Sizes& sizes,
                                const Assumption& assumption, int sparse_tensor) {
  const Format& format = *tensor.format;
  const std::vector<double> extents = mode_extents(access, sizes);
  if (tensor.statistics && tensor.statistics->prefixes.size() == format.levels.size() && assumption.density == 0)
    return tensor.statistics->prefixes;
  double cells = 1;
  for (const double extent : extents) cells *= extent;
  const bool is_known = tensor.nnz_hint || tensor.fill_hint;
  if (format.is_dense() || !is_known || assumption.density > 0)
    return assumed_prefixes(format, access, sizes, assumption, sparse_tensor);
  const double stored = tensor.nnz_hint ? *tensor.nnz_hint : *tensor.fill_hint * cells;
  return random_prefixes(format, extents, std::max(1.0, stored / dense_below(format, extents)));
}

// Extents of indices: large for a mode of a sparse operand, the width of a feature vector for any other.
std::map<std::string, double> extents_of(const Kernel& kernel, const Assumption& assumption) {
  std::vector<Access> all = all_operands(kernel);
  std::vector<std::string> indices;
  for (const Statement& statement : all_statements(kernel))
    for (const std::string& index : all_indices(statement)) indices.push_back(index);
  for (const TensorDeclaration& tensor : kernel.temporaries) {
    if (!tensor.converted_from) continue;
    all.push_back(*tensor.converted_from);
    indices.insert(indices.end(), tensor.converted_from->indices.begin(), tensor.converted_from->indices.end());
  }
  std::map<std::string, double> extents;
  double dense_extent = assumption.dense_extent;
  for (const std::string& index : indices) {
    if (extents.count(index)) continue;
    const auto it = kernel.indices.find(index);
    const IndexDeclaration declared = it == kernel.indices.end() ? IndexDeclaration{} : it->second;
    const auto is_sparse_operand = [&](const Access& access) {
      const TensorDeclaration* tensor = kernel.find(access.tensor);
      return has(access.indices, index) && tensor && tensor->format && !tensor->format->is_dense();
    };
    if (declared.extent) {
      extents[index] = std::max<double>(1, static_cast<double>(*declared.extent));
    } else if (declared.hint) {
      extents[index] = std::max<double>(1, static_cast<double>(*declared.hint));
    } else {
      const bool sparse = std::any_of(all.begin(), all.end(), is_sparse_operand);
      const double block =
          declared.part == BlockPart::outer ? static_cast<double>(std::max<std::int64_t>(1, declared.block)) : 1;
      extents[index] = std::max(1.0, (sparse ? assumption.extent : dense_extent) / block);
      if (!sparse) dense_extent = std::max(2.0, dense_extent * assumption.wider);
    }
  }
  return extents;
}

struct Shared {
  std::size_t first = 0, second = 0;  // modes
};

// The index that two accesses share, if there is exactly one.
std::optional<Shared> shared_index(const Access& a, const Access& b) {
  std::optional<Shared> found;
  for (std::size_t m = 0; m < a.indices.size(); ++m)
    for (std::size_t n = 0; n < b.indices.size(); ++n) {
      if (a.indices[m] != b.indices[n]) continue;
      if (found) return {};
      found = {m, n};
    }
  return found;
}

// Number of products: the sum over j of a(j) * b(j).
std::optional<double> products_of_rows(const TensorStatistics& left, const TensorStatistics& right,
                                       const Shared& shared) {
  if (shared.first >= left.degrees.size() || shared.second >= right.degrees.size()) return {};
  const std::vector<std::int64_t>&over = left.degrees[shared.first], &with = right.degrees[shared.second];
  if (over.empty() || over.size() != with.size()) return {};
  double both = 0;
  for (std::size_t n = 0; n < over.size(); ++n) both += static_cast<double>(over[n]) * static_cast<double>(with[n]);
  return both;
}

// Number of products, relative to evenly spread entries.
std::optional<double> meeting(const TensorStatistics& left, const TensorStatistics& right, const Shared& shared) {
  const std::optional<double> both = products_of_rows(left, right, shared);
  if (!both) return {};
  return *both * static_cast<double>(left.degrees[shared.first].size()) / (left.stored * right.stored);
}

// Number of common components, relative to independent patterns. Both samples are restricted to the smaller sampling
// rate; the share of common components is taken of the smaller sample. Empty if the samples have too few in common.
std::optional<double> agreement(const Access& a, const TensorStatistics& left, const Access& b,
                                const TensorStatistics& right, double cells) {
  constexpr std::size_t least = 16;
  if (has_repeats(a.indices)) return {};
  const std::uint64_t below = std::min(left.drawn.below, right.drawn.below);
  std::set<std::vector<std::int64_t>> places;
  for (const auto& [hash, place] : left.drawn.places)
    if (hash < below && place.size() == a.indices.size()) places.insert(place);
  std::size_t both = 0, of_right = 0;
  std::vector<std::int64_t> as_of_left(a.indices.size());
  for (const auto& [hash, place] : right.drawn.places) {
    if (hash >= below || place.size() != as_of_left.size()) continue;
    ++of_right;
    for (std::size_t mode = 0; mode < as_of_left.size(); ++mode)
      as_of_left[mode] = place[static_cast<std::size_t>(std::find(b.indices.begin(), b.indices.end(), a.indices[mode]) -
                                                        b.indices.begin())];
    both += places.count(as_of_left);
  }
  if (both < least) return {};
  const double common = static_cast<double>(both);
  const double stored = places.size() < of_right ? common / static_cast<double>(places.size()) * left.stored
                                                 : common / static_cast<double>(of_right) * right.stored;
  return stored * cells / (left.stored * right.stored);
}

// Number of components of the product of two matrices, extrapolated from sampled rows of the first and columns of the
// second. Empty if the samples are too small to tell or too large to multiply here.
std::optional<double> components_of_product(const TensorStatistics::Fibres& rows,
                                            const TensorStatistics::Fibres& columns) {
  constexpr std::size_t most = std::size_t{1} << 18, least = 32;
  constexpr std::uint64_t all = ~std::uint64_t{0};
  std::vector<std::pair<std::int64_t, std::int64_t>> found;
  auto right = columns.entries.begin();
  for (const auto& [at, row] : rows.entries) {
    while (right != columns.entries.end() && right->first < at) ++right;
    for (auto column = right; column != columns.entries.end() && column->first == at; ++column)
      found.emplace_back(row, column->second);
    if (found.size() > most) return {};
  }
  std::sort(found.begin(), found.end());
  const auto distinct = static_cast<std::size_t>(std::unique(found.begin(), found.end()) - found.begin());
  if (distinct < least && (rows.below != all || columns.below != all)) return {};
  return static_cast<double>(distinct) * (0x1p64 / static_cast<double>(rows.below)) *
         (0x1p64 / static_cast<double>(columns.below));
}

// Components of the product of two matrices, relative to evenly spread rows.
std::optional<double> overlap(const TensorStatistics& rows, const TensorStatistics& picked, const Shared& shared) {
  if (rows.fibres.size() != 2 || picked.fibres.size() != 2) return {};
  const std::optional<double> all = products_of_rows(rows, picked, shared);
  const std::vector<std::int64_t>&lengths = rows.degrees[1 - shared.first], &across = picked.degrees[1 - shared.second];
  if (!all || *all == 0 || lengths.empty() || across.empty()) return {};
  const std::optional<double> components =
      components_of_product(rows.fibres[1 - shared.first][0], picked.fibres[1 - shared.second][1]);
  if (!components) return {};
  const auto filled =
      static_cast<double>(lengths.size()) - static_cast<double>(std::count(lengths.begin(), lengths.end(), 0));
  return std::min(1.0, *components / (filled * occupied(static_cast<double>(across.size()), *all / filled)));
}

void add_pairs(const Kernel& kernel, Sizes& sizes) {
  const std::vector<Access> all = all_operands(kernel);
  if (all.size() > most_accesses_that_meet) return;
  for (std::size_t a = 0; a < all.size(); ++a)
    for (std::size_t b = a + 1; b < all.size(); ++b) {
      const TensorDeclaration *first = kernel.find(all[a].tensor), *second = kernel.find(all[b].tensor);
      if (!first || !second || !first->statistics || !second->statistics) continue;
      const TensorStatistics &left = *first->statistics, &right = *second->statistics;
      if (left.stored == 0 || right.stored == 0) continue;
      const std::string one = print(all[a]), other = print(all[b]);
      if (all[a].indices.size() > 1 && have_same_indices(all[a], all[b])) {
        double cells = 1;
        for (const std::string& index : all[a].indices) cells *= sizes.extent(index);
        if (const auto more = agreement(all[a], left, all[b], right, cells)) sizes.meetings[{one, other}] = *more;
        continue;
      }
      const std::optional<Shared> shared = shared_index(all[a], all[b]);
      if (!shared) continue;
      if (const auto more = meeting(left, right, *shared)) sizes.meetings[{one, other}] = *more;
      if (all[a].indices.size() != 2 || all[b].indices.size() != 2) continue;
      if (const auto share = overlap(left, right, *shared)) sizes.overlaps[{one, other}] = *share;
      if (const auto share = overlap(right, left, {shared->second, shared->first}))
        sizes.overlaps[{other, one}] = *share;
    }
}

Sizes sizes_under(const Kernel& kernel, const Assumption& assumption) {
  Sizes sizes{extents_of(kernel, assumption), {}, {}, {}};
  int sparse_tensors = 0;
  for (const Access& access : all_operands(kernel)) {
    const TensorDeclaration* tensor = kernel.find(access.tensor);
    if (!tensor || !tensor->format || sizes.prefixes.count(access.tensor)) continue;
    const Access stored = tensor->converted_from.value_or(access);
    const TensorDeclaration* original = kernel.find(stored.tensor);
    if (!original || sizes.prefixes.count(stored.tensor)) continue;
    sizes.prefixes[stored.tensor] = prefixes_of(*original, stored, sizes, assumption, sparse_tensors);
    if (!original->format->is_dense()) ++sparse_tensors;
  }
  return sizes;
}

}  // namespace

bool have_same_indices(const Access& a, const Access& b) {
  return a.indices.size() == b.indices.size() &&
         std::is_permutation(a.indices.begin(), a.indices.end(), b.indices.begin());
}

double Sizes::extent(const std::string& index) const {
  const auto it = extents.find(index);
  return it == extents.end() ? assumed_dense_extent : it->second;
}

double occupied(double cells, double stored) {
  if (cells <= 1) return std::min(cells, stored);
  // 1 - (1 - 1/cells)^stored, accurate even if either is huge
  return std::min(stored, -cells * std::expm1(stored * std::log1p(-1 / cells)));
}

std::vector<double> random_prefixes(const Format& format, const std::vector<double>& extents, double entries) {
  std::size_t sparse_levels = format.levels.size();
  while (sparse_levels > 0 && is_dense(format.levels[sparse_levels - 1])) --sparse_levels;
  std::vector<double> prefixes;
  double cells = 1;
  bool dense_so_far = true;
  for (std::size_t l = 0; l < format.levels.size(); ++l) {
    const double extent = extents[static_cast<std::size_t>(format.levels[l].mode)];
    cells *= extent;
    dense_so_far = dense_so_far && is_dense(format.levels[l]);
    if (dense_so_far)
      prefixes.push_back(cells);
    else if (is_dense(format.levels[l]))
      prefixes.push_back(prefixes.back() * extent);
    else
      prefixes.push_back(l + 1 == sparse_levels ? std::min(entries, cells) : occupied(cells, entries));
  }
  return prefixes;
}

bool is_known(const TensorDeclaration& tensor) { return tensor.nnz_hint || tensor.fill_hint || tensor.statistics; }
bool is_known(const IndexDeclaration& index) { return index.extent || index.hint; }

Sizes expected_sizes(const Kernel& kernel) {
  Sizes sizes = sizes_under(kernel, {});
  add_pairs(kernel, sizes);
  return sizes;
}

std::vector<Sizes> corner_sizes(const Kernel& kernel) {
  std::vector<Sizes> corners;
  const double narrow = std::pow(corner_extent, 0.1), wide = std::pow(corner_extent, 0.4);
  for (const double density : {0.1, 0.6, 0.9})
    for (const auto& [dense_extent, wider] : {std::pair{narrow, 1.0}, std::pair{wide, 1.0}})
      corners.push_back(sizes_under(kernel, {corner_extent, dense_extent, wider, density, 0}));
  const double step = std::pow(corner_extent, 0.15);
  corners.push_back(sizes_under(kernel, {corner_extent, narrow, step, 0.3, 0}));
  corners.push_back(sizes_under(kernel, {corner_extent, std::pow(corner_extent, 0.8), 1 / step, 0.3, 0}));
  // The first sparse operand is nearly full and each further one emptier, and the reverse.
  corners.push_back(sizes_under(kernel, {corner_extent, narrow, 1, 0.8, 0.3}));
  corners.push_back(sizes_under(kernel, {corner_extent, narrow, 1, 0.2, -0.3}));
  return corners;
}

}  // namespace scorchc::schedule
