// Prints a kernel's statements as loops over dense arrays, the reference that its self-test compares it with. It shares
// nothing with the code of the kernel itself: neither loops nor formats nor arithmetic.
#pragma once

#include <string>

#include "emit/calling/own_names.h"
#include "emit/writer.h"
#include "ir/interface.h"

namespace scorchc::emit {

/// Writes the functions on values that the statements use.
void write_reference_operators(const Interface& interface, Writer& writer);
/// Writes the statements over `dense_A.at({at_i, at_j})` and extents `size_i`; the result is `dense_C`. If a statement
/// reads the result, too, it reads the old values.
void write_reference(const Interface& interface, OwnNames& own, Writer& writer);

/// Whether there is a division. Tests then draw only positive values, so that no divisor is 0.
bool has_division(const Interface& interface);

}  // namespace scorchc::emit
