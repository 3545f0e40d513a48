#include "schedule/choose/choose_tiles.h"

#include <algorithm>
#include <optional>

#include "schedule/estimate/sizes.h"
#include "schedule/search/matmul.h"
#include "schedule/transform/split_blocks.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// Measured: docs/autoscheduler.md, "Dense matrix products". Several rows of a product are computed at a time
// (emit/cpp_row_block). Each reads a tile of lanes, row by row of the operand. If a block holds only these lanes, they
// are contiguous and fit a cache together.
constexpr std::int64_t bytes_of_lanes = 256;  // bytes of lanes in one tile
constexpr std::int64_t first_caches = 4;      // operand size from which the copy pays, in multiples of L1
constexpr std::int64_t rows_of_block = 64;    // rows that reuse a block of lanes; fewer do not pay for a copy

std::string kilobytes(std::int64_t bytes) { return std::to_string((bytes + 1023) / 1024) + " KB"; }

// Puts the block loops outermost, the one with more blocks first: it runs in parallel. Sums stay in registers.
Reorder order_of(const Matmul& product, const Kernel& split) {
  Reorder order{product.batch};
  for (const BlockPart part : {BlockPart::outer, BlockPart::inner})
    for (const std::string& index : {product.row, product.lane})
      if (const std::optional<std::string> loop = loop_over(index, part, split)) order.indices.push_back(*loop);
  order.indices.push_back(product.depth);
  return order;
}

// Copies the operand block by block, with the lanes of each row contiguous.
Convert copy_of(const Matmul& product, const Kernel& kernel, const Kernel& split) {
  Convert copy{access_in_blocks(product.reused, kernel, split), {}};
  for (const std::string& index : product.batch)
    if (has(copy.access.indices, index)) copy.indices.push_back(index);
  copy.indices.push_back(*loop_over(product.lane, BlockPart::outer, split));
  copy.indices.push_back(product.depth);
  copy.indices.push_back(*loop_over(product.lane, BlockPart::inner, split));
  return copy;
}

}  // namespace

Commands choose_tiles(const Kernel& kernel, Decisions& decisions) {
  const std::optional<Matmul> found = find_matmul(kernel);
  if (!found || found->row.empty()) return {};
  const Matmul& product = *found;
  const Sizes sizes = expected_sizes(kernel);
  // Larger extents make no difference; the cap keeps products of extents from overflowing.
  const auto extent = [&](const std::string& index) {
    return static_cast<std::int64_t>(std::min(sizes.extent(index), 0x1p28));
  };
  const std::int64_t width = bytes_of_lanes / product.size_of_value,
                     bytes = extent(product.lane) * extent(product.depth) * product.size_of_value;
  const std::string what = print(product.reused) + " takes " + kilobytes(bytes);
  const auto none = [&](const std::string& why) {
    decisions.push_back({"schedule", "tiles", "none", why + "; several rows are computed per pass over it"});
    return Commands{};
  };
  if (bytes < first_caches * kernel.caches.first) return none(what + ", which caches hold without tiling");
  if (extent(product.lane) <= width)
    return none("rows of " + product.reused.tensor + " fit one tile and are contiguous as stored");
  if (extent(product.row) < rows_of_block) return none(what + ", but is reused for few " + product.row);
  Commands commands = {Split{product.lane, width}};
  const bool is_tall = extent(product.row) / rows_of_block > extent(product.lane) / width;
  if (is_tall) commands.emplace_back(Split{product.row, rows_of_block});
  const Kernel split = split_blocks(kernel, commands);
  Reorder order = order_of(product, split);
  if (product.is_scaled) commands.emplace_back(separate_factor(product, kernel, split));
  if (!is_summed_in_result(split, commands, order))
    return none(kernel.result().name + " cannot accumulate partial sums");
  const Convert copy = copy_of(product, kernel, split);
  decisions.push_back({"schedule", "tiles",
                       std::to_string(width) + " " + product.lane +
                           (is_tall ? ", " + std::to_string(rows_of_block) + " " + product.row : ""),
                       what + ", and is reused for each " + product.row + ": a block of it stays in a cache"});
  decisions.push_back({"schedule", "storage order of " + print(copy.access), joined(copy.indices),
                       "copied first, so that the loops over a block read contiguously"});
  decisions.push_back(
      {"schedule", "loop order", joined(order.indices),
       (product.batch.empty() ? "block loops outermost" : "block loops outermost, in each " + joined(product.batch)) +
           "; sums over " + product.depth + " stay in registers"});
  commands.emplace_back(copy);
  commands.emplace_back(std::move(order));
  return commands;
}

}  // namespace scorchc::schedule
