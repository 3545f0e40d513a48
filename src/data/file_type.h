// Maps a path's suffix to a file type.
#pragma once

#include <string>

#include "support/source.h"

namespace scorchc::data {

enum class FileContent { mtx, tns, smtx, npy };

struct FileType {
  FileContent content = FileContent::mtx;
  bool compressed = false;  // the path ends in `.gz`
};

/// Fails with data_file_type for an unknown suffix; `place` is where the user wrote the path.
FileType file_type(const std::string& path, const Place& place = {});
/// Returns the type of a result's file. A device or a pipe without a suffix takes `.tns` text.
FileType output_type(const std::string& path, const Place& place = {});

}  // namespace scorchc::data
