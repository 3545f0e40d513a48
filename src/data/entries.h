// The entries of a tensor as the levels of a format see them: what packing and counting start from.
#pragma once

#include <cstdint>
#include <vector>

#include "data/layout.h"
#include "data/tensor.h"

namespace scorchc::data {

/// Sorted in storage order, each place once, values in the format's type.
struct SortedEntries {
  std::vector<std::vector<std::int64_t>> columns;  // one a level
  Values values;
  std::size_t count = 0;
};

/// A list's entries, zeros included and duplicates added up; an array's values that are not 0. Failures: data_value,
/// data_coordinate.
SortedEntries sorted_entries(const Tensor& tensor, const Layout& layout, ValueType type, const TensorLabel& label);

/// An array has as many values as its extents say: anything else is our own mistake.
void check_array(const DenseArray& array, const TensorLabel& label);

}  // namespace scorchc::data
