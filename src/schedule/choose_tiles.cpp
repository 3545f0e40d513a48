#include "schedule/choose_tiles.h"

#include <algorithm>
#include <optional>

#include "schedule/matrix_product.h"
#include "schedule/sizes.h"
#include "schedule/split_blocks.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// A block of rows of the operand is as many bytes as this share of the first cache: what runs along beside it has the
// rest.
constexpr std::int64_t share_of_first = 3, of_first = 4;
// Rows of any distance from each other have places in the first cache if they are no more than the ways that it has.
// Where whole rows are taken, they follow each other, and may be more.
constexpr std::int64_t rows_apart = 8;
// Rows this short are read one after the other by one tile of lanes as it is.
constexpr std::int64_t shortest_row = 512;
// A block is read again for each row of the other operand: by then it has been read often enough. The result's rows
// stay in the second cache meanwhile, in this share of it.
constexpr std::int64_t most_rows = 64, least_rows = 8, of_second = 4;
constexpr std::int64_t bytes_of_lanes = 256;  // widths are multiples of a tile of lanes

// What is summed up over a block's depth stays in registers.
Reorder order_of(const MatrixProduct& product, const Kernel& split) {
  Reorder order{product.around};
  for (const BlockPart part : {BlockPart::outer, BlockPart::inner})
    for (const std::string& index : {product.row, product.lane, product.depth})
      if (const std::optional<std::string> loop = loop_over(index, part, split)) order.indices.push_back(*loop);
  return order;
}

bool is_stored_along(const std::string& lane, const Access& access, const Kernel& kernel) {
  const LevelSpec& last = kernel.tensor(access.tensor).format->levels.back();
  return access.indices[static_cast<std::size_t>(last.mode)] == lane;
}

// The operand block by block, each with the lanes of a row side by side.
Convert copy_of(const MatrixProduct& product, const Kernel& kernel, const Kernel& split) {
  const Access access = access_in_blocks(product.again, kernel, split);
  Convert copy{access, {}};
  for (const std::string& index : order_of(product, split).indices)
    if (has(access.indices, index) && index != product.lane && split.indices.at(index).block_of != product.lane)
      copy.indices.push_back(index);
  const auto lanes_of = [&](BlockPart part) { return loop_over(product.lane, part, split); };
  if (const std::optional<std::string> block = lanes_of(BlockPart::outer))
    copy.indices.insert(copy.indices.begin() + static_cast<std::ptrdiff_t>(copy.indices.size() - 2), *block);
  copy.indices.push_back(*lanes_of(BlockPart::inner));
  return copy;
}

std::string kilobytes(std::int64_t bytes) { return std::to_string((bytes + 1023) / 1024) + " KB"; }

std::string sizes_of(const std::vector<Split>& splits) {
  std::string text;
  for (const Split& split : splits) text += (text.empty() ? "" : ", ") + split.index + ": " + std::to_string(split.size);
  return text;
}

}  // namespace

Commands choose_tiles(const Kernel& kernel, Decisions& decisions) {
  const std::optional<MatrixProduct> found = find_matrix_product(kernel);
  if (!found || found->row.empty()) return {};
  const MatrixProduct& product = *found;
  const Sizes sizes = expected_sizes(kernel);
  // Beyond these it makes no difference, and products of sizes are no overflow.
  const auto extent = [&](const std::string& index) {
    return static_cast<std::int64_t>(std::min(sizes.extent(index), 0x1p28));
  };
  const std::int64_t row_bytes = extent(product.lane) * product.size_of_value,
                     bytes = row_bytes * extent(product.depth);
  const std::string what = print(product.again) + " takes " + kilobytes(bytes);
  const auto none = [&](const std::string& why) {
    decisions.push_back({"schedule", "tiles", "none", why});
    return Commands{};
  };
  if (bytes <= kernel.caches.first)
    return none(what + ", which a cache of " + kilobytes(kernel.caches.first) + " holds");
  if (row_bytes < shortest_row)
    return none("rows of " + product.again.tensor + " are short: they are read one after the other");
  if (extent(product.row) < least_rows) return none(what + ", but is read again for few " + product.row);
  const std::int64_t block = kernel.caches.first / of_first * share_of_first;
  const std::int64_t width = std::max<std::int64_t>(1, block / rows_apart / bytes_of_lanes) * bytes_of_lanes;
  const std::int64_t held = std::min(width, row_bytes);
  std::vector<Split> splits;
  splits.push_back({product.row, std::clamp(kernel.caches.second / of_second / held, least_rows, most_rows)});
  if (width < row_bytes) splits.push_back({product.lane, width / product.size_of_value});
  splits.push_back({product.depth, std::max(rows_apart, block / held / rows_apart * rows_apart)});
  // Loops over the blocks of `tile` stand outside of all others: where those are a batch, they stand inside.
  Commands commands;
  if (product.around.empty())
    commands.emplace_back(Tile{splits});
  else
    commands.insert(commands.end(), splits.begin(), splits.end());
  const Kernel split = split_blocks(kernel, commands);
  const Reorder order = order_of(product, split);
  if (product.is_scaled) commands.emplace_back(apart(product, kernel, split));
  if (!is_summed_in_result(split, commands, order)) return none(kernel.result().name + " cannot hold sums that are not finished");
  decisions.push_back({"schedule", "tiles", sizes_of(splits),
                       what + ", and is read again for each " + product.row + ": a block of it stays in a cache of " +
                           kilobytes(kernel.caches.first) + " meanwhile"});
  if (!is_stored_along(product.lane, product.again, kernel)) {
    const Convert copy = copy_of(product, kernel, split);
    decisions.push_back({"schedule", "storage order of " + print(copy.access), joined(copy.indices),
                         "copied first: what a vector loop over " + copy.indices.back() +
                             " reads then stands one component after the other"});
    commands.emplace_back(copy);
  }
  decisions.push_back({"schedule", "loop order", joined(order.indices),
                       (product.around.empty() ? "over blocks first" : "over blocks first, in each " + joined(product.around)) +
                           "; what is summed up over " + product.depth + " in a block stays in registers"});
  commands.emplace_back(order);
  return commands;
}

}  // namespace scorchc::schedule
