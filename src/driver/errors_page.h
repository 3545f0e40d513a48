// docs/errors.md, as `scorchc explain SC0107` prints it.
#pragma once

#include <string_view>

namespace scorchc::driver {

/// The section of a code, or nothing.
std::string_view error_section(std::string_view code);

}  // namespace scorchc::driver
