// Computes the line-by-line difference of two texts in the format of `diff -u`.
#pragma once

#include <string>
#include <string_view>

namespace scorchc {

/// Returns headers with both names, then hunks with three lines of context; empty if the texts are equal. The number of
/// removed and inserted lines is minimal (Myers 1986), except for differences of thousands of lines. A text that ends
/// without a newline is marked as `diff` does.
std::string unified_diff(std::string_view before, std::string_view after, const std::string& before_name,
                         const std::string& after_name);

}  // namespace scorchc
