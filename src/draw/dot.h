// --emit=dot: the iteration graph and the loop nest as a digraph of Graphviz, a cluster each.
#pragma once

#include <string>

#include "ir/cin.h"

namespace scorchc::draw {

std::string dot(const cin::Program& program);

}  // namespace scorchc::draw
