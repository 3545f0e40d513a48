// Converts operands to other storage orders: applies `convert` and `pack` to the statements that read them, and removes
// copies that turn out unnecessary.
#pragma once

#include <functional>
#include <vector>

#include "ir/cin.h"
#include "ir/schedule.h"
#include "schedule/legality/loop_order.h"
#include "schedule/transform/stages.h"

namespace scorchc::schedule {

struct Conversion {
  Access original, converted;
  bool is_requested = true;  // made by a command; otherwise the original's blocks do not match the loops
};

/// Rewrites the statements to read and declare the copies that commands make. Throws Failure (schedule_illegal).
std::vector<Conversion> convert_operands(const Kernel& kernel, const Kernel& in_blocks, std::vector<Stage>& computed,
                                         const Commands& commands);

/// Loops in the storage order of the original.
LoopOrder producing_loops(const Kernel& kernel, const Conversion& conversion);

/// The expression with each copy replaced by its original.
Expr unconverted(const Expr& rhs, const std::vector<Conversion>& conversions);

/// `body where converted = original`.
cin::Stmt with_conversion(const Kernel& kernel, const Conversion& conversion, cin::Stmt body);

/// Removes copies that are only added to a workspace in loops of their own: entries may be added in any order, so these
/// loops walk the originals as stored. Erases from `conversions` those that nothing in `body` reads any more.
/// Conversions for which `kept` holds stay, because other statements read them.
cin::Stmt drop_unneeded_copies(const cin::Stmt& body, Kernel& kernel, std::vector<Conversion>& conversions,
                               const std::function<bool(const Conversion&)>& kept);

}  // namespace scorchc::schedule
