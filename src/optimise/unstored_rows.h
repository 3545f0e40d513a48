// Rows of a dense result without any term get their zeros in a loop of their own, so that the loop over all rows has no
// condition in its lanes: several rows may then be run at a time (ir/loop_rows.h), or be a product
// (optimise/offload_matmul.h).
//
//   for i { for k vector { t = ..; Y[i*n + k] = pos[i] < pos[i+1] ? t : 0 } }
//
//   for i { for k vector { t = ..; Y[i*n + k] = t } }
//   for i { if (not (pos[i] < pos[i+1])) for k { Y[i*n + k] = 0 } }
//
// The same for sums in memory that begin with zeros: `for j, i, k { if (pos[i] < pos[i+1]) Y[i*n + k] += .. }`.
#pragma once

#include "ir/loop.h"

namespace scorchc::optimise {

loop::Module split_unstored_rows(loop::Module module);

}  // namespace scorchc::optimise
