// The difference of two texts, line by line, as `diff -u` shows it.
#pragma once

#include <string>
#include <string_view>

namespace scorchc {

/// Headers with both names, then hunks with three lines of context; empty where the texts are equal. The fewest lines
/// that can be taken out and put in (Myers 1986); where those are thousands, perhaps not the fewest. A text that ends
/// without a newline is marked as `diff` does.
std::string unified_diff(std::string_view before, std::string_view after, const std::string& before_name,
                         const std::string& after_name);

}  // namespace scorchc
