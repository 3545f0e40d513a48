// Generates the manual page scorchc(1) from the command table.
#pragma once

#include <string>

namespace scorchc::tools {

std::string man_page();

}  // namespace scorchc::tools
