// The parallelism chooser: the outermost loop, where its iterations write to components of their own
// and do more than move what an operand stores.
#pragma once

#include <optional>
#include <string>

#include "ir/cin.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// `parallelize(i)`, or nothing. Sees the loops that earlier commands have made.
Commands choose_parallelism(const cin::Program& program, Decisions& decisions);

/// Why the iterations of an outermost loop over `index`, one of the statement's, may not run at the same time; nothing
/// if they may. The kernel is as the loops see it.
std::optional<std::string> why_serial(const Kernel& kernel, const std::string& index);

/// The same of an outermost loop, also one over pairs. `filling`: the temporary that it fills; null: the result.
std::optional<std::string> why_serial(const Kernel& kernel, const cin::Forall& loop, const cin::Where* filling);

/// Whether the statement's own outermost loop, the last one, can run in parallel, and is to. What only moves arrays is
/// taken for one that can: its price is no higher.
bool runs_in_parallel(const cin::Program& program);

/// Whether a temporary is formed before all that reads it.
bool is_precomputed(const cin::Where& where, const Kernel& kernel);

/// Whether the iterations of its outermost loop, over `index`, may fill it at the same time: an array's components, or
/// rows that have places of their own.
bool fills_apart(const cin::Where& where, const Kernel& kernel, const std::string& index);

}  // namespace scorchc::schedule
