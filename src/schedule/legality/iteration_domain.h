// Determines the iteration domain of a loop: the coordinates that its body must visit, by which operands store a
// component there. The lowered loops visit the same coordinates.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ir/cin.h"

namespace scorchc::schedule {

/// Whether the body must visit a coordinate where exactly the operands of `is_stored` store a component.
bool is_in_iteration_domain(const cin::Stmt& body, const Kernel& kernel,
                            const std::function<bool(const Access&)>& is_stored);

/// The sparse operands whose entries the loop walks; not those that it locates.
std::vector<Access> walked(const cin::Forall& loop, const Kernel& kernel);

/// Whether the temporary is a dense array with a list of its stored coordinates. It can be walked or located.
bool is_indexed_list(const Access& temporary, const Kernel& kernel);
bool is_indexed_list(const TensorDeclaration& made);

/// The operand whose entries alone select the components of a located temporary. Where it has no entry, nothing is
/// computed. Empty if there is none.
std::optional<Access> selector_of_located(const cin::Where& where, const Kernel& kernel);

/// Whether both levels are columns of one coordinate list.
bool are_of_one_list(const LevelSpec& level, const LevelSpec& below);

/// Whether a coordinate may occur several times below its parent. In a coordinate list only the last level is unique.
bool walks_runs(const Access& access, const std::string& index, const Kernel& kernel);

/// Whether the statement reads the operand.
bool reads(const cin::Stmt& stmt, const Access& access);

}  // namespace scorchc::schedule
