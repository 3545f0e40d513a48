// The manual page scorchc(1), made from the table of commands and options.
#pragma once

#include <string>

namespace scorchc::tools {

std::string man_page();

}  // namespace scorchc::tools
