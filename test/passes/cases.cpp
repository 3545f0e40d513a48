#include "passes/cases.h"

#include <algorithm>
#include <stdexcept>

#include "support/files.h"

namespace scorchc::passes {

namespace fs = std::filesystem;

fs::path cases_folder() { return fs::path(SCORCHC_SOURCE_DIR) / "test" / "passes" / "cases"; }

std::vector<fs::path> sorted_entries(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

CaseText read_case(const fs::path& path) {
  const std::string text = read_file(path), line = "---\n";
  const std::size_t begin = text.find("module "), bar = text.find("\n" + line);
  if (begin == std::string::npos || bar < begin) throw std::runtime_error(path.string() + " has no module");
  if (bar == std::string::npos) return {text.substr(0, begin), text.substr(begin), ""};
  return {text.substr(0, begin), text.substr(begin, bar + 1 - begin), text.substr(bar + 1 + line.size())};
}

std::vector<Pass> all_passes() {
  std::vector<Pass> passes;
  for (const Group& group : all_groups()) passes.insert(passes.end(), group.passes.begin(), group.passes.end());
  return passes;
}

}  // namespace scorchc::passes
