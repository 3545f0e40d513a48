// Groups statements that use each other's results into kernels, and gives the indices of a kernel consistent names.
//
// Example: t(i) = A(i,j) * x(j); y(i) = B(i,j) * t(j) is one kernel, whose result is y. Index names are local to a
// statement, so they are unified by tensor modes: the indices of the last statement keep their names, and the first
// statement becomes t(j) = A(j,j2) * x(j2).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ir/index_notation.h"

namespace scorchc::front {

using Statements = std::vector<Statement>;

/// Groups statements into kernels, each with its statements in order. Kernels are ordered by their last statements.
/// Fails if a temporary is assigned twice, after a use, or by an operator other than `=`, or if a kernel would have two
/// results.
std::vector<Statements> connected(const Statements& statements);

/// Fails unless the statements form one kernel.
void check_kernel(const Statements& statements);

/// The statements of one kernel, renamed so that each index name has one extent in the whole kernel.
struct UnifiedIndices {
  Statements statements;
  std::vector<std::map<std::string, std::string>> names;  // for each statement: user's name -> unified name
  std::map<std::string, std::string> same_as;  // unified name -> another one of the same extent, if there are several
};
UnifiedIndices unify_indices(const Statements& statements);

}  // namespace scorchc::front
