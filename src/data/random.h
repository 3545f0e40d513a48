// `random:` data: `random:seed=1` is dense, `random:nnz=5%:seed=1` and `random:nnz=1e4` have that many components at
// places drawn without repetition. The same specification and extents give the same tensor on every machine.
//
// Values are multiples of 1/64 in [-1, 1) without 0, so that the sums of products of tests are exact in f64 and mostly
// in f32. With `:int`, and for integer tensors always, they are integers in -3..3.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "data/tensor.h"
#include "support/source.h"

namespace scorchc::data {

struct RandomSpec {
  enum class Values { fractions, integers };
  enum class Amount { all, share, count };
  Amount amount = Amount::all;
  double nnz = 0;  // a share 0..1, or a number of components
  std::uint64_t seed = 1;
  Values values = Values::fractions;
};

/// Whether `text` is `random`, or starts with `random:`, and so is no path.
bool is_random_spec(std::string_view text);
/// The bytes `span` of `source`: a Failure (random_spec) points into them.
RandomSpec parse_random_spec(const SourcePtr& source, Span span);

/// A DenseArray for a dense specification, else a CoordinateList sorted row-major, each coordinate once.
Tensor random_tensor(const RandomSpec& spec, const std::vector<std::int64_t>& dimensions, ValueType type,
                     const TensorLabel& label = {});

}  // namespace scorchc::data
