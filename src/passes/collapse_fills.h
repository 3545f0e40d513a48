// Collapses nested loops that fill a dense array with one value into one loop over the array. Rows are short, and
// filling each by itself takes longer than filling all of them at once.
//
//   for j in 0 .. j_size                    i64 j_k_size = j_size * k_size
//     for k in 0 .. k_size                  for j_k in 0 .. j_k_size
//       C[j * k_size + k] = 0                 C[j_k] = 0
//
//   in, out   a module that verifies
//   true afterwards: no two nested loops do nothing but set the elements of an array, in order, to one value
#pragma once

#include "ir/identifiers.h"
#include "ir/loop.h"

namespace scorchc::passes {

/// The module with such nests collapsed, except in products that are left to a BLAS.
loop::Module collapse_fills(loop::Module module);
/// The same for one block. `names` supplies the names of the new loops.
loop::Block collapse_fills(const loop::Block& block, Names& names);

}  // namespace scorchc::passes
