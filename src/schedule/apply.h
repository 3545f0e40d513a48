// Performs schedule commands: the statement and the commands in, concrete index notation out. This is the only place
// where a choice becomes loops, whoever made it.
//
//   in   a normalised kernel, commands (those of the choosers, or a user's)
//   out  a program whose loops are placed, formats complete (an open mode order is closed)
//   true afterwards: cin::verify finds nothing; every reduction is a loop; results are initialised
//
// Example: y(i) = sum(j, A(i,j) * x(j)) with reorder(i, j) gives
//   forall i / where t / forall j / t += A(i,j) * x(j) / in / y(i) = t
// Throws Failure (schedule_illegal) with the dependence or format that forbids a command.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "ir/cin.h"
#include "ir/schedule.h"
#include "schedule/nest.h"
#include "schedule/stages.h"

namespace scorchc::schedule {

cin::Program apply_commands(const Kernel& kernel, const Commands& commands);

/// Loops of statements before the last one, which many plans have in common: they are made once.
class StageLoops {
 public:
  /// As `build_loops` makes them, and what it adds to `taken`. All stages are of one kernel, and differ in conversions
  /// alone.
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

/// The same of a kernel without an open mode order, where it has been split in blocks and taken apart before: as these
/// commands do it, or others that differ in loops, conversions and marks alone.
cin::Program apply_commands(const Kernel& kernel, const Commands& commands, const Kernel& split,
                            const std::vector<Stage>& computed, StageLoops& loops);

/// The kernel with the open mode order of its result as `order` says. Throws as apply_commands does.
Kernel with_mode_order(Kernel kernel, const StorageOrder& order);

}  // namespace scorchc::schedule
