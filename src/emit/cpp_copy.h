// Loops that only copy an array, or look whether it ascends: in C++ one call.
#pragma once

#include "emit/cpp_expr.h"
#include "emit/cpp_shared.h"
#include "emit/writer.h"
#include "ir/loop.h"

namespace scorchc::emit {

/// The call, if copying is all that the loop does; else false, and nothing is written. Compilers cannot do this for us:
/// they do not know that the arrays do not overlap (restrict is heeded at parameters only).
bool write_copy(const loop::For& loop, ExprEmitter& exprs, SharedBlocks& shared, Writer& writer);

/// The same of a loop that drops a flag where an element is not less than the next one. Compilers that make no vectors
/// of loops of any length make some of this.
bool write_ascent(const loop::For& loop, ExprEmitter& exprs, SharedBlocks& shared, Writer& writer);

}  // namespace scorchc::emit
