#include "driver/golden_check.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "driver/json_output.h"
#include "emit/calling/kernel_header.h"
#include "support/diagnostics.h"
#include "support/files.h"
#include "support/unified_diff.h"

namespace scorchc::driver {
namespace {

std::optional<std::string> file_bytes(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  return read_file(path);
}

/// Whether a file carries scorchc's mark of generated files.
bool is_ours(const std::string& path) {
  constexpr std::uint64_t longest = std::uint64_t{1} << 24;
  try {
    return read_file(path, longest).find(emit::generated_mark) != std::string::npos;
  } catch (const Failure&) {
    return false;  // unreadable files are ignored
  }
}

/// Returns the kernel's name, the start of its file names: `spmv.h`, `spmv.test.cpp`.
std::string kernel_of(const std::string& file_name) { return file_name.substr(0, file_name.find('.')); }

/// Returns the files that scorchc generated from other kernels. Other kinds of output of these kernels are not listed.
std::vector<std::string> stale_files(const std::vector<PlannedOutput>& planned, const Destination& destination) {
  namespace fs = std::filesystem;
  std::set<std::string> kernels;
  for (const PlannedOutput& output : planned) kernels.insert(kernel_of(fs::path(*output.path).filename().string()));
  std::vector<std::string> left;
  std::error_code error;
  for (fs::directory_iterator at(destination.path, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (kernels.count(kernel_of(name)) == 0 && at->is_regular_file(error) && is_ours(at->path().string()))
      left.push_back(destination.path + name);
  }
  std::sort(left.begin(), left.end());
  return left;
}

void note_stale(const std::vector<std::string>& left, const Options& options, Console& console) {
  if (options.verbosity == Verbosity::quiet) return;
  for (const std::string& path : left)
    console.note("scorchc generated " + scorchc::quoted(path) +
                 ", but not from these kernels; remove it unless another spec generates it\n");
}

CheckedFile compared(const PlannedOutput& output, const std::string& content) {
  const std::string& path = *output.path;
  const std::optional<std::string> there = file_bytes(path);
  if (there == content) return {CheckedFile::State::same, path, {}};
  const CheckedFile::State state = there ? CheckedFile::State::different : CheckedFile::State::missing;
  if (info(output.what.kind).content == EmitContent::bytes)
    return {state, path, (there ? "Binary files differ: " : "Missing: ") + path + "\n"};
  return {state, path, unified_diff(there.value_or(""), content, there ? path : "/dev/null", path)};
}

}  // namespace

void note_left_files(const std::vector<PlannedOutput>& planned, const Destination& destination, const Options& options,
                     Console& console) {
  note_stale(stale_files(planned, destination), options, console);
}

ExitCode check_outputs(const std::vector<PlannedOutput>& planned, const std::vector<std::string>& contents,
                       const Destination& destination, const Options& options, Console& console) {
  std::size_t different = 0;
  std::vector<CheckedFile> files;
  for (std::size_t n = 0; n < planned.size(); ++n) {
    files.push_back(compared(planned[n], contents[n]));
    if (files.back().state != CheckedFile::State::same) ++different;
    if (!options.json) console.print(files.back().difference);
  }
  const std::vector<std::string> left = stale_files(planned, destination);
  note_stale(left, options, console);
  for (const std::string& path : left) files.push_back({CheckedFile::State::left, path, {}});
  if (options.json) console.print(checked_answer(files));
  if (different == 0) return ExitCode::ok;
  console.report({Code::output_difference,
                  Severity::error,
                  std::to_string(different) + " of " + std::to_string(planned.size()) + " files in " +
                      scorchc::quoted(destination.path) + (different == 1 ? " differs" : " differ") +
                      " from the generated code",
                  {},
                  "review the difference; add `--update` to write the files"});
  return ExitCode::difference;
}

}  // namespace scorchc::driver
