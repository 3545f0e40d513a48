// Text to tree. Everything that is no statement in index notation is an Error with its column.
#pragma once

#include <functional>
#include <string_view>

#include "oracle/tree.h"

namespace scorchc::oracle {

/// `is_tensor` tells scalars from indices: `min(a, b)` is the binary function if `a` is a tensor, else a reduction.
Statement parse(std::string_view text, const std::function<bool(std::string_view)>& is_tensor);

}  // namespace scorchc::oracle
