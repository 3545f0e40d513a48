// The scorchc program, driven as its users do: arguments in, exit code and texts out, in a folder of its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

struct Outcome {
  int exit_code = -1;  // 128 + the signal, if one ended it
  std::string out, err;
};

/// A new folder, removed at the end; the program is started in it.
class Workplace {
 public:
  Workplace();
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  Outcome scorchc(const std::vector<std::string>& arguments, const std::string& standard_input = "") const;
  /// scorchc with its standard output in a file of the system (/dev/full).
  Outcome scorchc_into(const std::string& standard_output, const std::vector<std::string>& arguments) const;
  /// Any other program on PATH, such as a compiler.
  Outcome program(const std::vector<std::string>& command) const;

  std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  bool has(const std::string& name) const { return std::filesystem::exists(path(name)); }
  /// The names in a folder, sorted, separated by blanks.
  std::string list(const std::string& folder = ".") const;

 private:
  std::filesystem::path folder_;
};

/// What makes `run` and `verify` work here: nothing where the Clang plugin is, else `--cxx g++`.
std::vector<std::string> with_compiler(std::vector<std::string> arguments);
