#include "driver/golden_check.h"

#include <filesystem>
#include <optional>

#include "support/diagnostics.h"
#include "support/files.h"
#include "support/unified_diff.h"

namespace scorchc::driver {
namespace {

std::optional<std::string> bytes_of(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  return read_file(path);
}

}  // namespace

ExitCode check_outputs(const std::vector<PlannedOutput>& planned, const std::vector<std::string>& contents,
                       const Destination& destination, Console& console) {
  std::size_t different = 0;
  for (std::size_t n = 0; n < planned.size(); ++n) {
    const std::string& path = *planned[n].path;
    const std::optional<std::string> there = bytes_of(path);
    if (there == contents[n]) continue;
    ++different;
    if (info(planned[n].kind).content == EmitContent::bytes)
      console.print((there ? "Binary files differ: " : "Missing: ") + path + "\n");
    else
      console.print(unified_diff(there.value_or(""), contents[n], there ? path : "/dev/null", path));
  }
  if (different == 0) return ExitCode::ok;
  console.report({Code::output_difference,
                  Severity::error,
                  std::to_string(different) + " of " + std::to_string(planned.size()) + " files in " +
                      scorchc::quoted(destination.path) + (different == 1 ? " is" : " are") + " not what would be written",
                  {},
                  "read the difference; the same command with `--update` takes it over"});
  return ExitCode::difference;
}

}  // namespace scorchc::driver
