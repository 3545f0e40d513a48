// One module of a kernel's plans. Each has been lowered by itself; a function that is the same in all of them stands
// once, and of any other each plan has its own, which the kernel's function calls: that of the first plan whose
// condition holds, or that of the plan without one. Conditions look at operands alone, so all steps of the split form
// run the same plan.
//
//   in   modules of the same structs, with the condition of each but the first, which has none
//   out  a module that any caller of one of them can call
#pragma once

#include <vector>

#include "ir/cin.h"
#include "ir/loop.h"
#include "ir/schedule.h"
#include "lower/options.h"

namespace scorchc::lower {

struct LoweredPlan {
  schedule::Variant when;
  loop::Module module;
};

/// `first` is the program of the first plan, `commands` are those of all.
loop::Module dispatch_variants(const cin::Program& first, const schedule::Commands& commands,
                               std::vector<LoweredPlan> plans, const Options& options = {});

}  // namespace scorchc::lower
