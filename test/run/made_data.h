// Cardinality to count on: the same on every machine.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "data/tensor.h"

namespace scorchc::test {

enum class Spread { uniform, power_law, banded, nearly_empty };
std::string_view name(Spread spread);

/// Components at places of one kind, each once; `number` tells tensors of a case apart. About ten a row, of a tensor of
/// order 3 or more as many a slice of its last mode.
data::CoordinateList made_pattern(Spread spread, const std::vector<std::int64_t>& dimensions, int number);
data::DenseArray made_array(const std::vector<std::int64_t>& dimensions);

}  // namespace scorchc::test
