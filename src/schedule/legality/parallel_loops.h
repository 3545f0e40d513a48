// Decides which loops can run in parallel: outermost loops whose iterations write disjoint components.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/cin.h"

namespace scorchc::schedule {

/// An outermost loop, and what it computes.
struct Nest {
  const cin::Forall* loop;
  const cin::Where* filling;  // a precomputed temporary; null: the result
};

/// The program's outermost loops in order of its text; the statement's own comes last. Refers to `program`.
std::vector<Nest> loop_nests(const cin::Program& program);

/// Why iterations of an outermost loop over `index`, an index of the statement, must not run at the same time; empty if
/// they may. `kernel` is split into blocks (cin::Program::split).
std::optional<std::string> why_serial(const Kernel& kernel, const std::string& index);

/// The same for a given outermost loop, fused or not. `filling`: the temporary that it computes; null: the result.
std::optional<std::string> why_serial(const Kernel& kernel, const cin::Forall& loop, const cin::Where* filling);

/// Whether threads append to the result, because its rows have no positions of their own.
bool appends_in_parts(const Kernel& kernel);

/// Whether the statement's own outermost loop, the last one, can run in parallel and may. A loop that only copies
/// arrays counts as parallel although it does not run so: its cost is no higher.
bool runs_in_parallel(const cin::Program& program);

/// Whether the temporary is complete before any loop that reads it.
bool is_precomputed(const cin::Where& where, const Kernel& kernel);

/// Whether iterations of its outermost loop, over `index`, may fill the temporary at the same time: components of an
/// array, or rows with positions of their own.
bool fills_disjoint_components(const cin::Where& where, const Kernel& kernel, const std::string& index);

}  // namespace scorchc::schedule
