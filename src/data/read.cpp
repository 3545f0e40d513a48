#include "data/read.h"

#include <algorithm>

#include "data/file_type.h"
#include "data/gzip.h"
#include "data/storage.h"
#include "support/files.h"

namespace scorchc::data {
namespace {

/// Limits the decompressed size. Numbers as text compress about fivefold; a file that grows much more is not data, and
/// would fill the memory before a reader reached its first line.
std::uint64_t most_decompressed(std::size_t compressed, const ReadLimits& limits) {
  return std::min(limits.bytes, std::max(always_decompressed, most_growth * compressed));
}

}  // namespace

Tensor read_tensor(const std::string& path, const ReadLimits& limits) {
  const FileType type = file_type(path);  // before reading the file: an unknown suffix needs no I/O
  return within_memory({}, [&] {
    std::string bytes = read_file(path, limits.bytes);
    if (type.compressed) bytes = gunzip(path, bytes, most_decompressed(bytes.size(), limits));
    switch (type.content) {
      case FileContent::mtx:
        return read_matrix_market(path, bytes, limits.values);
      case FileContent::tns:
        return read_tns(path, bytes, limits.values);
      case FileContent::smtx:
        return read_smtx(path, bytes);
      case FileContent::npy:
        break;
    }
    return read_npy(path, bytes, limits.values, limits.label);
  });
}

}  // namespace scorchc::data
