// Packs tensors into the arrays of a format, and unpacks them.
//
//   pack      packs any tensor into any format of dense, compressed and coordinate levels, in any mode ordering,
//   blocked
//             or not. Entries may come in any order; duplicates are summed; values are converted to the format's type.
//   unpack    returns the stored components in storage order
//   validate  checks the invariants of a format's arrays
//
// For a list, every entry is stored, zeros included; for an array, every nonzero value. In either case all cells of the
// dense levels below are stored (cells without an entry as zeros). An array in an all-dense format is stored whole.
//
// Example: {(0,2): 5, (1,0): 7} as csr of 2 x 3 gives pos {0,1,2}, crd {2,0}, vals {5,7}.
#pragma once

#include <string>

#include "data/tensor.h"

namespace scorchc::data {

/// Fails with data_value, data_coordinate, data_order, storage_too_large, or index_overflow (the format's position or
/// coordinate type is too narrow).
PackedTensor pack(const Tensor& tensor, const Format& format, const TensorLabel& label = {});

/// Returns a DenseArray if the format is all dense and unblocked. Otherwise returns a CoordinateList of all stored
/// components in storage order, zeros included, without the cells of blocks beyond the extents. `packed` must pass
/// validate().
Tensor unpack(const PackedTensor& packed);

/// Returns an empty string if the arrays satisfy the format, else what is wrong and where. Checks that lengths match,
/// pos rises from 0, crd is in range, sorted and unique (as tuples in a run of coordinate levels), and cells of blocks
/// beyond the extents are 0. Reads nothing outside the arrays, whatever they contain.
std::string validate(const PackedTensor& packed);

}  // namespace scorchc::data
