// Runs every test/errors/*.case of the phase `front`: checks the code and the place of each error.
// test/errors/README.md describes the files.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "catch.h"
#include "front/reading.h"

using namespace scorchc;
using namespace scorchc::front;

namespace {

struct ErrorCase {
  std::string phase, expect, input;  // input: "expression", or the name of a spec
  std::vector<std::string> flags;
  std::string text;
};

ErrorCase read_case(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  ErrorCase result;
  std::string line;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t colon = line.find(':');
    const std::string key = line.substr(0, colon);
    const std::string value = colon + 2 < line.size() ? line.substr(colon + 2) : "";
    if (key == "phase") result.phase = value;
    if (key == "expect") result.expect = value;
    if (key == "flag") result.flags.push_back(value);
    if (key == "input") {
      result.input = value;
      std::stringstream rest;
      rest << file.rdbuf();
      result.text = rest.str();
      if (result.input == "expression" && result.text.ends_with('\n')) result.text.pop_back();
    }
  }
  return result;
}

Settings settings_of(const std::vector<std::string>& flags) {
  Settings settings;
  for (const std::string& flag : flags) {
    const std::size_t blank = flag.find(' ');
    const std::string name = flag.substr(0, blank), value = flag.substr(blank + 1);
    if (name == "--fmt") settings.formats.push_back(value);
    if (name == "--type") settings.types.push_back(value);
    if (name == "--dim") settings.dims.push_back(value);
    if (name == "--nnz") settings.nnz.push_back(value);
    if (name == "--index") settings.index = value;
    if (name == "--tensors") settings.tensors = value;
    if (name == "--name") settings.name = value;
    if (name == "--namespace") settings.name_space = value;
    if (name == "--schedule") settings.schedule = value;
    if (name == "--parallel") settings.parallel = value;
    if (name == "--target-cache") settings.caches = value;
    if (name == "--blas") settings.blas = value;
    if (name == "--isa") settings.isa = value;
  }
  return settings;
}

/// The code and location of the error or, without an error, of the first warning.
std::string run(const ErrorCase& c) {
  Diagnostics warnings;
  const std::string result = outcome([&] {
    const Settings settings = settings_of(c.flags);
    if (c.input == "expression") read_expression(c.text, settings, warnings);
    if (c.input.ends_with(".json")) read_json_spec(make_source(c.input, c.text), settings, warnings);
    if (c.input.ends_with(".scorch")) read_text_spec(make_source(c.input, c.text), settings, warnings);
    if (!warnings.empty()) throw Failure(warnings[0]);
  });
  return result;
}

}  // namespace

TEST_CASE("error cases of the front") {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(SCORCHC_SOURCE_DIR "/test/errors"))
    if (entry.path().extension() == ".case") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::set<std::string> covered;
  for (const std::filesystem::path& path : paths) {
    const ErrorCase error_case = read_case(path);
    if (error_case.phase != "front") continue;
    CAPTURE(path.filename().string());
    CHECK_FALSE(error_case.input.empty());
    CHECK(run(error_case) == error_case.expect);
    covered.insert(error_case.expect.substr(0, 6));
  }
  for (const CodeInfo& code : all_codes()) {
    const bool ours = (code.id >= "SC0100" && code.id < "SC0220") || code.id == "SC0250" ||
                      (code.id >= "SC0300" && code.id < "SC0400");
    if (ours) CHECK(covered.count(std::string(code.id)) == 1);
  }
}
