// Parallelises the outermost loop if its iterations write disjoint components and do more than copy an operand's
// arrays.
#pragma once

#include <optional>
#include <string>

#include "ir/cin.h"
#include "ir/schedule.h"
#include "support/decisions.h"

namespace scorchc::schedule {

/// `parallelize(i)` for each loop nest, or nothing. `program` has the loops that earlier commands made.
Commands choose_parallelism(const cin::Program& program, Decisions& decisions);

/// Why iterations of an outermost loop over `index`, an index of the statement, must not run at the same time; empty if
/// they may. `kernel` is split into blocks (cin::Program::split).
std::optional<std::string> why_serial(const Kernel& kernel, const std::string& index);

/// The same for a given outermost loop, fused or not. `filling`: the temporary that it computes; null: the result.
std::optional<std::string> why_serial(const Kernel& kernel, const cin::Forall& loop, const cin::Where* filling);

/// Whether the statement's own outermost loop, the last one, can run in parallel and may. A loop that only copies
/// arrays counts as parallel although it does not run so: its cost is no higher.
bool runs_in_parallel(const cin::Program& program);

/// Whether the temporary is complete before any loop that reads it.
bool is_precomputed(const cin::Where& where, const Kernel& kernel);

/// Whether iterations of its outermost loop, over `index`, may fill the temporary at the same time: components of an
/// array, or rows with positions of their own.
bool fills_disjoint_components(const cin::Where& where, const Kernel& kernel, const std::string& index);

}  // namespace scorchc::schedule
