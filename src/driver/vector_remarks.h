// Reports which loops of a kernel are vectorised.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/bench.h"

namespace scorchc::driver {

/// Returns the loops that scorchc emits as vector loops, by index, then Clang's remarks on the other loops, by line.
/// With --cxx there are no remarks.
std::vector<VectorRemark> vector_remarks(const CompiledKernel& compiled, const std::optional<std::string>& cxx);

}  // namespace scorchc::driver
