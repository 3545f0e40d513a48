// Operands that are stored again in another order: what `convert` and `pack` make of the statements that read them, and
// where the copies are not needed after all.
#pragma once

#include <functional>
#include <vector>

#include "ir/cin.h"
#include "ir/schedule.h"
#include "schedule/parts.h"
#include "schedule/stages.h"

namespace scorchc::schedule {

struct Conversion {
  Access original, converted;
  bool iteration_domain = true;  // by a command; otherwise the original's blocks do not fit the loops
};

/// The statements read and declare what commands convert. Throws Failure (schedule_illegal).
std::vector<Conversion> convert_operands(const Kernel& kernel, const Kernel& in_blocks, std::vector<Stage>& computed,
                                         const Commands& commands);

/// Loops over the storage order of the original.
LoopOrder producing_loops(const Kernel& kernel, const Conversion& conversion);

/// It reads the operands themselves.
Expr unconverted(const Expr& rhs, const std::vector<Conversion>& conversions);

/// `body where converted = original`.
cin::Stmt with_conversion(const Kernel& kernel, const Conversion& conversion, cin::Stmt body);

/// Operands that are all that a workspace's sum is increased by, in loops of their own, may come in any order: there
/// they are walked as they are stored. Takes those out of `conversions` that nothing in `body` reads any more; `kept`
/// are others' matter.
cin::Stmt added_as_stored(const cin::Stmt& body, Kernel& kernel, std::vector<Conversion>& conversions,
                          const std::function<bool(const Conversion&)>& kept);

}  // namespace scorchc::schedule
