// Defines tensors as data: the output of readers, the input of packing, and the arrays that kernels run on.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "ir/format.h"
#include "support/source.h"

namespace scorchc::data {

/// The values of a tensor, in one of the four value types.
using Values =
    std::variant<std::vector<float>, std::vector<double>, std::vector<std::int32_t>, std::vector<std::int64_t>>;
using Indices = std::variant<std::vector<std::int32_t>, std::vector<std::int64_t>>;

ValueType value_type(const Values& values);
std::size_t size(const Values& values);

/// Components with explicit coordinates, in any order, duplicates allowed. Coordinate m of entry e is
/// coordinates[e * order + m], 0-based.
struct CoordinateList {
  std::vector<std::int64_t> dimensions;
  std::vector<std::int64_t> coordinates;
  Values values;
  bool may_grow = false;  // the file declares no dimensions; these are the smallest that hold the coordinates

  std::size_t order() const { return dimensions.size(); }
  std::size_t count() const { return size(values); }
};

/// Every component, row-major in mode order.
struct DenseArray {
  std::vector<std::int64_t> dimensions;
  Values values;
};

/// Maximum order of a tensor in a file, the same as in a statement.
inline constexpr std::size_t max_order = 16;

using Tensor = std::variant<CoordinateList, DenseArray>;
const std::vector<std::int64_t>& dimensions(const Tensor& tensor);
const Values& values(const Tensor& tensor);

/// Identifies a tensor in messages about its data.
struct TensorLabel {
  std::string name;  // "A"; empty if it has none
  Place place;       // "--data A=a.mtx"; empty if unknown
};

/// Returns the same components with values of `type`: rounded for a floating type; for an integer type the values must
/// be integral and in range, else it fails with data_value and names the component.
Tensor convert(Tensor tensor, ValueType type, const TensorLabel& label = {});

/// Returns the same components as a tensor of order `order`, dropping modes of extent 1 from the last to the first. A
/// vector or a scalar can thus be read from a file type that holds only matrices. Fails with data_order if too few
/// modes have extent 1.
Tensor with_order(Tensor tensor, int order, const TensorLabel& label = {});

/// The arrays of one level of a packed tensor. Dense levels have none. `pos` is empty for a root coordinate level and
/// for the second and later levels of a coordinate run.
struct LevelArrays {
  Indices pos;
  Indices crd;
};

/// A tensor in a format: the plain arrays that generated code takes (docs/formats.md).
struct PackedTensor {
  Format format;
  std::vector<std::int64_t> dimensions;  // by mode
  std::vector<LevelArrays> levels;       // one per level of the format
  Values values;                         // one per position of the last level, fill cells of dense levels included
};

}  // namespace scorchc::data
