// The data sets: generated from fixed seeds, the same on every machine, or read from a folder.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "data/tensor.h"

namespace scorchc::regret {

/// Patterns of one kind. Values are small integers, so the sum does not depend on the order of additions.
struct DataSet {
  std::string name;
  std::size_t order = 2;
  /// Operand `number` of a case of that size: the rows of a matrix, with 10 entries per row unless the kind has its own
  /// number. Files ignore the size.
  std::function<data::CoordinateList(std::int64_t size, int number)> draw;
};

std::vector<DataSet> generated_sets();
/// A few named files, if the folder or its folders `matrices` and `tensors` have them.
std::vector<DataSet> file_sets(const std::string& folder);

/// A vector with `count` entries at random coordinates.
data::CoordinateList sparse_vector(std::int64_t extent, std::int64_t count, int number);
data::DenseArray dense_array(const std::vector<std::int64_t>& dimensions, int number);

}  // namespace scorchc::regret
