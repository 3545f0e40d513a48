// Shows what changed between two texts, as a unified diff with three lines of context.
#pragma once

#include <string>

namespace scorchc::test {

/// Empty if the texts are equal. Lines only in `before` start with `-`, lines only in `after` with `+`.
std::string line_diff(const std::string& before, const std::string& after);

}  // namespace scorchc::test
