#include "data/file_type.h"

#include <array>
#include <string_view>
#include <utility>

#include "support/diagnostics.h"
#include "support/files.h"

namespace scorchc::data {
namespace {

/// The type that the suffix names. If there is none, fails and lists the suffixes that the caller accepts.
FileType type_of_suffix(const std::string& path, const Place& place, const std::string& accepted) {
  constexpr std::array<std::pair<std::string_view, FileContent>, 4> suffixes{{{".mtx", FileContent::mtx},
                                                                              {".tns", FileContent::tns},
                                                                              {".smtx", FileContent::smtx},
                                                                              {".npy", FileContent::npy}}};
  std::string_view rest = path;
  const bool compressed = rest.ends_with(".gz");
  if (compressed) rest.remove_suffix(3);
  for (const auto& [suffix, content] : suffixes) {
    if (rest.ends_with(suffix)) return {content, compressed};
  }
  fail(Code::data_file_type, place, "the suffix of " + quoted(path) + " is not a known file type",
       "use " + accepted + "; text files may add .gz");
}

}  // namespace

FileType file_type(const std::string& path, const Place& place) {
  return type_of_suffix(path, place, ".mtx, .tns, .smtx or .npy");
}

FileType output_type(const std::string& path, const Place& place) {
  const std::string name = path.substr(path.rfind('/') + 1);
  if (name.find('.') == std::string::npos && is_special_file(path)) return {FileContent::tns, false};
  const FileType type = type_of_suffix(path, place, ".mtx, .tns or .npy");
  if (type.content == FileContent::smtx)
    fail(Code::data_file_type, place, "a result cannot be written as `.smtx`, which holds no values",
         "use `.mtx`, `.tns` or `.npy`");
  return type;
}

}  // namespace scorchc::data
