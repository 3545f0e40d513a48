// Decides which loops can prefetch, and which operands have rows to prefetch.
#pragma once

#include <optional>
#include <string>

#include "ir/cin.h"

namespace scorchc::schedule {

/// Why the loop cannot determine which entry comes some iterations later; empty if it can.
std::optional<std::string> why_not_prefetched(const cin::Forall& loop, const Kernel& split);

/// Whether the tensor has rows to prefetch: an operand with a compressed level below a dense one.
bool has_rows_to_prefetch(const Kernel& split, const TensorDeclaration& tensor);

}  // namespace scorchc::schedule
