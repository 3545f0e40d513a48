// argv in, Options out. The one place that knows the command line's parser.
#pragma once

#include <string>
#include <vector>

#include "driver/options.h"

namespace scorchc::tools {

/// What the arguments ask for, without the program's name. A Failure with `usage` for anything off, with a suggestion
/// where one is near.
driver::Options parse_arguments(const std::vector<std::string>& arguments);

/// How diagnostics are to look, as far as that shows before the arguments are read: they may be what the first
/// diagnostic is about.
driver::Options messages_at_a_glance(const std::vector<std::string>& arguments);

}  // namespace scorchc::tools
