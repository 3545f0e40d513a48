// The parts of a report (report.h).
#pragma once

#include <cstddef>
#include <string>

#include "driver/compile.h"
#include "driver/html.h"

namespace scorchc::driver {

/// Each format with the arrays that a small made tensor has in it.
html::Markup formats_part(const CompiledKernel& compiled);

/// The loop nest beside the code that was emitted.
html::Markup loops_part(const CompiledKernel& compiled);

/// The style sheet; its last rules mark a loop of the nest together with its lines.
std::string style_sheet(std::size_t loops);

std::size_t count_of_loops(const CompiledKernel& compiled);

/// Wide content that scrolls by itself, also by keyboard.
html::Markup scrolling(const std::string& name, const html::Markup& content);

}  // namespace scorchc::driver
