// Runs the scorchc program as users do: arguments in, exit code and output out, in a private folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

struct Outcome {
  int exit_code = -1;  // 128 + the signal, if a signal ended it
  std::string out, err;
};

/// A new folder, removed at the end; programs are started in it.
class Workplace {
 public:
  Workplace();
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  Outcome scorchc(const std::vector<std::string>& arguments, const std::string& standard_input = "") const;
  /// Runs scorchc with its standard output in a device (/dev/full).
  Outcome scorchc_into(const std::string& standard_output, const std::vector<std::string>& arguments) const;
  /// Runs another program on PATH, such as a compiler.
  Outcome program(const std::vector<std::string>& command) const;

  std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  bool has(const std::string& name) const { return std::filesystem::exists(path(name)); }
  /// Returns the names in a folder, sorted and separated by blanks.
  std::string list(const std::string& folder = ".") const;

 private:
  std::filesystem::path folder_;
};

/// Adds what `run` and `verify` need here: nothing with the Clang plugin, else `--cxx g++`.
std::vector<std::string> with_compiler(std::vector<std::string> arguments);
