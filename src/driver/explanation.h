// What was decided about a kernel and why, for people and for tools.
#pragma once

#include <string>
#include <vector>

#include "driver/compile.h"

namespace scorchc::driver {

/// The statement, the same with its sums in place, formats, decisions and schedule.
std::string explain_text(const CompiledKernel& compiled);
/// The same of a kernel that was refused: as far as its compilation came.
std::string explain_text(const Kernel& kernel, const Decisions& decisions);

/// What an opening comment says of a plan, a line each: its workspaces, and its work as formulas that are not too long.
/// It is the same, whoever chose the plan.
std::vector<std::string> plan_in_short(const cin::Program& program, const schedule::Work& work);

enum class JsonLayout { lines, one_line };
/// One document of all kernels, with a newline behind it. docs/schema/explain.json describes it.
std::string explain_json(const std::vector<CompiledKernel>& compiled, JsonLayout layout);

}  // namespace scorchc::driver
