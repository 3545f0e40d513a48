// How much a scheduled statement does, as formulas in sizes and stored components: what `explain` shows.
#pragma once

#include <string>
#include <vector>

#include "ir/cin.h"

namespace scorchc::schedule {

/// A sum of products of symbols: `nnz(A) * k`, `nnz(A) * nnz(B) / j`. Symbols are extents (an index's name), stored
/// components (`nnz(A)`), stored coordinates of an outer level (`#A1`: of the first) and of a temporary (`#w`).
struct Formula {
  std::string text;
  bool exact = true;  // otherwise expected: stored components are taken to be spread evenly, or an upper bound of a union
};

struct LoopWork {
  std::string index;
  int depth = 0;
  Formula iterations;  // of its body
};

struct Work {
  std::vector<LoopWork> loops;  // in order of the program's text; those of conversions are not among them
  Formula flops;                // arithmetic of all bodies: a multiplication and an addition are two
};

/// How many operators the expression applies.
double operations(const Expr& expr);

Work work_of(const cin::Program& program);

}  // namespace scorchc::schedule
