// Counting: what the cost model may know of a tensor's data, without packing them.
//
//   in   a tensor as its reader gives it, and the format that it will be stored in
//   out  how much is stored, down to each level and at each coordinate (ir/kernel.h)
//
// An entry is a place of a list, however often it stands there, or a value of an array that is not 0. `stored` and
// `degrees` count entries; a format of dense levels alone stores every component, so there they count them all. What
// fills the dense levels and the blocks of other formats is counted in `prefixes`, which are the lengths of the level's
// arrays: the last one that of `vals`. A coordinate level counts its coordinates once, although it stores them once an
// entry.
//
// Example: {(0,2): 5, (1,0): 7, (1,2): 1} as csr of 2 x 3 has 3 stored, prefixes 2 and 3, degrees {1,2} and {1,0,2}.
// The same as bcsr of blocks 2 x 2 has 3 stored, prefixes 1, 2, 4 and 8.
//
// It takes as long as sorting the entries does, and memory by the data: the coordinates of a mode are listed only where
// there are not many more of them than values, whatever extent a header claims.
#pragma once

#include "data/tensor.h"
#include "ir/kernel.h"

namespace scorchc::data {

/// The most coordinates of a mode that are listed: so many, or so many times the values of the data.
inline constexpr std::int64_t always_listed = std::int64_t{1} << 20, most_listed_per_value = 8;

/// Failures: those of packing that are about entries. A format of dense levels alone does not look at them.
TensorStatistics count(const Tensor& tensor, const Format& format, const TensorLabel& label = {});

}  // namespace scorchc::data
