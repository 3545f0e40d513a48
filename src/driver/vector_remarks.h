// Which loops of a kernel run in vectors.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/bench.h"

namespace scorchc::driver {

/// Loops that are written as vectors, by their index; then what Clang says of the others, by their line. A compiler
/// that is named by --cxx says nothing of them.
std::vector<VectorRemark> vector_remarks(const CompiledKernel& compiled, const std::optional<std::string>& cxx);

}  // namespace scorchc::driver
