// --emit=svg: the iteration graph and the loop nest as a drawing that needs no other program. Every coordinate is an
// integer that follows from the texts' lengths alone, so the same program gives the same bytes everywhere.
#pragma once

#include <string>

#include "ir/cin.h"

namespace scorchc::draw {

std::string svg(const cin::Program& program);
/// The iteration graph alone.
std::string graph_svg(const cin::Program& program);

}  // namespace scorchc::draw
