// Tensors as data: what readers produce, what packing turns into a format's arrays, what kernels run on.
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
  bool may_grow = false;  // the file does not give the dimensions: they are as large as the coordinates need

  std::size_t order() const { return dimensions.size(); }
  std::size_t count() const { return size(values); }
};

/// Every component, row-major in mode order.
struct DenseArray {
  std::vector<std::int64_t> dimensions;
  Values values;
};

/// The most modes that a tensor of a file may have: as many as one of a statement.
inline constexpr std::size_t max_order = 16;

using Tensor = std::variant<CoordinateList, DenseArray>;
const std::vector<std::int64_t>& dimensions(const Tensor& tensor);
const Values& values(const Tensor& tensor);

/// Who a tensor is to the user, for messages about its data.
struct TensorLabel {
  std::string name;  // "A"; empty if it has none
  Place place;       // "--data A=a.mtx", or nowhere
};

/// The same components with values of `type`: to a floating type by rounding; to an integer type only if integral and
/// in range, else a Failure (data_value) that names the component.
Tensor convert(Tensor tensor, ValueType type, const TensorLabel& label = {});

/// The same components as a tensor of order `order`: modes of extent 1 are taken away, the last ones first. So a
/// vector or a scalar can come from a file type that has only matrices. A Failure (data_order) where that is not
/// enough.
Tensor with_order(Tensor tensor, int order, const TensorLabel& label = {});

/// The arrays of one level of a packed tensor. Dense levels have none. `pos` is empty for a root coordinate level
/// and for the second and later levels of a coordinate run.
struct LevelArrays {
  Indices pos;
  Indices crd;
};

/// A tensor in a format: the plain arrays that generated code takes (docs/formats.md).
struct PackedTensor {
  Format format;
  std::vector<std::int64_t> dimensions;  // by mode
  std::vector<LevelArrays> levels;       // one a level of the format
  Values values;                         // one a position of the last level, fill cells of dense levels included
};

}  // namespace scorchc::data
