// Implements `prefetch`: the loop over the entries of one operand prefetches components of a dense operand, or the
// starts of a sparse operand's rows, that later entries select.
#pragma once

#include <optional>
#include <string>

#include "ir/cin.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

/// Marks the loops that prefetch. Throws Failure (schedule_illegal).
cin::Stmt prefetching(const Kernel& kernel, const Kernel& split, const Prefetch& command, const cin::Stmt& body);

/// Why the loop cannot determine which entry comes some iterations later; empty if it can.
std::optional<std::string> why_not_prefetched(const cin::Forall& loop, const Kernel& split);

/// Why the loops that should prefetch cannot; empty if they can.
std::optional<std::string> why_not_prefetched(const Kernel& split, const Prefetch& command, const cin::Stmt& body);

/// Whether the tensor has rows to prefetch: an operand with a compressed level below a dense one.
bool has_rows_to_prefetch(const Kernel& split, const TensorDeclaration& tensor);

}  // namespace scorchc::schedule
