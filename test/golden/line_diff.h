// What changed between two texts, for people: unified, with three lines around each change.
#pragma once

#include <string>

namespace scorchc::test {

/// Empty if the texts are equal. Lines of `before` alone start with `-`, lines of `after` alone with `+`.
std::string line_diff(const std::string& before, const std::string& after);

}  // namespace scorchc::test
