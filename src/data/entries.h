// Sorts a tensor's entries into the coordinates of a format's levels, the input of packing and counting.
#pragma once

#include <cstdint>
#include <vector>

#include "data/layout.h"
#include "data/tensor.h"

namespace scorchc::data {

/// Entries in storage order, without duplicates; values in the format's type.
struct SortedEntries {
  std::vector<std::vector<std::int64_t>> columns;  // one per level
  Values values;
  std::size_t count = 0;
};

/// Returns a list's entries (zeros included, duplicates summed) or an array's nonzero values. Fails with data_value or
/// data_coordinate.
SortedEntries sorted_entries(const Tensor& tensor, const Layout& layout, ValueType type, const TensorLabel& label);

/// Fails with internal_error if the array's number of values is not the product of its extents.
void check_array(const DenseArray& array, const TensorLabel& label);

}  // namespace scorchc::data
