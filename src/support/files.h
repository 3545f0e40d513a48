// Reads and writes whole files.
//
//   read_file    returns the bytes of a regular file, up to a limit
//   write_file   replaces a file atomically: it holds the old bytes or the new ones, never a mixture, even on a full
//                disk, on a failing write, or with two concurrent writers. A file that already holds the bytes is not
//                touched, so that build systems see no change.
//   StagedFiles  writes several files that belong together: all bytes are on disk before the first file changes
//
// Every error is a Failure with code file_unreadable, file_unwritable or file_too_large.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace scorchc {

/// Returns the contents of `path`; `limit` is in bytes. Fails for directories, pipes and devices: they have no size,
/// and a pipe could block for ever.
std::string read_file(const std::string& path, std::uint64_t limit = std::uint64_t{4} << 30);

/// Writes a temporary file in the same directory and renames it; on failure or a signal it is removed. Permissions
/// follow the umask. An existing target that is no regular file (/dev/full, a pipe) is written in place, and so is
/// /dev/stdout. A symbolic link is preserved: the file that it names is replaced.
void write_file(const std::string& path, std::string_view bytes);

class StagedFiles {
 public:
  StagedFiles();
  ~StagedFiles();
  /// Writes the bytes to a temporary file next to `path`. A target that is no regular file is written immediately.
  void add(const std::string& path, std::string_view bytes);
  /// Renames every temporary file to its target. Before this call no regular file has changed.
  void commit();

 private:
  struct File;
  std::vector<std::unique_ptr<File>> files_;
};

/// True if `path` exists and is neither a regular file nor a directory: a device, a pipe, or a file descriptor of this
/// process (/dev/stdout).
bool is_special_file(const std::string& path);

}  // namespace scorchc
