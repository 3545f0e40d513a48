// `prefetch`: the loop over the entries of one operand asks for components of another one before it comes to them: for
// a dense one's, or for the beginnings of a sparse one's rows.
#pragma once

#include <optional>
#include <string>

#include "ir/cin.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

/// The statement with the loop marked that asks for it. Throws Failure (schedule_illegal).
cin::Stmt prefetching(const Kernel& kernel, const Kernel& split, const Prefetch& command, const cin::Stmt& body);

/// Why it is not known in the loop which entry comes next, or so many later; nothing if it is.
std::optional<std::string> why_not_prefetched(const cin::Forall& loop, const Kernel& split);

/// Why the loops that would ask cannot; nothing if they can.
std::optional<std::string> why_not_prefetched(const Kernel& split, const Prefetch& command, const cin::Stmt& body);

/// Whether a coordinate tells where a row of the tensor begins: an operand, compressed below a dense level.
bool has_rows_to_prefetch(const Kernel& split, const TensorDeclaration& tensor);

}  // namespace scorchc::schedule
