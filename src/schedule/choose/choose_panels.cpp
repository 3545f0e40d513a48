#include "schedule/choose/choose_panels.h"

#include <algorithm>
#include <optional>

#include "schedule/estimate/cost.h"
#include "schedule/explain/numbers.h"
#include "schedule/transform/find_command.h"
#include "schedule/transform/split_blocks.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// Measured thresholds: docs/autoscheduler.md, "Measurements".
constexpr double long_row = 2048;    // bytes: shorter rows stay in a cache or are read as they are
constexpr double often = 32;         // reads per row that pay for the copy
constexpr std::int64_t panel = 256;  // bytes of a row that one tile of lanes reads

// B(row, lane): the innermost loop selects its rows by entries, and the lanes of a dense result are its columns.
struct Picked {
  Access access;
  std::string row, lane;
  std::int64_t size_of_value = 4;
};

// Whether the commands only order loops and mark them: with others, the loop that panels split may not exist.
bool is_plain_order(const Commands& chosen) {
  return std::all_of(chosen.begin(), chosen.end(), [](const Command& command) {
    return is_own_order(command) || std::holds_alternative<Parallelize>(command) ||
           std::holds_alternative<Vectorize>(command) || std::holds_alternative<Prefetch>(command) ||
           std::holds_alternative<Without>(command);
  });
}

std::optional<Picked> picked_rows(const Kernel& kernel, const Commands& chosen) {
  const Reorder* order = find_command<Reorder>(chosen);
  const Vectorize* vectors = find_command<Vectorize>(chosen);
  if (!order || !vectors || !is_plain_order(chosen) || !kernel.result().format->is_dense()) return {};
  std::optional<Picked> found;
  for (const Command& command : chosen) {
    const Prefetch* prefetch = std::get_if<Prefetch>(&command);
    if (!prefetch) continue;
    const TensorDeclaration& tensor = kernel.tensor(prefetch->access.tensor);
    if (!tensor.format->is_dense()) continue;
    if (found) return {};  // several: unknown which of them is read often
    const auto index_of = [&](std::size_t l) {
      return prefetch->access.indices[static_cast<std::size_t>(tensor.format->levels[l].mode)];
    };
    found = Picked{prefetch->access, index_of(0), index_of(1), tensor.value == ValueType::f64 ? 8 : 4};
  }
  const bool fits = found && found->lane == vectors->index && found->row == order->indices.back() &&
                    has(kernel.statement.lhs.indices, found->lane);
  return fits ? found : std::nullopt;
}

// Whether hints or data give the operand's extents and the number of entries.
bool are_sizes_known(const Kernel& kernel, const Picked& picked) {
  return is_known(kernel.indices.at(picked.row)) && is_known(kernel.indices.at(picked.lane)) &&
         std::all_of(kernel.tensors.begin(), kernel.tensors.end(),
                     [](const TensorDeclaration& tensor) { return tensor.format->is_dense() || is_known(tensor); });
}

// Average number of times that a row is read, counting all its lanes as one read.
double times_read(const Picked& picked, const cin::Program& program, const Sizes& sizes) {
  double iterations = 0;
  for (const LoopPrice& loop : price(program, sizes).loops)
    if (loop.index == picked.row) iterations += loop.iterations;
  return iterations / sizes.extent(picked.lane) / std::max(1.0, sizes.extent(picked.row));
}

}  // namespace

Commands choose_panels(const Kernel& kernel, const Commands& chosen, const cin::Program& program, const Sizes& sizes,
                       Decisions& decisions) {
  const std::optional<Picked> picked = picked_rows(kernel, chosen);
  if (!picked || !are_sizes_known(kernel, *picked)) return {};
  const double row_bytes = sizes.extent(picked->lane) * static_cast<double>(picked->size_of_value);
  const double bytes = row_bytes * sizes.extent(picked->row), read = times_read(*picked, program, sizes);
  if (row_bytes < long_row || read < often || bytes <= static_cast<double>(kernel.caches.second)) return {};
  const Pack pack{picked->access, {picked->lane, panel / picked->size_of_value}};
  const auto part = [&, split = split_blocks(kernel, {pack})](BlockPart wanted) {
    return *loop_over(picked->lane, wanted, split);
  };
  Reorder order = *find_command<Reorder>(chosen);
  std::replace(order.indices.begin(), order.indices.end(), picked->lane, part(BlockPart::inner));
  order.indices.insert(order.indices.begin(), part(BlockPart::outer));
  Commands packed = {pack, order};
  if (const Parallelize* shared_out = find_command<Parallelize>(chosen))
    packed.emplace_back(Parallelize{part(BlockPart::outer), shared_out->partition});
  packed.emplace_back(Vectorize{part(BlockPart::inner)});
  for (Command& command : left_out(chosen)) packed.push_back(std::move(command));
  decisions.push_back({"schedule", "panels",
                       print(picked->access) + " by " + std::to_string(pack.panel.size) + " " + picked->lane,
                       "its rows of " + about(row_bytes) + " bytes are read " + about(read) +
                           " times each: a panel fits a cache and is contiguous; loop order " + joined(order.indices)});
  return packed;
}

}  // namespace scorchc::schedule
