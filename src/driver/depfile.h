// Writes the inputs of a compilation as a rule for make and Ninja (-MD), so that a build knows when the outputs are out
// of date.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/options.h"
#include "driver/output_files.h"

namespace scorchc::driver {

struct Depfile {
  /// The name given by -MF; else the output's name with the suffix `.d`; in a folder, DIR/SPEC.d, or DIR/NAME.d for the
  /// first kernel.
  std::string path;
  /// `targets: inputs`. The targets are those of -MT, or all outputs. The inputs are the files that are read: the spec,
  /// response files, the files of --lock and --data, and the .clang-format of --style=file. With -MP each input also
  /// has an empty rule, so that a deleted input is no error. Blanks, `#` and `$` are escaped for make.
  std::string text;
};

/// Returns nothing without -MD. Requires no compilation. Fails with usage if options contradict each other (--check
/// writes nothing), or if no output can give the name or be the target.
std::optional<Depfile> plan_depfile(const Options& options, const Destination& destination,
                                    const std::vector<PlannedOutput>& planned);

}  // namespace scorchc::driver
