// argv in, Options out. The one place that knows the command line's parser.
#pragma once

#include <string>
#include <vector>

#include "driver/options.h"

namespace scorchc::tools {

/// What the arguments ask for, without the program's name. A Failure with `usage` for anything off, with a suggestion
/// where one is near; with `not_supported_yet` for what the documentation names and this version lacks.
driver::Options parse_arguments(const std::vector<std::string>& arguments);

}  // namespace scorchc::tools
