// `--check DIR`: whether the files in a folder are what a compilation would write there, for generated code that is
// kept under version control.
#pragma once

#include <string>
#include <vector>

#include "driver/console.h"
#include "driver/output_files.h"

namespace scorchc::driver {

/// What each output would hold, and what its file holds. Prints a unified diff of those that differ, and reports them
/// (output_difference); ExitCode::difference if there are any. Nothing is written. Files that are left are noted, too.
ExitCode check_outputs(const std::vector<PlannedOutput>& planned, const std::vector<std::string>& contents,
                       const Destination& destination, const Options& options, Console& console);

/// Says which files in the folder some scorchc wrote of other kernels than these: of such that were taken out of the
/// spec or renamed, or of another spec, which is why nobody removes them.
void note_left_files(const std::vector<PlannedOutput>& planned, const Destination& destination, const Options& options,
                     Console& console);

}  // namespace scorchc::driver
