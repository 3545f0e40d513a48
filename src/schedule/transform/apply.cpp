#include "schedule/transform/apply.h"

#include <algorithm>
#include <set>

#include "schedule/legality/reads_in_place.h"
#include "schedule/legality/refuse.h"
#include "schedule/legality/stored_components.h"
#include "schedule/legality/vector_loops.h"
#include "schedule/transform/convert_operands.h"
#include "schedule/transform/find_command.h"
#include "schedule/transform/mark_loops.h"
#include "schedule/transform/mark_workspace.h"
#include "schedule/transform/nest.h"
#include "schedule/transform/split_blocks.h"
#include "schedule/transform/stage_parts.h"
#include "schedule/transform/stages.h"
#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// Whether the statement only changes a layout: each entry of the result comes from exactly one entry of an operand
// whose blocks differ. The operand's own loops then assign a result that takes a counting sort or assembles blocks,
// without a conversion.
bool is_made_of_entries(const Kernel& kernel, const std::vector<Conversion>& conversions) {
  if (conversions.size() != 1 || conversions[0].is_requested ||
      !(kernel.can_counting_sort() || kernel.can_assemble_blocks()))
    return false;
  const std::vector<std::string>& lhs = kernel.statement.lhs.indices;
  const std::vector<Access> read = accesses(kernel.statement.rhs);
  return read.size() == 1 && read[0] == conversions[0].converted && !has_repeats(read[0].indices) &&
         std::is_permutation(lhs.begin(), lhs.end(), read[0].indices.begin(), read[0].indices.end()) &&
         all_indices(kernel.statement).size() == lhs.size() && !is_full(kernel.statement.rhs, lhs, kernel);
}

// Moves the loop over rows within a block directly inside the loop over block rows. Each row then gets all its entries
// in one visit; walking the few blocks below it again costs less than switching between rows. Rows that the operand
// lists in a sparse level stay where they are.
LoopOrder row_by_row(const Kernel& kernel, const Conversion& conversion) {
  LoopOrder loops = producing_loops(kernel, conversion);
  for (const LevelSpec& level : kernel.result().format->levels) {
    if (!is_dense(level)) break;
    const std::string& row = kernel.statement.lhs.indices[static_cast<std::size_t>(level.mode)];
    const auto part = [&](BlockPart wanted) {
      return std::find_if(loops.begin(), loops.end(), [&](const std::string& loop) {
        const IndexDeclaration& declared = kernel.indices.at(loop);
        return declared.block_of == row && declared.part == wanted;
      });
    };
    const auto number = part(BlockPart::outer), place = part(BlockPart::inner);
    if (number < place && place != loops.end() && !is_sparse_along(conversion.original, *place, kernel))
      std::rotate(number + 1, place, place + 1);
  }
  return loops;
}

// The index that a block's part belongs to, or the index itself.
const std::string& whole(const std::string& index, const Kernel& kernel) {
  const auto declared = kernel.indices.find(index);
  return declared == kernel.indices.end() || declared->second.block_of.empty() ? index : declared->second.block_of;
}

// Whether the operand's outermost level runs over the index, or over the whole index that it is a part of.
bool is_stored_by(const std::string& index, const Kernel& kernel, const LoopOrder& stored) {
  return stored.front() == index || stored.front() == whole(index, kernel);
}

// Loops over the result's rows and, inside, over the operand's entries of each row. Empty unless the operand locates
// rows by its leading levels (`of_operand`) and all its levels along row indices are dense.
std::optional<LoopOrder> rows_found_by_operand(const Kernel& kernel, const Conversion& conversion,
                                               const LoopOrder& rows, const LoopOrder& of_operand) {
  std::set<std::string> of_rows, found_first;
  for (const std::string& row : rows) of_rows.insert(whole(row, kernel));
  for (const std::string& index : of_operand) found_first.insert(whole(index, kernel));
  for (const LevelSpec& level : kernel.tensor(conversion.original.tensor).format->levels) {
    const std::string& index = whole(conversion.original.indices[static_cast<std::size_t>(level.mode)], kernel);
    if (of_rows.count(index) && !is_dense(level)) return {};
  }
  if (!std::includes(found_first.begin(), found_first.end(), of_rows.begin(), of_rows.end())) return {};
  LoopOrder loops = rows;
  for (const std::string& index : kernel.statement.lhs.indices)
    if (of_rows.count(whole(index, kernel)) && !has(loops, index)) loops.push_back(index);
  for (const std::string& index : producing_loops(kernel, conversion))
    if (!of_rows.count(whole(index, kernel))) loops.push_back(index);
  return loops;
}

