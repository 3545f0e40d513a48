// Draws --emit=svg: the iteration graph and the loop nest as a self-contained SVG document. Every coordinate is an
// integer derived from text lengths alone, so equal programs give equal bytes on every machine.
#pragma once

#include <string>

#include "ir/cin.h"

namespace scorchc::draw {

std::string svg(const cin::Program& program);
/// Draws the iteration graph alone.
std::string graph_svg(const cin::Program& program);

}  // namespace scorchc::draw
