// Prints the loops between passes (`--emit=loops:after=NAME`, `--emit=loops:all`).
#pragma once

#include <string>
#include <vector>

#include "passes/pipeline.h"

namespace scorchc::passes {

/// The places at which the loops can be printed: `lower` (as lowered), passes and groups.
std::vector<std::string> dump_places();

/// The module after a pass or a group. In a repeated group: after the first run of a pass, and after the last round of
/// the group. `context` is the one of the compilation; decisions are recorded again.
std::string print_after(const std::string& place, const loop::Module& lowered, Context& context);

/// The module as lowered and after each run of a pass that changed it, each under a line `=== sink (simplify, round
/// 2)`. A run that changed nothing has such a line that says so.
std::string print_all(const loop::Module& lowered, Context& context);

}  // namespace scorchc::passes
