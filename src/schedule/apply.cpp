#include "schedule/apply.h"

#include <algorithm>
#include <set>

#include "schedule/choose_copies.h"
#include "schedule/choose_vectors.h"
#include "schedule/convert_operands.h"
#include "schedule/find_command.h"
#include "schedule/loop_constraints.h"
#include "schedule/mark_loops.h"
#include "schedule/mark_workspace.h"
#include "schedule/nest.h"
#include "schedule/refuse.h"
#include "schedule/split_blocks.h"
#include "schedule/stage_parts.h"
#include "schedule/stages.h"
#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// A result each entry of which is made of one entry of an operand whose blocks do not fit needs no conversion, where it
// can be scattered into, or placed: the operand's own loops assign it.
bool is_made_of_entries(const Kernel& kernel, const std::vector<Conversion>& conversions) {
  if (conversions.size() != 1 || conversions[0].iteration_domain ||
      !(kernel.can_counting_sort() || kernel.can_assemble_blocks()))
    return false;
  const std::vector<std::string>& lhs = kernel.statement.lhs.indices;
  const std::vector<Access> read = accesses(kernel.statement.rhs);
  return read.size() == 1 && read[0] == conversions[0].converted && !has_repeats(read[0].indices) &&
         std::is_permutation(lhs.begin(), lhs.end(), read[0].indices.begin(), read[0].indices.end()) &&
         all_indices(kernel.statement).size() == lhs.size() && !is_full(kernel.statement.rhs, lhs, kernel);
}

// The places of a row's block directly behind the block's number: so all that a row gets from the loops inside it gets
// at once, and walking the few blocks below again is less than going from row to row and back. Places that the operand
// lists stay where it lists them.
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

// The index that one is a part of, or itself.
const std::string& whole(const std::string& index, const Kernel& kernel) {
  const auto declared = kernel.indices.find(index);
  return declared == kernel.indices.end() || declared->second.block_of.empty() ? index : declared->second.block_of;
}

// Whether the operand stores entries by an index first that is the one, or the whole of the one.
bool is_stored_by(const std::string& index, const Kernel& kernel, const LoopOrder& stored) {
  return stored.front() == index || stored.front() == whole(index, kernel);
}

// Loops over the result's rows, which the operand finds by its first levels (`of_operand`), all its levels along them
// being dense, and in each over what the operand stores there. Nothing where it cannot.
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

// Loops over an operand whose columns of blocks have another width than the result's: by whole columns, of which a
// block of the result may begin with any, unless it holds several of the operand's. Nothing where it has no such
// columns.
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

// The same of a result that can be placed: loops over its rows, where the operand finds these, and in each over what it
// stores there. Else the operand's own, where it stores rows of blocks, or columns of them, one after the other.
// Nothing where it does neither.
std::optional<LoopOrder> rows_of_blocks(const Kernel& kernel, const Conversion& conversion) {
  const LoopOrder stored = producing_loops(kernel, conversion);
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

// An assignment of each entry, in loops that need no conversion.
std::optional<cin::Stmt> made_by_entry(const Kernel& kernel, const std::vector<Conversion>& conversions) {
  if (!is_made_of_entries(kernel, conversions)) return {};
  const Conversion& conversion = conversions[0];
  const std::optional<LoopOrder> loops =
      kernel.can_counting_sort() ? row_by_row(kernel, conversion) : rows_of_blocks(kernel, conversion);
  if (!loops) return {};
  return cin::forall(*loops,
                     cin::Assign{kernel.statement.lhs, AssignOp::set, unconverted(kernel.statement.rhs, conversions)});
}

// A loop order, or a conversion, is that of a temporary which is precomputed, or of the statement.
void check_names(const Kernel& kernel, const std::vector<Stage>& computed, const Commands& commands) {
  for (const Command& command : commands) {
    const Reorder* reorder = std::get_if<Reorder>(&command);
    if (reorder && reorder->part > 1 && !find_command<Fission>(commands))
      refuse(kernel, command, "the statement has one part: there is no `fission()`");
    const Convert* convert = std::get_if<Convert>(&command);
    const std::string of = reorder ? reorder->of : convert ? convert->of : std::string();
    if (of.empty()) continue;
    if (std::none_of(computed.begin(), computed.end(),
                     [&](const Stage& stage) { return stage.temporary.tensor == of; }))
      refuse(kernel, command, "nothing is precomputed in `" + of + "`");
  }
}

// The kernel's mode order is closed; `in_blocks` and `computed` are what commands make of it.
cin::Program applied(Kernel kernel, const Kernel& in_blocks, const std::vector<Stage>& given, const Commands& commands,
                     StageLoops& stage_loops) {
  check_names(kernel, given, commands);
  std::vector<Stage> changed;  // of those given, if there is anything to convert
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
             "`" + tensor.name + "` stands for an operand whose blocks do not fit the loops, and has no storage order",
             "say one: convert(" + tensor.name + "(...): ...)");
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
  for (const TensorDeclaration& tensor : kernel.tensors) taken.insert(tensor.name);  // also what other stages read
  cin::Stmt body = loops_of(computed.back());
  Kernel split = changed.empty() ? given.back().kernel : std::move(changed.back().kernel);
  if (std::optional<cin::Stmt> made = made_by_entry(split, conversions)) {
    body = std::move(*made);
    erase_if(split.temporaries,
             [&](const TensorDeclaration& each) { return each.name == conversions[0].converted.tensor; });
    conversions.clear();
  }
  body = added_as_stored(body, split, conversions, [&](const Conversion& conversion) {
    const auto reads_it = [&](const Stage& stage) { return stage.kernel.find(conversion.converted.tensor) != nullptr; };
    return std::any_of(computed.begin(), computed.end() - 1, reads_it);
  });
  // A temporary is stored again once it is there, an operand before all.
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
    // A sparse temporary is appended to, as a sparse result is.
    const bool appends = !computed[n].kernel.result().format->is_dense();
    body = cin::Where{computed[n].temporary, ReduceOp::sum, appends, {std::move(body), loops_of(computed[n])}};
  }
  for (TensorDeclaration& temporary : temporaries) split.temporaries.push_back(std::move(temporary));
  convert_all_of({});
  for (const Command& command : commands)
    if (const Workspace* workspace = std::get_if<Workspace>(&command)) hold(kernel, split, *workspace, body);
  // A scalar stands in its `where` alone, whatever looks at the loops.
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
  // What is inferred to be dense here may be sparse with other hints, and have the same schedule.
  const bool is_dense_as_written =
      result.format_inferred && result.format->is_dense() && order.indices == kernel.statement.lhs.indices;
  if (order.tensor == result.name && is_dense_as_written) return kernel;
  if (order.tensor != result.name || !result.mode_order_open)
    refuse(kernel, order, "only an inferred sparse result has an open mode order");
  const std::vector<std::string>& lhs = kernel.statement.lhs.indices;
  std::vector<int> modes;
  for (const std::string& index : order.indices) {
    const auto mode = std::find(lhs.begin(), lhs.end(), index);
    if (mode == lhs.end()) refuse(kernel, order, "`" + index + "` is no index of `" + result.name + "`");
    modes.push_back(static_cast<int>(mode - lhs.begin()));
  }
  if (modes.size() != lhs.size()) refuse(kernel, order, "it must name each index of the result once");
  result.format->levels = levels_in_order(result, modes);
  result.mode_order_open = false;
  return kernel;
}

cin::Program apply_commands(const Kernel& given, const Commands& commands) {
  check(given, commands);
  // The mode order is closed first: an order that a user asks for constrains the loops as any other result's does.
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
