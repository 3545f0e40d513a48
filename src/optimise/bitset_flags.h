// Marks that are made in one go and never taken back, as bits: an eighth of the memory has to be cleared for them
// first, which takes longer than all else where there are few, and more of it is in a cache where there are many. Marks
// of which threads make some each stay as they are, and those of rows, which are cleared again one by one.
#pragma once

#include "ir/loop.h"

namespace scorchc::optimise {

/// The module with such arrays marked (LocalArray::is_bitset).
loop::Module bitset_flags(loop::Module module);

}  // namespace scorchc::optimise
