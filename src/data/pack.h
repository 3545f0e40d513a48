// Packing: components into the arrays of a format, and back.
//
//   pack      any tensor into any format of dense, compressed and coordinate levels, in any mode ordering, blocked or
//             not. Entries come in any order; duplicates are added up; values take the format's type.
//   unpack    the stored components in storage order
//   validate  what a format promises of its arrays, checked
//
// What is stored: a list stores its entries, zeros included, and an array its values that are not 0, each with all the
// cells of the dense levels below (cells that no entry fills are stored zeros). An array in a dense format is stored
// whole.
//
// Example: {(0,2): 5, (1,0): 7} as csr of 2 x 3 gives pos {0,1,2}, crd {2,0}, vals {5,7}.
#pragma once

#include <string>

#include "data/tensor.h"

namespace scorchc::data {

/// Failures: data_value, data_coordinate, data_order, storage_too_large, and index_overflow where the format's
/// position or coordinate type is too narrow.
PackedTensor pack(const Tensor& tensor, const Format& format, const TensorLabel& label = {});

/// A DenseArray if the format is all dense and unblocked, else a CoordinateList with every stored component, zeros
/// included, in storage order; cells of blocks beyond the extents are left out. `packed` must be valid.
Tensor unpack(const PackedTensor& packed);

/// Empty if the arrays are what the format says: lengths fit, pos rises from 0, crd is in range, sorted and unique (in
/// a run of coordinate levels as tuples), cells of blocks beyond the extents are 0. Else what is wrong and where. Reads
/// nothing outside the arrays, whatever they hold.
std::string validate(const PackedTensor& packed);

}  // namespace scorchc::data
