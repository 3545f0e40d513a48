// Builds the iteration graph of a program (Kjolstad et al. 2017): its indices, and for each tensor access a path
// through them in the order of the tensor's levels. A loop order is concordant with a tensor if the path leads only
// inwards.
#pragma once

#include <string>
#include <vector>

#include "ir/cin.h"

namespace scorchc::draw {

enum class Role { result, operand, temporary };
std::string_view name(Role role);

/// One level of a tensor, and the index that iterates it.
struct Step {
  std::string index;
  std::string level;  // the level format's name
};

struct Path {
  std::string access;  // "A(i,j)"
  std::string tensor;  // "A"
  std::string format;  // the user's name of the format: "csr"
  Role role = Role::operand;
  std::vector<Step> steps;  // outermost level first; none for a scalar
};

struct IterationGraph {
  std::vector<std::string> indices;  // outermost loop first; then indices computed from others
  std::vector<Path> paths;           // of the result, then the operands, then temporaries with indices
};

IterationGraph iteration_graph(const cin::Program& program);

}  // namespace scorchc::draw
