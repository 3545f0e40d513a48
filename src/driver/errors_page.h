// Contains docs/errors.md, for `scorchc explain SC0107`.
#pragma once

#include <string_view>

namespace scorchc::driver {

/// Returns the section of a code, or an empty text.
std::string_view error_section(std::string_view code);

}  // namespace scorchc::driver
