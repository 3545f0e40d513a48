// How much a scheduled statement does and moves, as formulas in sizes and stored components: what `explain` shows.
#pragma once

#include <string>
#include <vector>

#include "ir/cin.h"
#include "schedule/formula.h"
#include "schedule/sizes.h"

namespace scorchc::schedule {

struct LoopWork {
  std::string index;
  int depth = 0;
  Formula iterations;  // of its body
};

struct Work {
  std::vector<LoopWork> loops;  // in order of the program's text; those of conversions are not among them
  Formula flops;                // arithmetic of all bodies: a multiplication and an addition are two
  double flops_by_formula =
      0;          // what the formula comes to; the number is that of the price, which knows where data meet
  Formula bytes;  // that move at least: each element that is touched, once (schedule/traffic.h)
};

/// How many operators the expression applies.
double operations(const Expr& expr);

/// Numbers are those at `sizes`.
Work work_of(const cin::Program& program, const Sizes& sizes);

}  // namespace scorchc::schedule
