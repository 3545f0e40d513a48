// Finds the clang-format configuration file that `--style=file` uses. Header-only, because the Clang plugin links none
// of scorchc's libraries.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

namespace scorchc {

/// Path of the nearest `.clang-format` or `_clang-format` in `folder` or a parent directory; empty if there is none. An
/// empty `folder` is the current directory.
inline std::optional<std::string> nearest_format_file(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path place = fs::absolute(folder.empty() ? "." : folder, error).lexically_normal();
  if (error) return std::nullopt;
  for (;; place = place.parent_path()) {
    for (const char* name : {".clang-format", "_clang-format"})
      if (fs::exists(place / name, error)) return (place / name).string();
    if (!place.has_relative_path()) return std::nullopt;
  }
}

}  // namespace scorchc
