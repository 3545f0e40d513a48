// Turns arrays of flags that are set but never reset into bitsets. If few flags are set, clearing the array takes
// longer than everything else, and a bitset has an eighth of the memory to clear. If many are set, more of them fit in
// a cache. Flags that several threads set stay as they are, and so do flags of rows, which are reset one by one.
//
//   bool[] set := new bool[n] zeroed      bool[] set := new bool[n] zeroed bitset
//   ...                                   ...
//   set[j] = true                         set[j] = true
//
//   in, out   a module that verifies
//   true afterwards: every zeroed local array of flags that one thread sets, and none resets, is a bitset, unless
//   lists are sorted by it in a loop, or a vector loop uses it
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// The module with such arrays marked (LocalArray::is_bitset).
loop::Module bitset_flags(loop::Module module);

}  // namespace scorchc::passes
