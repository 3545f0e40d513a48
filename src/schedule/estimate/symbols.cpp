#include "schedule/estimate/symbols.h"

#include <algorithm>

namespace scorchc::schedule {
namespace {

// Number of the mode's coordinates with entries, if statistics have it.
std::optional<double> counted(const TensorDeclaration& tensor, std::size_t mode) {
  if (!tensor.statistics || tensor.statistics->degrees.size() != static_cast<std::size_t>(tensor.order)) return {};
  const std::vector<std::int64_t>& degrees = tensor.statistics->degrees[mode];
  if (degrees.empty()) return {};
  return static_cast<double>(
      std::count_if(degrees.begin(), degrees.end(), [](std::int64_t degree) { return degree > 0; }));
}

}  // namespace

Symbols::Symbols(const Kernel& kernel, const Sizes& sizes) : kernel_(kernel), sizes_(sizes), numbers_(sizes.extents) {
  for (const auto& [index, declaration] : kernel.indices)
    if (declaration.part == BlockPart::outer) {
      const auto whole = kernel.indices.find(declaration.block_of);
      const bool is_known = whole != kernel.indices.end() && (whole->second.extent || whole->second.hint);
      define(declaration.block_of,
             is_known ? static_cast<double>(whole->second.extent.value_or(whole->second.hint.value_or(0)))
                      : sizes.extent(index) * static_cast<double>(declaration.block));
    }
  for (const auto& [tensor, prefixes] : sizes.prefixes) {
    for (std::size_t l = 0; l < prefixes.size(); ++l) define("#" + tensor + std::to_string(l + 1), prefixes[l]);
    if (!prefixes.empty()) define("nnz(" + tensor + ")", prefixes.back());
  }
}

Sum Symbols::with_whole_indices(Sum sum) const {
  for (Monomial& term : sum.terms)
    for (const auto& [whole, block] : kernel_.splits)
      for (const auto& [outer, of_blocks] : kernel_.indices)
        for (const auto& [inner, of_places] : kernel_.indices) {
          const bool are_halves = of_blocks.block_of == whole && of_blocks.part == BlockPart::outer &&
                                  of_places.block_of == whole && of_places.part == BlockPart::inner;
          if (!are_halves || !term.powers.count(outer) || !term.powers.count(inner)) continue;
          const int both = term.powers[outer];
          if (both != term.powers[inner]) continue;
          term.multiply(outer, -both);
          term.multiply(inner, -both);
          term.multiply(whole, both);
        }
  return sum;
}

Sum Symbols::projected(const Access& access, const std::set<std::string>& parts, std::size_t levels_walked) {
  const TensorDeclaration* tensor = kernel_.find(access.tensor);
  if (!tensor || !tensor->format || tensor->format->is_dense()) return one();
  std::set<std::string> indices = parts;
  Access on_blocks = access;
  for (std::string& index : on_blocks.indices) {
    const auto part_of = [&](BlockPart part) {
      return std::find_if(parts.begin(), parts.end(), [&](const std::string& each) {
        const auto declared = kernel_.indices.find(each);
        return declared != kernel_.indices.end() && declared->second.block_of == index && declared->second.part == part;
      });
    };
    const auto block = part_of(BlockPart::outer);
    if (block == parts.end()) continue;
    if (part_of(BlockPart::inner) == parts.end())
      index = *block;
    else
      indices.insert(index);
  }
  if (on_blocks.indices != access.indices) return projected_on_blocks(on_blocks, indices);
  const std::vector<LevelSpec>& levels = tensor->format->levels;
  std::size_t sparse_levels = std::min(levels.size(), levels_walked);
  while (sparse_levels > 0 && is_dense(levels[sparse_levels - 1])) --sparse_levels;
  const auto index_of = [&](std::size_t l) { return access.indices[static_cast<std::size_t>(levels[l].mode)]; };
  std::vector<std::size_t> kept;
  for (std::size_t l = 0; l < sparse_levels; ++l)
    if (indices.count(index_of(l))) kept.push_back(l);
  if (kept.empty()) return one();
  Sum share = one();
  Monomial& cells = share.terms[0];
  for (const std::size_t l : kept) cells.multiply(index_of(l), -1);
  if (kept.size() == sparse_levels && levels_walked >= levels.size()) {
    for (std::size_t l = sparse_levels; l < levels.size(); ++l) cells.multiply(index_of(l), -1);
    cells.multiply("nnz(" + access.tensor + ")", 1);
    return share;
  }
  if (kept.back() + 1 == kept.size() && !is_dense(levels[kept.back()])) {
    cells.multiply("#" + access.tensor + std::to_string(kept.size()), 1);
    return share;
  }
  std::string text;
  double places = 1;
  for (std::size_t mode = 0; mode < access.indices.size(); ++mode) {
    const bool is_kept =
        std::any_of(kept.begin(), kept.end(), [&](std::size_t l) { return index_of(l) == access.indices[mode]; });
    text += (text.empty() ? "" : ",") + (is_kept ? access.indices[mode] : ":");
    if (is_kept) places *= counted(*tensor, mode).value_or(sizes_.extent(access.indices[mode]));
  }
  const std::string symbol = "#" + access.tensor + "(" + text + ")";
  const auto prefixes = sizes_.prefixes.find(access.tensor);
  const double entries = prefixes == sizes_.prefixes.end() ? places : prefixes->second[sparse_levels - 1];
  const auto mode = static_cast<std::size_t>(levels[kept[0]].mode);
  const bool is_counted = kept.size() == 1 && counted(*tensor, mode);
  define(symbol, is_counted ? places : occupied(places, entries));
  cells.multiply(symbol, 1);
  share.exact = kept.size() == 1;  // pairs of coordinates are not counted
  return share;
}

Sum Symbols::projected_on_blocks(const Access& access, const std::set<std::string>& indices) {
  Sum share = one();
  share.exact = false;
  std::string text;
  double places = 1;
  for (const std::string& index : access.indices) {
    const bool is_kept = indices.count(index) > 0;
    text += (text.empty() ? "" : ",") + (is_kept ? index : ":");
    if (!is_kept) continue;
    places *= sizes_.extent(index);
    share.terms[0].multiply(index, -1);
  }
  const std::string symbol = "#" + access.tensor + "(" + text + ")";
  define(symbol, occupied(places, sizes_.prefixes.at(access.tensor).back()));
  share.terms[0].multiply(symbol, 1);
  return share;
}

}  // namespace scorchc::schedule
