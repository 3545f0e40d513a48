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

/// Why the loops that should prefetch cannot; empty if they can.
std::optional<std::string> why_not_prefetched(const Kernel& split, const Prefetch& command, const cin::Stmt& body);

}  // namespace scorchc::schedule
