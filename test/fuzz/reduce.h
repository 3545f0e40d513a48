// Reduces a failing program: replaces it by a simpler program that fails in the same way, until there is none.
#pragma once

#include <vector>

#include "judge.h"

namespace scorchc::fuzz {

struct Reduced {
  Case program;
  Outcome outcome;
};

/// The reduced program and its outcome. `data` is the seed of the first random case of the failing program.
Reduced reduce(const Case& program, const Outcome& outcome, std::uint64_t data, const JudgeOptions& options);

/// Programs that are one step simpler, boldest steps first: without an option, with a part of the expression only,
/// without an index, with a simpler format. Each has a smaller `size`.
std::vector<Case> simpler(const Case& program);
/// The measure that reduction decreases: a weighted count of nodes, indices, formats and options.
std::size_t size(const Case& program);

}  // namespace scorchc::fuzz
