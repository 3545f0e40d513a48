#include "compilers.h"

#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace scorchc::test {
namespace {

std::vector<std::string> present(const std::vector<std::string>& names) {
  std::vector<std::string> found;
  for (const std::string& name : names)
    if (std::system(("command -v " + name + " > /dev/null 2>&1").c_str()) == 0) found.push_back(name);
  return found;
}

}  // namespace

std::vector<std::string> cpp_compilers() { return present({"g++", "clang++", "clang++-19"}); }
std::vector<std::string> c_compilers() { return present({"gcc", "clang"}); }

const char* const warning_flags = "-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror";

Folder::Folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "scorchc-emit-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Folder::write(const std::string& name, const std::string& text) const {
  const std::string path = path_ + "/" + name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

std::string run(const Folder& folder, const std::string& command) {
  const std::string log = folder.path() + "/log";
  const int status = std::system(("cd " + folder.path() + " && (" + command + ") > log 2>&1").c_str());
  if (status == 0) return {};
  std::ostringstream text;
  text << command << "\n" << std::ifstream(log).rdbuf();
  return text.str();
}

}  // namespace scorchc::test
