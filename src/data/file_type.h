// Which file type a path's suffix names.
#pragma once

#include <string>

namespace scorchc::data {

enum class FileContent { mtx, tns, smtx, npy };

struct FileType {
  FileContent content = FileContent::mtx;
  bool compressed = false;  // `.gz` behind the suffix
};

/// A Failure (data_file_type) where the suffix is none of them.
FileType file_type(const std::string& path);

}  // namespace scorchc::data
