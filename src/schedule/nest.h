// Builds the loops of the parts of a statement.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "ir/cin.h"
#include "schedule/parts.h"

namespace scorchc::schedule {

/// One part with its own order (all indices of the statement, or just the part's).
struct OrderedPart {
  Part part;
  LoopOrder order;
};

struct Loops {
  cin::Stmt body;
  std::vector<TensorDeclaration> workspaces;  // temporaries with indices that `body` has
};

/// The loops of all parts, results initialised, nests with the same dense outer loops over result indices fused.
/// `taken` are names of temporaries made elsewhere; those that are made here are added.
Loops build_loops(const Kernel& kernel, const std::vector<OrderedPart>& parts, std::set<std::string>& taken);

}  // namespace scorchc::schedule
