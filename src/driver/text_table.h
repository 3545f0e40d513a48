// Formats numbers and tables for people.
#pragma once

#include <string>
#include <vector>

namespace scorchc::driver {

/// Returns a whole number: "1,234,567".
std::string print_count(double count);
/// Returns three significant digits: "0.123", "12.3", "1,230".
std::string print_rounded(double value);
/// Returns "12.3 us".
std::string print_seconds(double seconds);
/// Returns "12.3 MB", with decimal units as is usual for bandwidths.
std::string print_bytes(double bytes);

/// Returns a table with columns two blanks apart, as wide as their widest cell, and `indent` before each line. The
/// first and last columns are left-aligned, the others right-aligned.
std::string print_table(const std::vector<std::vector<std::string>>& rows, const std::string& indent);

}  // namespace scorchc::driver
