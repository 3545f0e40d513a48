// A failing program made small: as long as some simpler program fails in the same way, that one takes its place.
#pragma once

#include <vector>

#include "judge.h"

namespace scorchc::fuzz {

struct Reduced {
  Case program;
  Outcome outcome;
};

/// `data` is the seed of the first random case that the failing program was run on.
Reduced reduce(const Case& program, const Outcome& outcome, std::uint64_t data, const JudgeOptions& options);

/// Programs one step simpler, the boldest steps first: a part in place of the whole expression, an index less, a
/// simpler format, an option less. Each is smaller by `size`.
std::vector<Case> simpler(const Case& program);
/// What reduction makes smaller: nodes, indices, formats and options.
std::size_t size(const Case& program);

}  // namespace scorchc::fuzz
