// A C++ compiler run as a process, without a shell, on files in a folder of its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clang/plugin.h"
#include "support/temp_files.h"

namespace scorchc::clang_plugin {

/// A new folder that only this user can enter; removed with all that is in it at the end of the object's life,
/// or by the signal that ends the program.
class PrivateFolder {
 public:
  /// `path()` is empty if no folder could be made; `error()` then says why.
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

/// Writes `options.files` into `folder` and runs `cxx` on the first, with the options' arguments and then
/// `last_arguments`. `ok` is true if the compiler was found and ended with 0; else there is an error among the
/// messages.
CheckResult run_compiler(const std::string& cxx, const CompileOptions& options,
                         const std::vector<std::string>& last_arguments, const PrivateFolder& folder);

/// An error that has no place in a file.
Message plain_error(std::string text);

}  // namespace scorchc::clang_plugin
