// Runs a C++ compiler as a process, without a shell, on files in a private folder.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clang/plugin.h"
#include "support/temp_files.h"

namespace scorchc::clang_plugin {

/// Owns a new folder that only this user can enter. The folder and its contents are removed at the end of the object's
/// lifetime, or by the handler of a terminating signal.
class PrivateFolder {
 public:
  /// If the folder could not be created, `path()` is empty and `error()` gives the reason.
  PrivateFolder();
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  const std::string& path() const { return path_; }
  const std::string& error() const { return error_; }

 private:
  std::string path_;
  std::string error_;
  std::optional<TempFile> temp_file_;
};

/// Writes `options.files` into `folder` and runs `cxx` on the first, with the options' arguments followed by
/// `last_arguments`. `ok` is true if the compiler was found and exited with 0; otherwise the messages contain an error.
CheckResult run_compiler(const std::string& cxx, const CompileOptions& options,
                         const std::vector<std::string>& last_arguments, const PrivateFolder& folder);

/// Returns an error without a place in a file.
Message plain_error(std::string text);

}  // namespace scorchc::clang_plugin
