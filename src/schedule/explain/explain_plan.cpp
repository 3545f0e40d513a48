#include "schedule/explain/explain_plan.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "schedule/estimate/degree_bounds.h"
#include "schedule/explain/numbers.h"
#include "schedule/legality/loop_order.h"
#include "schedule/legality/parallel_loops.h"
#include "schedule/legality/vector_loops.h"
#include "schedule/legality/workspace_kinds.h"
#include "schedule/transform/mark_loops.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// A workspace with several producers accumulates a sum of sparse addends.
void log_accumulated_sums(const cin::Program& program, Decisions& decisions) {
  for (const cin::Where& where : cin::wheres(program.body))
    if (const cin::Sequence* addends = where.producer().as<cin::Sequence>();
        addends && !is_precomputed(where, program.split))
      decisions.push_back({"schedule", "sum", "accumulated in " + print(where.temporary),
                           "merging " + std::to_string(addends->statements.size()) +
                               " sparse addends in one loop would compare them all at every coordinate"});
}

std::string why_held_so(const Precompute& precompute, const TensorDeclaration& made, const Kernel& split) {
  switch (precompute.holder) {
    case Holder::workspace:
      return "other factors locate it by coordinate: an array with a flag for each entry";
    case Holder::dense:
    case Holder::sparse:
      return "given by the user";
    case Holder::inferred:
      break;
  }
  if (made.format->is_dense())
    return "other factors locate its components directly; its footprint is limited by operands and result";
  return split.result().format->is_dense() ? "the product is sparse: only its entries are stored"
                                           : "the result is sparse: only the product's entries are stored";
}

// Logs the formats of precomputed temporaries.
void log_formats(const Commands& commands, const cin::Program& program, Decisions& decisions) {
  for (const Command& command : commands) {
    const Precompute* precompute = std::get_if<Precompute>(&command);
    const TensorDeclaration* made = precompute ? program.split.find(precompute->temporary.tensor) : nullptr;
    if (made && made->format && made->order > 0)
      decisions.push_back({"schedule", "format of " + made->name, print_short(*made->format),
                           why_held_so(*precompute, *made, program.split)});
  }
}

// The user's name of the operand that a conversion reads: `A` of `A_whole(i_block,i_in,j)`.
std::string source_name(const Access& converted, const Kernel& kernel) {
  for (const Access* access : accesses_in(kernel.statement.rhs))
    if (converted.tensor.starts_with(access->tensor + "_whole")) return access->tensor;
  return converted.tensor;
}

// A conversion was chosen but no temporary exists: the operand's own loops assign the result.
void log_what_needs_no_conversion(const Commands& commands, const cin::Program& program, Decisions& decisions) {
  if (!cin::wheres(program.body).empty()) return;
  for (const Command& command : commands)
    if (const Convert* convert = std::get_if<Convert>(&command))
      decisions.push_back(
          {"schedule", "conversion of " + source_name(convert->access, program.kernel), "none",
           "the loops over its own storage order write the result directly" +
               std::string(program.split.can_counting_sort() ? ", whose entries are ordered by a counting sort" : "")});
}

// Logs the iterations of each loop, the arithmetic and the bytes: as formulas, and as numbers at the expected sizes.
void log_work(const Work& work, const Price& expected, const Sizes& sizes, Decisions& decisions) {
  std::string loops, extents;
  for (std::size_t n = 0; n < work.loops.size(); ++n) {
    const Formula& iterations = work.loops[n].iterations;
    loops += (loops.empty() ? "" : "; ") + described(work.loops[n]) + ": " + iterations.text +
             (iterations.exact ? " = " : " ~ ") + about(iterations.number);
    if (n < expected.loops.size() && expected.loops[n].steps > 1.001 * iterations.number)
      loops += " (walking " + about(expected.loops[n].steps) + ")";
  }
  for (const auto& [index, extent] : sizes.extents)
    extents += (extents.empty() ? "" : ", ") + index + " " + about(extent);
  if (loops.empty()) return;
  decisions.push_back({"schedule", "iterations", loops, "expected, at the sizes " + extents});
  const bool is_counted =
      !sizes.meetings.empty() && std::abs(work.flops.number - work.flops_by_formula) > 0.01 * work.flops_by_formula;
  const std::string counted = is_counted ? ", counted in the data (" + about(work.flops_by_formula) +
                                               " by the formula, which assumes evenly spread entries)"
                                         : "";
  decisions.push_back({"schedule", "arithmetic", work.flops.text.empty() ? "none" : work.flops.text,
                       "at these sizes " + about(work.flops.number) + counted +
                           "; with loop overhead, memory and temporaries the cost is " + about(expected.total) +
                           " multiply-adds"});
  decisions.push_back({"schedule", "bytes", work.bytes.text,
                       "lower bound: each array element is touched once; at these sizes " + about(work.bytes.number)});
}

// Warns if hints or data make a sparse result likely to have most of its components.
void warn_of_full_result(const Kernel& statement, const Price& expected, const Sizes& sizes, Decisions& decisions) {
  constexpr double nearly_full = 0.5;
  const TensorDeclaration& result = statement.result();
  const bool has_sizes = std::any_of(statement.tensors.begin(), statement.tensors.end(),
                                     [](const TensorDeclaration& tensor) { return is_known(tensor); });
  if (result.format->is_dense() || !has_sizes) return;
  double cells = 1;
  for (const std::string& index : statement.statement.lhs.indices) cells *= sizes.extent(index);
  if (expected.stored <= nearly_full * cells) return;
  decisions.push_back({"schedule", "warning", result.name + " is expected to be nearly full",
                       about(expected.stored) + " of " + about(cells) +
                           " components: a dense result takes less memory and needs no assembly"});
}

