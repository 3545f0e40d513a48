// The iteration graph (Kjolstad et al. 2017): the indices of a program, and a path through them for each access to a
// tensor, in the order of its levels. A loop order is concordant with a tensor if its path only goes inwards.
#pragma once

#include <string>
#include <vector>

#include "ir/cin.h"

namespace scorchc::draw {

enum class Role { result, operand, temporary };
std::string_view name(Role role);

/// One level of a tensor: the index that it is walked by.
struct Step {
  std::string index;
  std::string level;  // the level format's name
};

struct Path {
  std::string access;  // "A(i,j)"
  std::string tensor;  // "A"
  std::string format;  // as the user knows it: "csr"
  Role role = Role::operand;
  std::vector<Step> steps;  // outermost level first; none for a scalar
};

struct IterationGraph {
  std::vector<std::string> indices;  // outermost loop first; then those that are computed from others
  std::vector<Path> paths;           // of the result, of the operands, of temporaries with indices
};

IterationGraph iteration_graph(const cin::Program& program);

}  // namespace scorchc::draw
