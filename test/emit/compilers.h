// Finds the compilers of this machine and runs them on emitted text.
#pragma once

#include <string>
#include <vector>

namespace scorchc::test {

/// The installed compilers among g++, clang++ and clang++-19; for C, among gcc and clang.
std::vector<std::string> cpp_compilers();
std::vector<std::string> c_compilers();

/// The warnings that emitted text must not cause, as errors.
extern const char* const warning_flags;

/// An empty folder for one test.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string write(const std::string& name, const std::string& text) const;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// Runs a command line in the folder; its output if it fails, else nothing.
std::string run(const Folder& folder, const std::string& command);

}  // namespace scorchc::test
