// A kernel's statements as loops over dense arrays: what its self-test holds it to. Nothing is shared with how the
// kernel itself is made: not its loops, not its formats, not its arithmetic.
#pragma once

#include <string>

#include "emit/calling/own_names.h"
#include "emit/writer.h"
#include "ir/interface.h"

namespace scorchc::emit {

/// The functions on values that the statements need.
void write_reference_operators(const Interface& interface, Writer& writer);
/// Statements over `dense_A.at({at_i, at_j})` and extents `size_i`, into the result's `dense_C`. Where the result is
/// read, too, it is read as it was before.
void write_reference(const Interface& interface, OwnNames& own, Writer& writer);

/// Whether there is a division: of other operands, and of sums that are 0, it would be none.
bool has_division(const Interface& interface);

}  // namespace scorchc::emit
