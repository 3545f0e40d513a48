// Which coordinates of a loop its body asks for: what is stored there decides, as it does for the loops that are made
// of it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ir/cin.h"

namespace scorchc::schedule {

/// Whether there is anything to do at a coordinate where exactly these operands store something.
bool is_in_iteration_domain(const cin::Stmt& body, const Kernel& kernel,
                            const std::function<bool(const Access&)>& is_stored);

/// The operands of which the loop walks what they store; not those that it looks up.
std::vector<Access> walked(const cin::Forall& loop, const Kernel& kernel);

/// Whether what is made is a list of coordinates with a place for each that there may be: it can be looked up, too.
bool is_list_with_places(const Access& temporary, const Kernel& kernel);
bool is_list_with_places(const TensorDeclaration& made);

/// The operand whose entries alone say which components of a temporary are looked up: where it has none, nothing is
/// made.
std::optional<Access> looking_up(const cin::Where& where, const Kernel& kernel);

/// Whether a level and the one below it are columns of one list of coordinates.
bool are_of_one_list(const LevelSpec& level, const LevelSpec& below);

/// Whether a coordinate may stand several times below its parent: of coordinate lists only the last level has an entry
/// each.
bool walks_runs(const Access& access, const std::string& index, const Kernel& kernel);

/// Whether the statement reads the operand.
bool reads(const cin::Stmt& stmt, const Access& access);

}  // namespace scorchc::schedule
