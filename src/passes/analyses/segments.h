// Recognises loops over segments: runs of entries of a coordinate list with the same coordinate. A loop that does
// nothing else searches for the position after the end of a segment:
//
//   segment = p + 1
//   while (segment < end && crd[segment] == i) ++segment
#pragma once

#include <optional>
#include <string>

#include "ir/loop.h"

namespace scorchc::passes {

/// The statement, if it is a loop that only increases the variable by one; else null.
const loop::While* search_by(const std::string& variable, const loop::Stmt& stmt);

/// The coordinate at `position`, given `stored`, a load of the coordinate at the variable, possibly widened. Empty if
/// `stored` is something else.
std::optional<loop::Expr> coordinate_at(const loop::Expr& position, const std::string& variable,
                                        const loop::Expr& stored);

/// Whether the statement searches for the end of a segment: it increases `behind` while that is below `end` and the
/// list has, at `behind`, the coordinate that `coordinate` declares, a load at the variable `first`.
bool finds_end(const loop::Stmt& stmt, const std::string& behind, const loop::Expr& end,
               const loop::Declare& coordinate, const std::string& first);

/// The condition under which a loop has iterations: `begin < end`, or true if `end` results from a search for the end
/// of a segment, which starts at begin + 1. `before` are the statements before the loop.
loop::Expr range_is_entered(const loop::For& node, const loop::Block& before);

}  // namespace scorchc::passes
