// Generates sparsity patterns for counting, the same on every machine.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "data/tensor.h"

namespace scorchc::test {

enum class Spread { uniform, power_law, banded, nearly_empty };
std::string_view name(Spread spread);

/// A tensor with distinct stored components, spread as `spread` says: about ten per row, or per slice of the last mode
/// if the order is 3 or more. `number` seeds the generator, so that the tensors of a case differ.
data::CoordinateList made_pattern(Spread spread, const std::vector<std::int64_t>& dimensions, int number);
/// A dense array of ones.
data::DenseArray made_array(const std::vector<std::int64_t>& dimensions);

}  // namespace scorchc::test
