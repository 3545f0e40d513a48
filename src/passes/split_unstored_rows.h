// Splits the zeros of rows without terms off the loop over rows of a dense result. The loop over all rows then has no
// condition in its vector lanes, so that several rows can run at a time (passes/analyses/row_blocks.h), or the nest can
// be a matrix product (passes/offload_matmul.h).
//
//   for i { for k vector { t = ..; Y[i*n + k] = pos[i] < pos[i+1] ? t : 0 } }
//
//   for i { for k vector { t = ..; Y[i*n + k] = t } }
//   for i { if (not (pos[i] < pos[i+1])) for k { Y[i*n + k] = 0 } }
//
// The same for sums in memory that begin with zeros: `for j, i, k { if (pos[i] < pos[i+1]) Y[i*n + k] += .. }`.
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

loop::Module split_unstored_rows(loop::Module module);

}  // namespace scorchc::passes
