// Prints a kernel's decisions and their reasons, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "driver/compile.h"

namespace scorchc::driver {

/// Returns the statement, the desugared statement, formats, decisions and the schedule. Decisions are broken into lines
/// of `width` columns; statements and schedules are not, so that they can be copied.
std::string explain_text(const CompiledKernel& compiled, std::size_t width);
/// The same for a kernel whose compilation failed: the decisions up to the failure.
std::string explain_text(const Kernel& kernel, const Decisions& decisions, std::size_t width);

/// Returns the lines about a plan in the opening comment of an emitted file: its workspaces, and its work as formulas
/// that are short enough. They do not depend on who chose the plan.
std::vector<std::string> plan_summary(const cin::Program& program, const schedule::Work& work);

enum class JsonLayout { lines, one_line };
/// Returns one document for all kernels, with a final newline, as described by docs/schema/explain.json.
std::string explain_json(const std::vector<CompiledKernel>& compiled, JsonLayout layout);

}  // namespace scorchc::driver