// Loops over an operand whose block columns have another width than the result's. If the result's width is no multiple
// of the operand's, a result block may begin at any column: the loop within a block column moves outwards, so that
// columns come in order. Empty if the operand has no such block columns.
std::optional<LoopOrder> columns_of_other_blocks(const Kernel& kernel, const std::string& column, LoopOrder stored) {
  const auto wanted = kernel.indices.find(column), first = kernel.indices.find(stored.front());
  if (wanted == kernel.indices.end() || first == kernel.indices.end() || first->second.part != BlockPart::outer)
    return {};
  const IndexDeclaration &to = wanted->second, &from = first->second;
  if (from.block_of != to.block_of || to.part != BlockPart::outer) return {};
  const auto place = std::find_if(stored.begin(), stored.end(), [&](const std::string& index) {
    const IndexDeclaration& declared = kernel.indices.at(index);
    return declared.block_of == from.block_of && declared.part == BlockPart::inner;
  });
  if (to.block % from.block != 0) std::rotate(stored.begin() + 1, place, place + 1);
  return stored;
}

// The same for a result assembled block by block: loops over its rows, if the operand locates them, and over the
// operand's entries of each row. Otherwise the operand's own loops, if it stores block rows or block columns
// contiguously. Empty if neither holds.
std::optional<LoopOrder> rows_of_blocks(const Kernel& kernel, const Conversion& conversion) {
  LoopOrder stored = producing_loops(kernel, conversion);
  const auto dense = [&](const Format& format, const std::vector<std::string>& indices) {
    LoopOrder first;
    for (const LevelSpec& level : format.levels) {
      if (!is_dense(level)) break;
      first.push_back(indices[static_cast<std::size_t>(level.mode)]);
    }
    return first;
  };
  const std::vector<std::string>& lhs = kernel.statement.lhs.indices;
  const LoopOrder rows = dense(*kernel.result().format, lhs);
  const LoopOrder of_operand = dense(*kernel.tensor(conversion.original.tensor).format, conversion.original.indices);
  if (std::optional<LoopOrder> loops = rows_found_by_operand(kernel, conversion, rows, of_operand)) return loops;
  const std::string& column = lhs[static_cast<std::size_t>(kernel.result().format->levels[rows.size()].mode)];
  const bool has_met_rows = rows.size() == 1 && of_operand.empty() && is_stored_by(rows.front(), kernel, stored);
  if (has_met_rows || is_stored_by(column, kernel, stored)) return stored;
  return columns_of_other_blocks(kernel, column, stored);
}

// Assigns each entry from loops that need no conversion; empty if there are none.
std::optional<cin::Stmt> made_by_entry(const Kernel& kernel, const std::vector<Conversion>& conversions) {
  if (!is_made_of_entries(kernel, conversions)) return {};
  const Conversion& conversion = conversions[0];
  const std::optional<LoopOrder> loops =
      kernel.can_counting_sort() ? row_by_row(kernel, conversion) : rows_of_blocks(kernel, conversion);
  if (!loops) return {};
  return cin::forall(*loops,
                     cin::Assign{kernel.statement.lhs, AssignOp::set, unconverted(kernel.statement.rhs, conversions)});
}

