// Performs schedule commands: turns a statement into concrete index notation. This is the only code that turns choices
// into loops, those of choosers and of users alike.
//
//   in   a normalised kernel; commands of the choosers or of a user
//   out  a program with explicit loops and complete formats (an open mode order is closed)
//   afterwards  cin::verify finds nothing; every reduction is a loop; results are initialised
//
// Example: y(i) = sum(j, A(i,j) * x(j)) with reorder(i, j) gives
//   forall i / where t / forall j / t += A(i,j) * x(j) / in / y(i) = t
// Throws Failure (schedule_illegal), naming the dependence or format that forbids a command.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "ir/cin.h"
#include "ir/schedule.h"
#include "schedule/legality/loop_order.h"
#include "schedule/transform/nest.h"
#include "schedule/transform/stages.h"

namespace scorchc::schedule {

cin::Program apply_commands(const Kernel& kernel, const Commands& commands);

/// Caches the loops of stages before the last one. Many plans share them, so they are built once.
class StageLoops {
 public:
  /// Returns what `build_loops` returns, and adds the names it uses to `taken`. All stages must belong to one kernel
  /// and differ only in conversions.
  Loops of(const Stage& stage, const Commands& commands, std::set<std::string>& taken);

 private:
  struct Made {
    std::string fills;
    Expr rhs;
    LoopOrder order;
    std::set<std::string> taken_before, taken_then;
    Loops loops;
  };
  std::vector<Made> made_;
};

/// The same for a kernel without an open mode order that is already split into blocks and stages. `commands` may differ
/// from those that made `computed` only in loop orders, conversions and marks.
cin::Program apply_commands(const Kernel& kernel, const Commands& commands, const Kernel& split,
                            const std::vector<Stage>& computed, StageLoops& loops);

/// The kernel with its result's open mode order closed as `order` says. Throws as apply_commands does.
Kernel with_mode_order(Kernel kernel, const StorageOrder& order);

}  // namespace scorchc::schedule
