// Which file type a path's suffix names.
#pragma once

#include <string>

#include "support/source.h"

namespace scorchc::data {

enum class FileContent { mtx, tns, smtx, npy };

struct FileType {
  FileContent content = FileContent::mtx;
  bool compressed = false;  // `.gz` behind the suffix
};

/// A Failure (data_file_type) where the suffix is none of them; `place` is where the path was said.
FileType file_type(const std::string& path, const Place& place = {});
/// The type that a result is written as. A device or a pipe has no suffix in most cases, and then takes `.tns` text.
FileType output_type(const std::string& path, const Place& place = {});

}  // namespace scorchc::data
