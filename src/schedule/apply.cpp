#include "schedule/apply.h"

#include <algorithm>
#include <set>

#include "schedule/choose_copies.h"
#include "schedule/find_command.h"
#include "schedule/loop_constraints.h"
#include "schedule/mark_loops.h"
#include "schedule/nest.h"
#include "schedule/refuse.h"
#include "schedule/split_blocks.h"
#include "schedule/stage_parts.h"
#include "schedule/stages.h"
#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

bool is_read(const Access& access, const Expr& expr) {
  const std::vector<Access> all = accesses(expr);
  return std::find(all.begin(), all.end(), access) != all.end();
}

struct Conversion {
  Access original, converted;
  bool asked_for = true;  // by a command; otherwise the original's blocks do not fit the loops
};

std::string copy_suffix(const Convert& command) {
  std::string indices;
  for (const std::string& index : command.indices) indices += index;
  return indices;
}

// A name that no statement has.
std::string fresh_name(const std::vector<Stage>& computed, const std::string& base) {
  for (int n = 1;; ++n) {
    std::string name = n == 1 ? base : base + std::to_string(n);
    const auto has_it = [&](const Stage& stage) { return stage.kernel.find(name) || stage.kernel.indices.count(name); };
    if (std::none_of(computed.begin(), computed.end(), has_it)) return name;
  }
}

// The statement reads `converted` in place of `original`; its components are those of `original`.
Conversion convert_operand(Kernel& kernel, const Convert& command, const std::string& fresh, ValueType computation) {
  if (!is_read(command.access, kernel.statement.rhs))
    refuse(kernel, command, "`" + print(command.access) + "` is no operand of the statement");
  std::set<std::string> wanted(command.access.indices.begin(), command.access.indices.end());
  if (wanted != std::set<std::string>(command.indices.begin(), command.indices.end()))
    refuse(kernel, command, "it must name each index of the operand once");
  const TensorDeclaration given = kernel.tensor(command.access.tensor);
  const bool given_from_parts = given.converted_from.has_value();
  const Access original = given.converted_from.value_or(command.access);
  const Format old = *kernel.tensor(original.tensor).format;
  TensorDeclaration tensor;
  tensor.name = given.converted_from ? given.name : fresh;
  tensor.order = static_cast<int>(command.indices.size());
  tensor.value = computation;
  tensor.copy_of = original.tensor;
  Format format = dense_format(tensor.order, tensor.value);
  for (LevelSpec& level : format.levels) level.level = "coordinate";
  // Rows can be found at once where the operand has an array as long as one of its extents, too.
  const bool has_rows = tensor.order > 1 && !kernel.is_huge(command.indices.front()) &&
                        std::any_of(old.levels.begin(), old.levels.end(),
                                                        [](const LevelSpec& level) { return is_dense(level); });
  if (has_rows) format.levels.front().level = "dense";
  if (old.is_dense() && !given_from_parts) format = dense_format(tensor.order, tensor.value);
  tensor.format = std::move(format);
  const Access converted{tensor.name, command.indices};
  // One whose storage order was open has it now.
  std::erase_if(kernel.temporaries, [&](const TensorDeclaration& each) { return each.name == tensor.name; });
  kernel.temporaries.push_back(std::move(tensor));
  kernel.statement.rhs = rewrite(kernel.statement.rhs, [&](const Expr& expr) {
    const Access* access = expr.as<Access>();
    return access && *access == command.access ? Expr(converted, expr.span()) : expr;
  });
  return {original, converted, !given_from_parts};
}

// In loops over the storage order of the original.
LoopOrder producing_loops(const Kernel& kernel, const Conversion& conversion) {
  LoopOrder loops;
  for (const LevelSpec& level : kernel.tensor(conversion.original.tensor).format->levels) {
    const std::string& index = conversion.original.indices[static_cast<std::size_t>(level.mode)];
    if (!has(loops, index)) loops.push_back(index);
  }
  return loops;
}

// It reads the operand itself.
Expr unconverted(const Expr& rhs, const Conversion& conversion) {
  return rewrite(rhs, [&](const Expr& expr) {
    const Access* access = expr.as<Access>();
    return access && *access == conversion.converted ? Expr(conversion.original, expr.span()) : expr;
  });
}

