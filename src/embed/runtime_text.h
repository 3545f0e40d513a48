// The text of the headers in src/runtime, compiled into the program.
#pragma once

#include <span>
#include <string_view>

namespace scorchc {

/// The text of each header, in the order in which emitted files contain their blocks (src/embed/CMakeLists.txt).
std::span<const std::string_view> runtime_headers();

}  // namespace scorchc
