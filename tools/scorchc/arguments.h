// Parses the command line into Options. The only file that uses the parser library.
#pragma once

#include <string>
#include <vector>

#include "driver/options.h"

namespace scorchc::tools {

/// Parses the arguments, without the program's name. Fails with `usage` for errors, with a suggestion if a known word
/// is similar.
driver::Options parse_arguments(const std::vector<std::string>& arguments);

/// Returns the settings that determine how diagnostics are printed, without validating the arguments: errors in the
/// arguments are printed in that form.
driver::Options early_message_options(const std::vector<std::string>& arguments);

}  // namespace scorchc::tools
