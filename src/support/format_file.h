// The file that `--style=file` lays code out by. Whole in this header: the Clang plugin's plugin links nothing of
// scorchc.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

namespace scorchc {

/// The nearest `.clang-format` or `_clang-format`, in the folder or above it; an empty name is the current folder.
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
