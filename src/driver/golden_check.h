// Implements `--check DIR`: compares the files of a folder with what a compilation would write, for generated code
// under version control.
#pragma once

#include <string>
#include <vector>

#include "driver/console.h"
#include "driver/output_files.h"

namespace scorchc::driver {

/// Compares each output with its file. Prints a unified diff of those that differ and reports output_difference;
/// returns ExitCode::difference if any do. Writes nothing. Notes files of removed kernels, too.
ExitCode check_outputs(const std::vector<PlannedOutput>& planned, const std::vector<std::string>& contents,
                       const Destination& destination, const Options& options, Console& console);

/// Notes files in the folder that scorchc generated from other kernels: kernels that were removed or renamed, or
/// kernels of another spec. They may still be in use, so they are not removed.
void note_left_files(const std::vector<PlannedOutput>& planned, const Destination& destination, const Options& options,
                     Console& console);

}  // namespace scorchc::driver
