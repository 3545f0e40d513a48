// The data that plans are timed on: made from fixed seeds, the same on every machine, or read from a folder.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "data/tensor.h"

namespace scorchc::regret {

/// CardinalityEstimator of one kind. Values are small integers, so that all orders of adding them give the same sum.
struct DataSet {
  std::string name;
  std::size_t order = 2;
  /// The operand of that number, for a case of that size (rows of a matrix; 10 entries a row where the kind says
  /// nothing else). A file is what it is, whatever the size.
  std::function<data::CoordinateList(std::int64_t size, int number)> draw;
};

std::vector<DataSet> generated_sets();
/// Those of a few files that are in the folder or in its folders `matrices` and `tensors`.
std::vector<DataSet> file_sets(const std::string& folder);

/// Entries at `count` places of a vector, drawn at random.
data::CoordinateList sparse_vector(std::int64_t extent, std::int64_t count, int number);
data::DenseArray dense_array(const std::vector<std::int64_t>& dimensions, int number);

}  // namespace scorchc::regret
