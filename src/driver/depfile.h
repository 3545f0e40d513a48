// What a compilation read, as a rule for make and Ninja (-MD): written beside the outputs, so that a build knows when
// they are out of date.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/options.h"
#include "driver/output_files.h"

namespace scorchc::driver {

struct Depfile {
  /// That of -MF, else that of the output with `.d` for its suffix; in a folder DIR/SPEC.d, or DIR/NAME.d of the first
  /// kernel.
  std::string path;
  /// `targets: inputs`. The targets are -MT's, or all outputs; the inputs are the files that are read: the spec,
  /// response files, those of --lock and --data, and the .clang-format of --style=file. With -MP each input has a rule
  /// of its own, without a recipe, so that one that is gone is no error. Blanks, `#` and `$` are written as make reads
  /// them.
  std::string text;
};

/// Nothing without -MD. Needs no compilation. Failures: usage, where options do not go together (--check writes
/// nothing), or there is no output to be named after or to be the target.
std::optional<Depfile> plan_depfile(const Options& options, const Destination& destination,
                                    const std::vector<PlannedOutput>& planned);

}  // namespace scorchc::driver
