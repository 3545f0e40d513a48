// Chooses the tile of a vector loop once, outside the nest around it, where a single tile may cover the loop.
//
//   for i in 0 .. i_size                       ->  specialise tile
//     for k in 0 .. k_size vector f32 ...            for i in 0 .. i_size
//       ...                                            for k in 0 .. k_size vector f32 ...
//                                                        ...
//
// A sum inside the vector loop that waits for its own additions then has several accumulators, if its rows are long:
//
//   for p in pos[i] .. pos[i + 1]              ->  for p in pos[i] .. pos[i + 1] unrolled t
//     t += A[p] * B[crd[p] * k_size + k]             t += A[p] * B[crd[p] * k_size + k]
//
// So have the sums in blocks of rows. Where the split form has a function that computes the same values, sums are left
// as they are: both must give the same bits.
//
//   in, out   a module that verifies
//   true afterwards: nests of which a vector loop over coordinates is the only effect are specialised
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// Wraps such nests in all functions in loop::SpecialisedTile.
loop::Module specialise_tiles(loop::Module module);

}  // namespace scorchc::passes
