// Whole files in, whole files out.
//
//   read_file   the bytes of a regular file, up to a limit
//   write_file  afterwards the file holds the old bytes or the new ones, never a mixture: not on a full disk, not on a
//               failing write, not when two programs write it at once. A file that already holds the bytes is left
//               alone, so that build systems see no change.
//
// Everything that goes wrong is a Failure: file_unreadable, file_unwritable or file_too_large.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace scorchc {

/// Folders, pipes and devices are refused: none of them has a size, and a pipe could block for ever.
std::string read_file(const std::string& path, std::uint64_t limit = std::uint64_t{4} << 30);

/// Through a temporary file in the same folder, renamed at the end and removed on failure. The permissions are what
/// the umask gives. A target that exists and is no regular file (/dev/full, a pipe) is written in place. A symbolic
/// link stays one: the file that it names is replaced.
void write_file(const std::string& path, std::string_view bytes);

}  // namespace scorchc
