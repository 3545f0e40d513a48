#include "schedule/choose_tiles.h"

#include <algorithm>
#include <optional>

#include "schedule/matmul.h"
#include "schedule/sizes.h"
#include "schedule/split_blocks.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// Measured: docs/scheduling.md, `tile`. Rows of a product are run several at a time (emit/cpp_row_block), and each of
// them reads a tile of lanes, row by row of the operand: these stand in a cache together, and one after the other, if
// they are all that a block holds.
constexpr std::int64_t bytes_of_lanes = 256;  // of one tile
constexpr std::int64_t first_caches = 4;      // as much as so many hold, an operand has to be, for its copy to pay
constexpr std::int64_t rows_of_block = 64;    // go over a block of lanes after each other; fewer are not worth a copy

std::string kilobytes(std::int64_t bytes) { return std::to_string((bytes + 1023) / 1024) + " KB"; }

// Blocks of rows or of lanes outermost, whichever are more: those are what runs in parallel. All that is summed up
// stays in registers.
Reorder order_of(const Matmul& product, const Kernel& split) {
  Reorder order{product.around};
  for (const BlockPart part : {BlockPart::outer, BlockPart::inner})
    for (const std::string& index : {product.row, product.lane})
      if (const std::optional<std::string> loop = loop_over(index, part, split)) order.indices.push_back(*loop);
  order.indices.push_back(product.depth);
  return order;
}

// The operand block by block, each with the lanes of a row side by side.
Convert copy_of(const Matmul& product, const Kernel& kernel, const Kernel& split) {
  Convert copy{access_in_blocks(product.again, kernel, split), {}};
  for (const std::string& index : product.around)
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
  // Beyond these it makes no difference, and products of sizes are no overflow.
  const auto extent = [&](const std::string& index) {
    return static_cast<std::int64_t>(std::min(sizes.extent(index), 0x1p28));
  };
  const std::int64_t width = bytes_of_lanes / product.size_of_value,
                     bytes = extent(product.lane) * extent(product.depth) * product.size_of_value;
  const std::string what = print(product.again) + " takes " + kilobytes(bytes);
  const auto none = [&](const std::string& why) {
    decisions.push_back({"schedule", "tiles", "none", why + "; several rows at a time read it once"});
    return Commands{};
  };
  if (bytes < first_caches * kernel.caches.first) return none(what + ", which is read from caches as it is");
  if (extent(product.lane) <= width)
    return none("rows of " + product.again.tensor + " are short: they are read one after the other");
  if (extent(product.row) < rows_of_block) return none(what + ", but is read again for few " + product.row);
  Commands commands = {Split{product.lane, width}};
  const bool is_tall = extent(product.row) / rows_of_block > extent(product.lane) / width;
  if (is_tall) commands.emplace_back(Split{product.row, rows_of_block});
  const Kernel split = split_blocks(kernel, commands);
  Reorder order = order_of(product, split);
  if (product.is_scaled) commands.emplace_back(apart(product, kernel, split));
  if (!is_summed_in_result(split, commands, order))
    return none(kernel.result().name + " cannot hold sums that are not finished");
  const Convert copy = copy_of(product, kernel, split);
  decisions.push_back(
      {"schedule", "tiles",
       std::to_string(width) + " " + product.lane +
           (is_tall ? ", " + std::to_string(rows_of_block) + " " + product.row : ""),
       what + ", and is read again for each " + product.row + ": a block of it stays in a cache meanwhile"});
  decisions.push_back({"schedule", "storage order of " + print(copy.access), joined(copy.indices),
                       "copied first: what a block's loops read then stands one component after the other"});
  decisions.push_back(
      {"schedule", "loop order", joined(order.indices),
       (product.around.empty() ? "over blocks first" : "over blocks first, in each " + joined(product.around)) +
           "; what is summed up over " + product.depth + " stays in registers"});
  commands.emplace_back(copy);
  commands.emplace_back(std::move(order));
  return commands;
}

}  // namespace scorchc::schedule
