// Draws --emit=dot: the iteration graph and the loop nest as one Graphviz digraph with a cluster for each.
#pragma once

#include <string>

#include "ir/cin.h"

namespace scorchc::draw {

std::string dot(const cin::Program& program);

}  // namespace scorchc::draw
