// Counts what the cost model uses of a tensor's data, without packing the tensor.
//
//   in   a tensor as returned by its reader, and the format in which it will be stored
//   out  how much is stored, at each level and at each coordinate (ir/kernel.h)
//
// An entry is a distinct coordinate tuple of a list, or a nonzero value of an array. `stored` and `degrees` count
// entries; for an all-dense format they count every component. Zeros that fill dense levels and blocks are counted in
// `prefixes`, the array lengths of each level; the last one is the length of `vals`. A coordinate level counts its
// distinct coordinates, although it stores one coordinate per entry.
//
// Example: {(0,2): 5, (1,0): 7, (1,2): 1} as csr of 2 x 3 has 3 stored, prefixes 2 and 3, degrees {1,2} and {1,0,2}.
// As bcsr with 2 x 2 blocks it has 3 stored, and prefixes 1, 2, 4 and 8.
//
// Counting takes as long as sorting the entries. Memory is proportional to the data, whatever extents a header
// declares: degrees of a mode are listed only if its extent does not greatly exceed the number of values.
#pragma once

#include "data/tensor.h"
#include "ir/kernel.h"

namespace scorchc::data {

/// Degrees of a mode are listed if its extent is within either limit: a number of coordinates, or a multiple of the
/// number of values.
inline constexpr std::int64_t always_listed = std::int64_t{1} << 20, most_listed_per_value = 8;

/// Fails as packing does for bad entries. The entries are not read for an all-dense format.
TensorStatistics count(const Tensor& tensor, const Format& format, const TensorLabel& label = {});

}  // namespace scorchc::data
