#include "schedule/transform/stage_parts.h"

#include <algorithm>

#include "schedule/legality/loop_constraints.h"
#include "schedule/legality/loop_order.h"
#include "schedule/legality/reads_in_place.h"
#include "schedule/legality/refuse.h"
#include "schedule/transform/find_command.h"
#include "schedule/transform/parts.h"
#include "support/diagnostics.h"

namespace scorchc::schedule {

const Reorder* find_reorder(const Commands& commands, int part, const std::string& temporary) {
  for (const Command& command : commands)
    if (const Reorder* reorder = std::get_if<Reorder>(&command);
        reorder && reorder->part == part && reorder->of == temporary)
      return reorder;
  return nullptr;
}

namespace {

Reorder reorder_of(const Commands& commands, int part, const std::string& temporary = {}) {
  if (const Reorder* reorder = find_reorder(commands, part, temporary)) return *reorder;
  fail(Code::schedule_illegal, {},
       "the schedule has no `reorder` for " +
           (temporary.empty() ? "part " + std::to_string(part) + " of the statement" : "`" + temporary + "`"));
}

std::vector<Part> checked_parts(const Kernel& kernel, const Reorder& reorder) {
  std::vector<std::string> wanted = all_indices(kernel.statement);
  const std::vector<std::string>& given = reorder.indices;
  if (!std::is_permutation(wanted.begin(), wanted.end(), given.begin(), given.end())) {
    std::sort(wanted.begin(), wanted.end());
    std::string names;
    for (const std::string& index : wanted) names += (names.empty() ? "" : ", ") + index;
    refuse(kernel, reorder, "it must name each index of the statement once: " + names);
  }
  const std::vector<LoopConstraint> constraints = loop_constraints(kernel, Freedom::workspaces);
  const LoopConstraint* broken = first_broken(constraints, reorder.indices);
  if (broken && broken->reason == LoopConstraint::Reason::extremum)
    refuse(kernel, reorder,
           "the `min` or `max` over `" + broken->inner + "` must be complete inside the loop over `" + broken->outer +
               "`");
  if (broken && broken->reason == LoopConstraint::Reason::block)
    refuse(
        kernel, reorder,
        "the loop over blocks `" + broken->outer + "` must be outside the loop within blocks `" + broken->inner + "`");
  if (broken && broken->reason == LoopConstraint::Reason::tile)
    refuse(kernel, reorder,
           "the loop over blocks `" + broken->outer + "` must be outside the loop over `" + broken->inner + "`");
  if (broken)
    refuse(kernel, reorder,
           "the format of `" + broken->access->tensor + "` needs the loop over `" + broken->outer +
               "` outside the loop over `" + broken->inner + "`");
  return make_parts(kernel, reorder.indices);
}

}  // namespace

std::vector<OrderedPart> ordered_parts(const Stage& stage, const Commands& commands) {
  const Kernel& kernel = stage.kernel;
  std::vector<OrderedPart> ordered;
  if (!stage.temporary.tensor.empty()) {
    const Reorder reorder = reorder_of(commands, 1, stage.temporary.tensor);
    for (Part& part : checked_parts(kernel, reorder)) ordered.push_back({std::move(part), reorder.indices});
    return ordered;
  }
  const auto append = [&](const Kernel& of, const Reorder& reorder) {
    for (Part& part : checked_parts(of, reorder)) {
      if (!ordered.empty() && part.op == AssignOp::set && !part.reads_result) part.op = AssignOp::add;
      ordered.push_back({std::move(part), reorder.indices});
    }
  };
  if (!find_command<Fission>(commands)) {
    // The parts of one order already have their operators.
    const Reorder reorder = reorder_of(commands, 1);
    for (Part& part : checked_parts(kernel, reorder)) ordered.push_back({std::move(part), reorder.indices});
    return ordered;
  }
  if (!kernel.result().format->is_dense())
    refuse(kernel, Fission{}, "only a dense result can accumulate addends in separate loops");
  if (reads_result(kernel))
    refuse(kernel, Fission{}, "`" + kernel.result().name + "` is also an operand: the first addend would overwrite it");
  int part = 0;
  for (const Kernel& alone : addend_kernels(kernel)) {
    append(alone, reorder_of(commands, ++part));
    if (ordered.back().part.reads_result && part > 1)
      refuse(kernel, Fission{}, "an addend needs the finished sum, as inside `relu`");
  }
  return ordered;
}

}  // namespace scorchc::schedule
