// Prints numbers for users.
#pragma once

#include <string>

namespace scorchc::schedule {

/// "6.4e7"; numbers below a hundred are written out.
std::string about(double number);

/// A ratio of costs as text: 12.34 -> "12", 1.26 -> "1.3".
std::string times(double ratio);

}  // namespace scorchc::schedule
