// Statements that use each other's results: which of them are one kernel, and what their indices are in it.
//
// Example: t(i) = A(i,j) * x(j); y(i) = B(i,j) * t(j) is one kernel, whose result is y. Indices are local to a
// statement, and as long as the modes are that they stand for. So the last statement's keep their names, and the first
// is t(j) = A(j,j2) * x(j2).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ir/index_notation.h"

namespace scorchc::front {

using Statements = std::vector<Statement>;

/// The statements of each kernel, in order. Kernels come in the order of their last statements. Fails where what
/// another statement uses is assigned twice, too late, or in another way than by `=`, and where a kernel had two
/// results.
std::vector<Statements> connected(const Statements& statements);

/// Fails unless all of them are one kernel.
void check_kernel(const Statements& statements);

/// The statements of one kernel with indices of which each has one extent.
struct UnifiedIndices {
  Statements statements;
  std::vector<std::map<std::string, std::string>> names;  // by statement: what its indices are called
  std::map<std::string, std::string> same_as;             // indices of one statement that are as long as another one
};
UnifiedIndices unify_indices(const Statements& statements);

}  // namespace scorchc::front