// Text on the kind of a workspace, which depends on how the consumer reads it.
std::string kind_of_workspace(const cin::Where& where, const TensorDeclaration& made) {
  const std::string places = joined(where.temporary.indices);
  if (made.format->is_dense()) return "a dense array over " + places;
  if (!made.format->is_indexed_list()) return "a hashed list of tuples (" + places + ")";
  const std::string& index = where.temporary.indices.front();
  if (cin::is_masked(where)) return "a dense array over " + places + ", reset at each " + index + " that is located";
  if (cin::is_located(where)) return "a dense array over " + places + " with a flag per " + index + ", located";
  return "a dense array over " + places + " with a list of the " + index + " stored";
}

// A workspace, and the loops around it.
struct Filled {
  const cin::Where* where;
  const TensorDeclaration* made;
  LoopOrder around;
};

// Adds workspaces in order of the program. Precomputed temporaries are none: a separate loop nest fills them.
void add_workspaces(const cin::Stmt& stmt, const Kernel& split, LoopOrder& around, std::vector<Filled>& found) {
  const auto add = [&](const cin::Stmt& part) { add_workspaces(part, split, around, found); };
  match(
      stmt, [](const cin::Assign&) {},
      [&](const cin::Forall& loop) {
        around.push_back(loop.index);
        add(loop.body[0]);
        around.pop_back();
      },
      [&](const cin::Where& where) {
        if (is_workspace(where, split)) found.push_back({&where, &split.tensor(where.temporary.tensor), around});
        add(where.producer());
        add(where.consumer());
      },
      [&](const cin::Sequence& sequence) {
        std::for_each(sequence.statements.begin(), sequence.statements.end(), add);
      });
}

// The result refers to `program`.
std::vector<Filled> workspaces_of(const cin::Program& program) {
  std::vector<Filled> found;
  LoopOrder around;
  add_workspaces(program.body, program.split, around, found);
  return found;
}

std::string described_workspace(const Filled& workspace) {
  return print(workspace.where->temporary) + ", " + kind_of_workspace(*workspace.where, *workspace.made);
}

// Adds the loops of `stmt` over indices that the temporary lacks: those of the reduction.
void add_summed(const cin::Stmt& stmt, const Access& temporary, std::vector<std::string>& summed) {
  match(
      stmt, [](const cin::Assign&) {},
      [&](const cin::Forall& loop) {
        if (!has(temporary.indices, loop.index) && !has(summed, loop.index)) summed.push_back(loop.index);
        add_summed(loop.body[0], temporary, summed);
      },
      [&](const cin::Where& where) { add_summed(where.consumer(), temporary, summed); },
      [&](const cin::Sequence& sequence) {
        for (const cin::Stmt& part : sequence.statements) add_summed(part, temporary, summed);
      });
}

std::string why_needed(const cin::Where& where) {
  if (where.producer().as<cin::Sequence>()) return "it accumulates the addends one by one";
  std::vector<std::string> summed;
  add_summed(where.producer(), where.temporary, summed);
  if (summed.empty()) return "it is complete before it is read";
  const std::string loops = summed.size() == 1 ? "the reduction loop over " + summed.front() + " is"
                                               : "the reduction loops over " + joined(summed) + " are";
  return loops + " outside the loop over " + joined(where.temporary.indices) +
         ": terms of one component are not consecutive";
}

void log_workspaces(const cin::Program& program, const Price& expected, Decisions& decisions) {
  for (const Filled& workspace : workspaces_of(program)) {
    std::string reason = why_needed(*workspace.where) +
                         (workspace.around.empty() ? "; filled once" : "; filled for each " + joined(workspace.around));
    if (const auto held = expected.temporary_sizes.find(workspace.made->name); held != expected.temporary_sizes.end())
      reason += ", with about " + about(held->second) + " components";
    decisions.push_back({"schedule", "workspace", described_workspace(workspace), std::move(reason)});
  }
}

}  // namespace

std::vector<std::string> workspaces(const cin::Program& program) {
  std::vector<std::string> found;
  for (const Filled& workspace : workspaces_of(program)) found.push_back(described_workspace(workspace));
  return found;
}

void log_what_is_made(const Commands& commands, const cin::Program& program, Decisions& decisions) {
  log_formats(commands, program, decisions);
  log_accumulated_sums(program, decisions);
  log_what_needs_no_conversion(commands, program, decisions);
}

void log_what_is_vectors(const Commands& vectors, const cin::Program& program, Decisions& decisions) {
  for (const Command& command : vectors) {
    const std::string& index = std::get<Vectorize>(command).index;
    const cin::Forall* loop = find_loop(program.body, index);
    const bool looks_up = loop && adds_positions(*loop, program.split, computation_type(program.kernel));
    decisions.push_back(
        {"schedule", "vector loop", index,
         looks_up ? "sums the entries of one operand, four positions at a time; each lane gathers the other operands"
                  : "all accesses are contiguous; the accumulators stay in registers"});
  }
}

void log_what_is_expected(const Work& work, const cin::Program& program, const Kernel& statement, const Sizes& sizes,
                          Decisions& decisions) {
  const Price expected = price(program, sizes);
  log_workspaces(program, expected, decisions);
  log_work(work, expected, sizes, decisions);
  if (const std::optional<double> most = most_terms(statement, sizes))
    decisions.push_back(
        {"schedule", "terms", "at most " + about(*most),
         "for any distribution of entries, by the largest number at one coordinate of a mode (degree constraints)"});
  warn_of_full_result(statement, expected, sizes, decisions);
}

}  // namespace scorchc::schedule
