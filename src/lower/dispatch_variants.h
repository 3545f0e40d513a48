// Merges the modules of a kernel's plans into one that dispatches at run time. Each plan has been lowered by itself. A
// function that is equal in all plans appears once. Every other function exists once for each plan; the kernel's
// function calls that of the first plan whose condition holds, else that of the plan without a condition. Conditions
// read only operands, so all steps of the split form run the same plan.
//
//   in   modules with equal structs; each but the first has a condition
//   out  a module with the same interface
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

/// `first` is the program of the first plan; `commands` are those of all plans.
loop::Module dispatch_variants(const cin::Program& first, const schedule::Commands& commands,
                               std::vector<LoweredPlan> plans, const Options& options = {});

}  // namespace scorchc::lower
