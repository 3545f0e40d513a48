// Prints loops that copy an array, or test whether it ascends, as one call.
#pragma once

#include "emit/cpp_expr.h"
#include "emit/cpp_shared.h"
#include "emit/writer.h"
#include "ir/loop.h"

namespace scorchc::emit {

/// Writes a call of scorch_copy if the loop only copies an array; otherwise returns false and writes nothing. Compilers
/// cannot do this: they do not see that the arrays do not overlap (they honour `restrict` only on parameters).
bool write_copy(const loop::For& loop, ExprEmitter& exprs, SharedBlocks& shared, Writer& writer);

/// Likewise writes a call of scorch_ascends for a loop that clears a flag if an element is not less than the next one.
/// Its blocks of fixed length are vectorised even by compilers that do not vectorise loops of unknown length.
bool write_ascent(const loop::For& loop, ExprEmitter& exprs, SharedBlocks& shared, Writer& writer);

}  // namespace scorchc::emit
