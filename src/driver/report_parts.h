// Declares the parts of a report (report.h).
#pragma once

#include <cstddef>
#include <string>

#include "driver/compile.h"
#include "driver/html.h"

namespace scorchc::driver {

/// Shows each format with the arrays of a small example tensor.
html::Markup formats_part(const CompiledKernel& compiled);

/// Shows the loop nest next to the emitted code.
html::Markup loops_part(const CompiledKernel& compiled);

/// Returns the style sheet; its last rules highlight a loop of the nest together with its lines.
std::string style_sheet(std::size_t loops);

std::size_t count_of_loops(const CompiledKernel& compiled);

/// Wraps wide content in a region that scrolls separately, also by keyboard.
html::Markup scrolling(const std::string& name, const html::Markup& content);

}  // namespace scorchc::driver