// Refuses loop orders and conversions that name a temporary which no stage computes.
void check_names(const Kernel& kernel, const std::vector<Stage>& computed, const Commands& commands) {
  for (const Command& command : commands) {
    const Reorder* reorder = std::get_if<Reorder>(&command);
    if (reorder && reorder->part > 1 && !find_command<Fission>(commands))
      refuse(kernel, command, "the statement has one addend; numbers need `fission()`");
    const Convert* convert = std::get_if<Convert>(&command);
    const std::string of = reorder ? reorder->of : convert ? convert->of : std::string();
    if (of.empty()) continue;
    if (std::none_of(computed.begin(), computed.end(),
                     [&](const Stage& stage) { return stage.temporary.tensor == of; }))
      refuse(kernel, command, "no `precompute` and no earlier statement fills `" + of + "`");
  }
}

// `in_blocks` and `given` result from commands on this kernel, whose mode order is closed.
cin::Program applied(Kernel kernel, const Kernel& in_blocks, const std::vector<Stage>& given, const Commands& commands,
                     StageLoops& stage_loops) {
  check_names(kernel, given, commands);
  std::vector<Stage> changed;  // copies of the given stages, if operands are converted
  std::vector<Conversion> conversions;
  if (find_command<Convert>(commands) || find_command<Pack>(commands)) {
    changed = given;
    conversions = convert_operands(kernel, in_blocks, changed, commands);
  }
  const std::vector<Stage>& computed = changed.empty() ? given : changed;
  for (const Stage& stage : computed)
    for (const TensorDeclaration& tensor : stage.kernel.temporaries)
      if (tensor.converted_from)
        fail(Code::schedule_illegal, {kernel.statement.source, kernel.statement.rhs.span()},
             "`" + tensor.name + "` replaces an operand whose blocks do not match the loops, but has no storage order",
             "add one: convert(" + tensor.name + "(...): ...)");
  if (!reads_in_place(computed.back().kernel))
    fail(Code::schedule_illegal, {kernel.statement.source, kernel.statement.lhs_span},
         "the result `" + kernel.result().name + "` is written before its old value has been read",
         "copy it first: convert(" + print(kernel.statement.lhs) + ": ...)");
  std::set<std::string> taken;
  std::vector<TensorDeclaration> temporaries;
  const auto loops_of = [&](const Stage& stage) {
    const bool is_last = stage.temporary.tensor.empty();
    Loops loops = is_last ? build_loops(stage.kernel, ordered_parts(stage, commands), taken)
                          : stage_loops.of(stage, commands, taken);
    for (TensorDeclaration& workspace : loops.workspaces) temporaries.push_back(std::move(workspace));
    return std::move(loops.body);
  };
  for (const Stage& stage : computed) taken.insert(stage.temporary.tensor);
  for (const TensorDeclaration& tensor : kernel.tensors) taken.insert(tensor.name);  // other stages read them, too
  cin::Stmt body = loops_of(computed.back());
  Kernel split = changed.empty() ? given.back().kernel : changed.back().kernel;
  if (std::optional<cin::Stmt> made = made_by_entry(split, conversions)) {
    body = std::move(*made);
    erase_if(split.temporaries,
             [&](const TensorDeclaration& each) { return each.name == conversions[0].converted.tensor; });
    conversions.clear();
  }
  body = drop_unneeded_copies(body, split, conversions, [&](const Conversion& conversion) {
    const auto reads_it = [&](const Stage& stage) { return stage.kernel.find(conversion.converted.tensor) != nullptr; };
    return std::any_of(computed.begin(), computed.end() - 1, reads_it);
  });
  // A temporary is converted right after it has been computed, an operand before all statements.
  const auto convert_all_of = [&](const std::string& made) {
    for (auto it = conversions.rbegin(); it != conversions.rend(); ++it)
      if (made.empty() ? !is_made_in(computed, it->original.tensor) : it->original.tensor == made)
        body = with_conversion(split, *it, std::move(body));
  };
  for (std::size_t n = computed.size() - 1; n-- > 0;)
    for (const TensorDeclaration& tensor : computed[n].kernel.temporaries)
      if (!split.find(tensor.name)) split.temporaries.push_back(tensor);
  for (std::size_t n = computed.size() - 1; n-- > 0;) {
    convert_all_of(computed[n].temporary.tensor);
    // A sparse temporary is assembled by appending, like a sparse result.
    const bool appends = !computed[n].kernel.result().format->is_dense();
    body = cin::Where{computed[n].temporary, ReduceOp::sum, appends, {std::move(body), loops_of(computed[n])}};
  }
  for (TensorDeclaration& temporary : temporaries) split.temporaries.push_back(std::move(temporary));
  convert_all_of({});
  for (const Command& command : commands)
    if (const Workspace* workspace = std::get_if<Workspace>(&command)) hold(kernel, split, *workspace, body);
  // Scalars are represented by their `where` alone.
  erase_if(split.temporaries, [](const TensorDeclaration& tensor) { return tensor.order == 0; });
  body = mark_loops(kernel, split, commands, body);
  return {std::move(kernel), std::move(split), std::move(body)};
}

