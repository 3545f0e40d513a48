// Checks statements as written, and collects their tensors and indices, before names are resolved.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ir/index_notation.h"
#include "support/diagnostics.h"

namespace scorchc::front {

struct TensorUse {
  std::string name;
  int order = 0;
  Place place;  // location of its first use
};

/// The distinct tensors: the result first, then operands in order of first appearance. Fails if a tensor is used with
/// two orders, or if a name is used for both a tensor and an index.
std::vector<TensorUse> collect_tensors(const Statement& statement);
/// The same for the statements of one kernel: the result of the last statement first.
std::vector<TensorUse> collect_tensors(const std::vector<Statement>& statements);

/// The distinct indices, including bound ones, in order of first occurrence.
std::vector<std::string> collect_indices(const Statement& statement);

/// Fails with Code::reduction_scope if the index of an explicit reduction also occurs on the left-hand side or outside
/// the reduction, or if a nested reduction binds it again.
void check_reductions(const Statement& statement);

}  // namespace scorchc::front
