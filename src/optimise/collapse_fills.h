// Loops that set all of a dense array to one value, row by row, are one loop over the array: rows are short, and to set
// each by itself takes longer than all of them at once.
//
//   for j in 0 .. j_size                    j_k_size = j_size * k_size
//     for k in 0 .. k_size                  for j_k in 0 .. j_k_size
//       C[j * k_size + k] = 0                 C[j_k] = 0
#pragma once

#include "ir/identifiers.h"
#include "ir/loop.h"

namespace scorchc::optimise {

/// The module with one loop for each such nest, but for those in products that are left to a BLAS.
loop::Module collapse_fills(loop::Module module);
/// The same, of one block, with names for the loops.
loop::Block collapse_fills(const loop::Block& block, Names& names);

}  // namespace scorchc::optimise
