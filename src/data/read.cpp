#include "data/read.h"

#include "data/file_type.h"
#include "data/gzip.h"
#include "data/storage.h"
#include "support/files.h"

namespace scorchc::data {

Tensor read_tensor(const std::string& path, const ReadLimits& limits) {
  const FileType type = file_type(path);  // before the file: a suffix that nobody knows needs no reading
  return within_memory({}, [&] {
    std::string bytes = read_file(path, limits.bytes);
    if (type.compressed) bytes = gunzip(path, bytes, limits.bytes);
    switch (type.content) {
      case FileContent::mtx:
        return read_matrix_market(path, bytes);
      case FileContent::tns:
        return read_tns(path, bytes);
      case FileContent::smtx:
        return read_smtx(path, bytes);
      case FileContent::npy:
        break;
    }
    return read_npy(path, bytes);
  });
}

}  // namespace scorchc::data
