// Whole files in, whole files out.
//
//   read_file   the bytes of a regular file, up to a limit
//   write_file  afterwards the file holds the old bytes or the new ones, never a mixture: not on a full disk, not on a
//               failing write, not when two programs write it at once. A file that already holds the bytes is left
//               alone, so that build systems see no change.
//   StagedFiles the same for files that belong together: all bytes are on disk before the first file changes
//
// Everything that goes wrong is a Failure: file_unreadable, file_unwritable or file_too_large.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace scorchc {

/// Folders, pipes and devices are refused: none of them has a size, and a pipe could block for ever.
std::string read_file(const std::string& path, std::uint64_t limit = std::uint64_t{4} << 30);

/// Through a temporary file in the same folder, renamed at the end and removed on failure or by a signal. The
/// permissions are what the umask gives. A target that exists and is no regular file (/dev/full, a pipe) is written in
/// place, and so is /dev/stdout, whatever it stands for. A symbolic link stays one: the file that it names is replaced.
void write_file(const std::string& path, std::string_view bytes);

class StagedFiles {
 public:
  StagedFiles();
  ~StagedFiles();
  /// Writes the bytes beside `path`; a target that is no regular file gets them at once.
  void add(const std::string& path, std::string_view bytes);
  /// Gives every file its name. Without this call no file has changed.
  void commit();

 private:
  struct File;
  std::vector<std::unique_ptr<File>> files_;
};

/// Whether something is there that is neither a regular file nor a folder: a device or a pipe, or a file of this
/// process
/// (/dev/stdout).
bool is_special_file(const std::string& path);

}  // namespace scorchc
