// What must hold of a statement as written before its names can be resolved.
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
  Place place;  // of its first use
};

/// Every tensor once: the result first, then operands in order of first appearance. Fails if a tensor has two orders
/// or a name stands for both a tensor and an index.
std::vector<TensorUse> collect_tensors(const Statement& statement);
/// The same of statements that are one kernel: the last one's result first.
std::vector<TensorUse> collect_tensors(const std::vector<Statement>& statements);

/// Every index, bound ones included, in order of first occurrence.
std::vector<std::string> collect_indices(const Statement& statement);

/// An index of an explicit reduction belongs to it alone: it stands neither on the left nor outside of it, and no
/// reduction inside binds it again.
void check_reductions(const Statement& statement);

}  // namespace scorchc::front
