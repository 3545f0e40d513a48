// Generates `random:` data. `random:seed=1` is dense; `random:nnz=5%:seed=1` and `random:nnz=1e4` have that many
// components at coordinates drawn without repetition. Equal specifications and extents give equal tensors on every
// machine.
//
// Values are nonzero multiples of 1/64 in [-1, 1), so that sums of products in tests are exact in f64 and mostly in
// f32. With `:int`, and always for integer tensors, values are integers in -3..3.
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
  double nnz = 0;  // a share in 0..1, or a number of components
  std::uint64_t seed = 1;
  Values values = Values::fractions;
};

/// Whether `text` is `random` or starts with `random:`, and is therefore not a path.
bool is_random_spec(std::string_view text);
/// Parses the bytes `span` of `source`. Fails with random_spec at the offending bytes.
RandomSpec parse_random_spec(const SourcePtr& source, Span span);

/// Returns a DenseArray for a dense specification, else a CoordinateList sorted row-major without duplicates.
Tensor random_tensor(const RandomSpec& spec, const std::vector<std::int64_t>& dimensions, ValueType type,
                     const TensorLabel& label = {});

}  // namespace scorchc::data