// A result each entry of which is made of one entry of an operand whose blocks do not fit needs no conversion, where it can
// be scattered into, or placed: the operand's own loops assign it.
bool is_made_of_entries(const Kernel& kernel, const std::vector<Conversion>& conversions) {
  if (conversions.size() != 1 || conversions[0].asked_for || !(kernel.can_scatter() || kernel.can_place())) return false;
  const std::vector<std::string>& lhs = kernel.statement.lhs.indices;
  const std::vector<Access> read = accesses(kernel.statement.rhs);
  return read.size() == 1 && read[0] == conversions[0].converted && !has_repeats(read[0].indices) &&
         std::is_permutation(lhs.begin(), lhs.end(), read[0].indices.begin(), read[0].indices.end()) &&
         all_indices(kernel.statement).size() == lhs.size() && !is_full(kernel.statement.rhs, lhs, kernel);
}

// The places of a row's block directly behind the block's number: so all that a row gets from the loops inside it gets at
// once, and walking the few blocks below again is less than going from row to row and back.
LoopOrder row_by_row(LoopOrder loops, const Kernel& kernel) {
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
    if (number < place && place != loops.end()) std::rotate(number + 1, place, place + 1);
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

// Loops over the result's rows, which the operand finds by its first levels (`of_operand`), all its levels along them being
// dense, and in each over what the operand stores there. Nothing where it cannot.
std::optional<LoopOrder> rows_found_by_operand(const Kernel& kernel, const Conversion& conversion, const LoopOrder& rows,
                                               const LoopOrder& of_operand) {
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

// Loops over an operand whose columns of blocks have another width than the result's: by whole columns, of which a block of
// the result may begin with any, unless it holds several of the operand's. Nothing where it has no such columns.
std::optional<LoopOrder> columns_of_other_blocks(const Kernel& kernel, const std::string& column, LoopOrder stored) {
  const auto wanted = kernel.indices.find(column), first = kernel.indices.find(stored.front());
  if (wanted == kernel.indices.end() || first == kernel.indices.end() || first->second.part != BlockPart::outer) return {};
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
// stores there. Else the operand's own, where it stores rows of blocks, or columns of them, one after the other. Nothing
// where it does neither.
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
      kernel.can_scatter() ? row_by_row(producing_loops(kernel, conversion), kernel) : rows_of_blocks(kernel, conversion);
  if (!loops) return {};
  return cin::forall(*loops, cin::Assign{kernel.statement.lhs, AssignOp::set, unconverted(kernel.statement.rhs, conversion)});
}

// `body where converted = original`. A dense original can be read in any order, so its copy is written from front to back.
cin::Stmt with_conversion(const Kernel& kernel, const Conversion& conversion, cin::Stmt body) {
  const bool is_dense = kernel.tensor(conversion.original.tensor).format->is_dense();
  cin::Stmt producer = cin::forall(is_dense ? blocks_first(conversion.converted.indices, kernel) : producing_loops(kernel, conversion),
                                   cin::Assign{conversion.converted, AssignOp::set, Expr(conversion.original)});
  return cin::Where{conversion.converted, ReduceOp::sum, true, {std::move(body), std::move(producer)}};
}

bool is_read(const Access& access, const cin::Stmt& stmt) {
  const auto read_in = [&](const cin::Stmt& part) { return is_read(access, part); };
  return match(
      stmt, [&](const cin::Assign& assign) { return is_read(access, assign.rhs); },
      [&](const cin::Forall& loop) { return read_in(loop.body[0]); },
      [&](const cin::Where& node) { return std::any_of(node.parts.begin(), node.parts.end(), read_in); },
      [&](const cin::Sequence& node) { return std::any_of(node.statements.begin(), node.statements.end(), read_in); });
}

// The loops around an assignment that has nothing else in them.
LoopOrder loops_around(const cin::Stmt& stmt) {
  LoopOrder loops;
  for (const cin::Forall* loop = stmt.as<cin::Forall>(); loop; loop = loop->body[0].as<cin::Forall>()) loops.push_back(loop->index);
  return loops;
}

// An operand that is all that a workspace's sum is increased by, in loops of its own, may come in any order: there it is
// walked as it is stored. A copy of the result's old value stays: the result may have been written by then.
cin::Stmt added_as_stored(const cin::Stmt& stmt, const Kernel& kernel, const Conversion& conversion) {
  if (conversion.original.tensor == kernel.result().name) return stmt;
  return match(
      stmt, [&](const cin::Assign&) { return stmt; },
      [&](const cin::Forall& loop) {
        const cin::Assign* assign = cin::assignment_in(stmt);
        const auto is_converted = [&](const Access& read) { return read.indices.empty() || read == conversion.converted; };
        const std::vector<Access> read = assign && assign->op == AssignOp::add ? accesses(assign->rhs) : std::vector<Access>{};
        const auto is_over = [&](const LoopOrder& indices) {
          return std::is_permutation(indices.begin(), indices.end(), assign->lhs.indices.begin(), assign->lhs.indices.end());
        };
        if (!read.empty() && is_read(conversion.converted, stmt) && assign->lhs.tensor != kernel.result().name &&
            is_over(conversion.converted.indices) && is_over(loops_around(stmt)) &&
            std::all_of(read.begin(), read.end(), is_converted)) {
          return cin::forall(producing_loops(kernel, conversion),
                             cin::Assign{assign->lhs, assign->op, unconverted(assign->rhs, conversion)});
        }
        cin::Forall copy = loop;
        copy.body[0] = added_as_stored(loop.body[0], kernel, conversion);
        return cin::Stmt(std::move(copy));
      },
      [&](const cin::Where& node) {
        cin::Where copy = node;
        for (cin::Stmt& part : copy.parts) part = added_as_stored(part, kernel, conversion);
        return cin::Stmt(std::move(copy));
      },
      [&](const cin::Sequence& node) {
        cin::Sequence copy = node;
        for (cin::Stmt& part : copy.statements) part = added_as_stored(part, kernel, conversion);
        return cin::Stmt(std::move(copy));
      });
}

// The statements that read the operand, and whose loops cannot walk it as it is stored; where all can, each that reads it.
// The last one if none does.
std::vector<Stage*> stages_with(std::vector<Stage>& computed, const Access& access, const Commands& commands) {
  std::vector<Stage*> reading, discordant;
  for (Stage& stage : computed) {
    if (!is_read(access, stage.kernel.statement.rhs)) continue;
    reading.push_back(&stage);
    const Reorder* loops = find_reorder(commands, 1, stage.temporary.tensor);
    const std::vector<Access> unfit = loops ? discordant_operands(stage.kernel, loops->indices) : std::vector<Access>{};
    if (std::find(unfit.begin(), unfit.end(), access) != unfit.end()) discordant.push_back(&stage);
  }
  if (reading.empty()) return {&computed.back()};
  return discordant.empty() ? reading : discordant;
}

bool is_made_in(const std::vector<Stage>& computed, const std::string& tensor) {
  return std::any_of(computed.begin(), computed.end() - 1,
                     [&](const Stage& stage) { return stage.temporary.tensor == tensor; });
}

bool is_precomputed_in(const std::vector<Stage>& computed, const Kernel& kernel, const std::string& tensor) {
  return is_made_in(computed, tensor) && !kernel.is_assigned_earlier(tensor);
}

// A loop order is that of a temporary which is precomputed, or of the statement.
void check_names(const Kernel& kernel, const std::vector<Stage>& computed, const Commands& commands) {
  for (const Command& command : commands) {
    const Reorder* reorder = std::get_if<Reorder>(&command);
    if (reorder && reorder->part > 1 && !find_command<SplitStatement>(commands))
      refuse(kernel, command, "the statement has one part: there is no `split_statement()`");
    if (!reorder || reorder->of.empty()) continue;
    if (std::none_of(computed.begin(), computed.end(), [&](const Stage& stage) { return stage.temporary.tensor == reorder->of; }))
      refuse(kernel, command, "nothing is precomputed in `" + reorder->of + "`");
  }
}

}  // namespace

Kernel with_mode_order(Kernel kernel, const Order& order) {
  TensorDeclaration& result = kernel.tensors.front();
  if (order.tensor != result.name || !result.mode_order_open)
    refuse(kernel, order, "only an inferred sparse result has an open mode order");
  const std::vector<std::string>& lhs = kernel.statement.lhs.indices;
  std::vector<LevelSpec> levels;
  for (const std::string& index : order.indices) {
    const auto mode = std::find(lhs.begin(), lhs.end(), index);
    if (mode == lhs.end()) refuse(kernel, order, "`" + index + "` is no index of `" + result.name + "`");
    levels.push_back(result.format->levels[static_cast<std::size_t>(mode - lhs.begin())]);
  }
  if (levels.size() != lhs.size()) refuse(kernel, order, "it must name each index of the result once");
  result.format->levels = std::move(levels);
  result.mode_order_open = false;
  return kernel;
}

cin::Program apply_commands(const Kernel& given, const Commands& commands) {
  if (const std::string problem = verify(commands); !problem.empty())
    fail(Code::schedule_illegal, {given.statement.source, {}}, problem);
  // The mode order is closed first: an order that a user asks for constrains the loops as any other result's does.
  const Order* order = find_command<Order>(commands);
  Kernel kernel = order ? with_mode_order(given, *order) : given;
  kernel.tensors.front().mode_order_open = false;
  Kernel split = split_blocks(kernel, commands);
  std::vector<Stage> computed = stages(split, commands);
  check_names(kernel, computed, commands);
  std::vector<Conversion> conversions;
  const Kernel in_blocks = split;
  for (const Command& command : commands) {
    const Pack* pack = std::get_if<Pack>(&command);
    const std::optional<Convert> packed = pack ? std::optional(panels(kernel, in_blocks, *pack)) : std::nullopt;
    const Convert* convert = packed ? &*packed : std::get_if<Convert>(&command);
    if (!convert) continue;
    if (is_precomputed_in(computed, kernel, convert->access.tensor))
      refuse(kernel, command,
              "what is precomputed is stored in the order of its indices: write them in the order that is wanted");
    const std::string name = fresh_name(computed, convert->access.tensor + "_" + (pack ? "panels" : copy_suffix(*convert)));
    // Statements that read it may compute in other types.
    const TensorDeclaration* operand = kernel.earlier.empty() ? nullptr : kernel.find(convert->access.tensor);
    const ValueType computation = operand ? operand->value : computation_type(kernel);
    std::optional<Conversion> conversion;
    for (Stage* stage : stages_with(computed, convert->access, commands))
      conversion = convert_operand(stage->kernel, *convert, name, computation);
    conversions.push_back(*conversion);
  }
  split = computed.back().kernel;
  for (const Stage& stage : computed)
    for (const TensorDeclaration& tensor : stage.kernel.temporaries)
      if (tensor.converted_from)
        fail(Code::schedule_illegal, {given.statement.source, given.statement.rhs.span()},
             "`" + tensor.name + "` stands for an operand whose blocks do not fit the loops, and has no storage order",
             "say one: convert(" + tensor.name + "(...): ...)");
  if (!reads_in_place(split))
    fail(Code::schedule_illegal, {kernel.statement.source, kernel.statement.lhs_span},
         "the result `" + kernel.result().name + "` is written before its old value has been read",
         "copy it first: convert(" + print(kernel.statement.lhs) + ": ...)");
  std::set<std::string> taken;
  std::vector<TensorDeclaration> temporaries;
  const auto loops_of = [&](const Stage& stage) {
    Loops loops = build_loops(stage.kernel, ordered_parts(stage, commands), taken);
    for (TensorDeclaration& workspace : loops.workspaces) temporaries.push_back(std::move(workspace));
    return std::move(loops.body);
  };
  for (const Stage& stage : computed) taken.insert(stage.temporary.tensor);
  for (const TensorDeclaration& tensor : kernel.tensors) taken.insert(tensor.name);  // also what other stages read
  cin::Stmt body = loops_of(computed.back());
  if (std::optional<cin::Stmt> made = made_by_entry(split, conversions)) {
    body = std::move(*made);
    std::erase_if(split.temporaries, [&](const TensorDeclaration& each) { return each.name == conversions[0].converted.tensor; });
    conversions.clear();
  }
  std::erase_if(conversions, [&](const Conversion& conversion) {
    const auto reads_it = [&](const Stage& stage) { return stage.kernel.find(conversion.converted.tensor) != nullptr; };
    if (std::any_of(computed.begin(), computed.end() - 1, reads_it)) return false;
    cin::Stmt as_stored = added_as_stored(body, split, conversion);
    if (is_read(conversion.converted, as_stored)) return false;
    body = std::move(as_stored);
    split.statement.rhs = unconverted(split.statement.rhs, conversion);
    std::erase_if(split.temporaries, [&](const TensorDeclaration& each) { return each.name == conversion.converted.tensor; });
    return true;
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
  body = mark_loops(kernel, split, commands, body);
  // A scalar stands in its `where` alone.
  std::erase_if(split.temporaries, [](const TensorDeclaration& tensor) { return tensor.order == 0; });
  return {std::move(kernel), std::move(split), std::move(body)};
}

}  // namespace scorchc::schedule
