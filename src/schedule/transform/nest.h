// Builds the loops of the parts of a statement.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "ir/cin.h"
#include "schedule/legality/loop_order.h"
#include "schedule/transform/parts.h"

namespace scorchc::schedule {

/// A part and its own loop order: all indices of the statement, or only the part's.
struct OrderedPart {
  Part part;
  LoopOrder order;
};

struct Loops {
  cin::Stmt body;
  std::vector<TensorDeclaration> workspaces;  // temporaries with indices in `body`
};

/// The loops of all parts. Results are initialised; nests with the same dense outer loops over result indices are
/// fused. `taken` are names of other temporaries; the names made here are added to it.
Loops build_loops(const Kernel& kernel, const std::vector<OrderedPart>& parts, std::set<std::string>& taken);

}  // namespace scorchc::schedule
