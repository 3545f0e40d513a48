// What passes know of segments: entries of a coordinate list, one behind the other, with the same coordinate. The
// position behind a segment's end is looked for by a loop that does nothing else:
//
//   segment = p + 1
//   while (segment < end && crd[segment] == i) ++segment
#pragma once

#include <optional>
#include <string>

#include "ir/loop.h"

namespace scorchc::optimise {

/// The loop, where all that it does is to increase the variable by one.
const loop::While* search_by(const std::string& variable, const loop::Stmt& stmt);

/// The coordinate at `position`, in place of that at the variable's: `stored` is a load, widened or not. Nothing where
/// it is something else.
std::optional<loop::Expr> coordinate_at(const loop::Expr& position, const std::string& variable,
                                        const loop::Expr& stored);

}  // namespace scorchc::optimise
