// Reads the cases of the passes: cases/PASS/NAME.loops has a module in the text form, a line `---`, and the module
// after the pass. Lines with # in front of the module say what the case shows.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "passes/pipeline.h"

namespace scorchc::passes {

/// The folder `cases`.
std::filesystem::path cases_folder();
/// The entries of a folder, in order of their names.
std::vector<std::filesystem::path> sorted_entries(const std::filesystem::path& folder);

struct CaseText {
  std::string heading, before, after;  // `after` begins behind the line `---`; empty if there is no such line
};
/// Fails if the file has no module.
CaseText read_case(const std::filesystem::path& path);

/// The passes of the table, from the first to the last.
std::vector<Pass> all_passes();

}  // namespace scorchc::passes
