#include "data/file_type.h"

#include <array>
#include <string_view>
#include <utility>

#include "support/diagnostics.h"

namespace scorchc::data {

FileType file_type(const std::string& path) {
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
  fail(Code::data_file_type, {}, "the suffix of " + quoted(path) + " names no file type",
       "data files end in .mtx, .tns, .smtx or .npy, text files also in .gz behind that");
}

}  // namespace scorchc::data
