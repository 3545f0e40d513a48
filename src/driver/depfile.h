// What a compilation read, as a rule for make and Ninja (-MD): written beside the outputs, so that a build knows when
// they are out of date.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/options.h"
#include "driver/output_files.h"

namespace scorchc::driver {

/// The path of -MF, else that of the output with `.d` for its suffix; in a folder DIR/SPEC.d, or DIR/NAME.d of the first
/// kernel. Nothing without -MD. Failures: usage, where options do not go together or there is no output to be named after.
std::optional<std::string> depfile_path(const Options& options, const Destination& destination,
                                        const std::vector<PlannedOutput>& planned);

/// `targets: inputs`. The targets are -MT's, or all outputs; the inputs are the files that were read: the spec, those of
/// --lock and --data. With -MP each input has a rule of its own, without a recipe, so that one that is gone is no error.
/// Blanks, `#` and `$` are written as make reads them.
std::string depfile_text(const Options& options, const std::vector<PlannedOutput>& planned);

}  // namespace scorchc::driver
