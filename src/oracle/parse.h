// Parses a statement in index notation into the interpreter's tree.
#pragma once

#include <functional>
#include <string_view>

#include "oracle/tree.h"

namespace scorchc::oracle {

/// Parses a statement. Throws Error with the column of the first syntax error. `is_tensor` distinguishes scalars from
/// indices: `min(a, b)` is the binary function if `a` is a tensor, otherwise a reduction.
Statement parse(std::string_view text, const std::function<bool(std::string_view)>& is_tensor);

}  // namespace scorchc::oracle
