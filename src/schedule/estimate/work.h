// Computes the work of a scheduled statement, as formulas of extents and entry counts for `explain`.
#pragma once

#include <string>
#include <vector>

#include "ir/cin.h"
#include "schedule/estimate/formula.h"
#include "schedule/estimate/sizes.h"

namespace scorchc::schedule {

struct LoopWork {
  std::string index;
  int depth = 0;
  Formula iterations;        // of its body
  std::string purpose = {};  // of an outermost loop, if there are several nests: `sets y to zero`
};

/// The loop's index, with the purpose of its nest if there are several: `i (sets y to zero)`.
std::string described(const LoopWork& loop);

struct Work {
  std::vector<LoopWork> loops;  // in order of the program's text, without those of conversions
  Formula flops;                // arithmetic of all bodies: a multiply-add counts as two
  double flops_by_formula =
      0;  // value of the formula; the number in `flops` is the cost model's, which uses correlations in the data
  Formula bytes;  // lower bound of the memory traffic (schedule/estimate/traffic.h)
};

/// Evaluates the formulas at `sizes`.
Work work_of(const cin::Program& program, const Sizes& sizes);

}  // namespace scorchc::schedule
