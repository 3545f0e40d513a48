#include "schedule/choose_tiles.h"

#include <algorithm>
#include <optional>

#include "schedule/parts.h"
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

// C(row, lane) = sum(depth, A(row, depth) * B(depth, lane)) by any names, B stored by rows over `lane`.
struct Product {
  std::string row, lane, depth;
  Access again;  // B: what is read again in each row
  std::int64_t size_of_value = 4;
};

bool is_stored_by(const Access& access, const std::vector<std::string>& indices, const Kernel& kernel) {
  const TensorDeclaration& tensor = kernel.tensor(access.tensor);
  std::vector<std::string> stored;
  for (const LevelSpec& level : tensor.format->levels)
    stored.push_back(access.indices[static_cast<std::size_t>(level.mode)]);
  return tensor.format->is_dense() && !tensor.format->is_blocked() && stored == indices;
}

std::optional<Product> find_product(const Kernel& kernel) {
  const Statement& statement = kernel.statement;
  const Reduce* sum = statement.rhs.as<Reduce>();
  const Apply* product =
      sum && sum->op == ReduceOp::sum && sum->indices.size() == 1 ? sum->body[0].as<Apply>() : nullptr;
  const ValueType type = computation_type(kernel);
  const bool fits = product && product->op == Operator::mul && statement.lhs.indices.size() == 2 &&
                    !has_repeats(statement.lhs.indices) &&
                    (statement.op == AssignOp::set || statement.op == AssignOp::add) &&
                    (type == ValueType::f32 || type == ValueType::f64) &&
                    std::all_of(kernel.tensors.begin(), kernel.tensors.end(),
                                [&](const TensorDeclaration& tensor) { return tensor.value == type; });
  if (!fits) return {};
  for (std::size_t n = 0; n < 2; ++n) {
    const Access *other = product->operands[1 - n].as<Access>(), *again = product->operands[n].as<Access>();
    if (!other || !again || other->tensor == kernel.result().name || again->tensor == kernel.result().name) continue;
    const LevelSpec& last = kernel.result().format->levels.back();
    const std::string lane = statement.lhs.indices[static_cast<std::size_t>(last.mode)];
    const std::string row = statement.lhs.indices[lane == statement.lhs.indices[0] ? 1 : 0];
    const std::string& depth = sum->indices[0];
    const bool is_other = is_stored_by(*other, {row, depth}, kernel);
    if (is_other && is_stored_by(*again, {depth, lane}, kernel) && is_stored_by(statement.lhs, {row, lane}, kernel))
      return Product{row, lane, depth, *again, type == ValueType::f32 ? 4 : 8};
  }
  return {};
}

// What is summed up over a block's depth stays in registers.
Reorder order_of(const Product& product, const Kernel& split) {
  Reorder order;
  for (const BlockPart part : {BlockPart::outer, BlockPart::inner})
    for (const std::string& index : {product.row, product.lane, product.depth})
      if (const std::optional<std::string> loop = loop_over(index, part, split)) order.indices.push_back(*loop);
  return order;
}

std::string kilobytes(std::int64_t bytes) { return std::to_string((bytes + 1023) / 1024) + " KB"; }

}  // namespace

Commands choose_tiles(const Kernel& kernel, Decisions& decisions) {
  const std::optional<Product> found = find_product(kernel);
  if (!found) return {};
  const Product& product = *found;
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
  if (kernel.blas == Blas::cblas) return none("blocks are what a BLAS makes of it");
  if (bytes <= kernel.caches.first)
    return none(what + ", which a cache of " + kilobytes(kernel.caches.first) + " holds");
  if (row_bytes < shortest_row)
    return none("rows of " + product.again.tensor + " are short: they are read one after the other");
  if (extent(product.row) < least_rows) return none(what + ", but is read again for few " + product.row);
  const std::int64_t block = kernel.caches.first / of_first * share_of_first;
  const std::int64_t width = std::max<std::int64_t>(1, block / rows_apart / bytes_of_lanes) * bytes_of_lanes;
  const std::int64_t held = std::min(width, row_bytes);
  Tile tile;
  tile.splits.push_back({product.row, std::clamp(kernel.caches.second / of_second / held, least_rows, most_rows)});
  if (width < row_bytes) tile.splits.push_back({product.lane, width / product.size_of_value});
  tile.splits.push_back({product.depth, std::max(rows_apart, block / held / rows_apart * rows_apart)});
  const Command command = std::move(tile);
  const std::string text = print(command);
  decisions.push_back({"schedule", "tiles", text.substr(text.find('(') + 1, text.size() - text.find('(') - 2),
                       what + ", and is read again for each " + product.row + ": a block of it stays in a cache of " +
                           kilobytes(kernel.caches.first) + " meanwhile"});
  const Reorder order = order_of(product, split_blocks(kernel, {command}));
  decisions.push_back(
      {"schedule", "loop order", joined(order.indices),
       "over blocks first; what is summed up over " + product.depth + " in a block stays in registers"});
  return {command, order};
}

}  // namespace scorchc::schedule
