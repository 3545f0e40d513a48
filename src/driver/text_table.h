// Numbers and tables for people.
#pragma once

#include <string>
#include <vector>

namespace scorchc::driver {

/// A whole number: "1,234,567".
std::string print_count(double count);
/// Three digits that count: "0.123", "12.3", "1,230".
std::string print_rounded(double value);
/// "12.3 us".
std::string print_seconds(double seconds);
/// "12.3 MB": in thousands, as bandwidths are.
std::string print_bytes(double bytes);

/// Columns two blanks apart, each as wide as its widest cell, every line behind `indent`. The first column and
/// the last one are flush left, the others right.
std::string print_table(const std::vector<std::vector<std::string>>& rows, const std::string& indent);

}  // namespace scorchc::driver