void check(const Kernel& kernel, const Commands& commands) {
  if (const std::string problem = verify(commands); !problem.empty())
    fail(Code::schedule_illegal, {kernel.statement.source, {}}, problem);
}

}  // namespace

Kernel with_mode_order(Kernel kernel, const StorageOrder& order) {
  TensorDeclaration& result = kernel.tensors.front();
  // The result may be inferred dense here and sparse under other hints; one schedule must serve both.
  const bool is_dense_as_written =
      result.format_inferred && result.format->is_dense() && order.indices == kernel.statement.lhs.indices;
  if (order.tensor == result.name && is_dense_as_written) return kernel;
  if (order.tensor != result.name || !result.mode_order_open)
    refuse(kernel, order, "only the storage order of an inferred sparse result can be set");
  const std::vector<std::string>& lhs = kernel.statement.lhs.indices;
  std::vector<int> modes;
  for (const std::string& index : order.indices) {
    const auto mode = std::find(lhs.begin(), lhs.end(), index);
    if (mode == lhs.end()) refuse(kernel, order, "`" + index + "` is not an index of `" + result.name + "`");
    modes.push_back(static_cast<int>(mode - lhs.begin()));
  }
  if (modes.size() != lhs.size()) refuse(kernel, order, "it must name each index of the result once");
  result.format->levels = levels_in_order(result, modes);
  result.mode_order_open = false;
  return kernel;
}

cin::Program apply_commands(const Kernel& given, const Commands& commands) {
  check(given, commands);
  // Close the mode order first: an order that the user sets constrains the loops like that of any other result.
  const StorageOrder* order = find_command<StorageOrder>(commands);
  Kernel kernel = order ? with_mode_order(given, *order) : given;
  kernel.tensors.front().mode_order_open = false;
  const Kernel split = split_blocks(kernel, commands);
  StageLoops loops;
  return applied(std::move(kernel), split, stages(split, commands), commands, loops);
}

cin::Program apply_commands(const Kernel& kernel, const Commands& commands, const Kernel& split,
                            const std::vector<Stage>& computed, StageLoops& loops) {
  check(kernel, commands);
  return applied(kernel, split, computed, commands, loops);
}

Loops StageLoops::of(const Stage& stage, const Commands& commands, std::set<std::string>& taken) {
  const Reorder* order = find_reorder(commands, 1, stage.temporary.tensor);
  const Expr& rhs = stage.kernel.statement.rhs;
  const auto is_it = [&](const Made& made) {
    return order && made.fills == stage.temporary.tensor && made.order == order->indices && made.rhs == rhs &&
           made.taken_before == taken;
  };
  if (const auto known = std::find_if(made_.begin(), made_.end(), is_it); known != made_.end()) {
    taken = known->taken_then;
    return known->loops;
  }
  std::set<std::string> before = taken;
  Loops loops = build_loops(stage.kernel, ordered_parts(stage, commands), taken);
  if (order) made_.push_back({stage.temporary.tensor, rhs, order->indices, std::move(before), taken, loops});
  return loops;
}

}  // namespace scorchc::schedule
