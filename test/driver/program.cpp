#include "driver/program.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "clang/plugin.h"

namespace fs = std::filesystem;

namespace {

std::string read_all(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void redirect(int stream, const std::string& path, int flags) {
  const int file = open(path.c_str(), flags, 0600);
  if (file < 0 || dup2(file, stream) < 0) _exit(126);
  close(file);
}

struct Streams {
  std::string in, out, err;
};

int start(const std::vector<std::string>& command, const fs::path& folder, const Streams& streams) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork");
  if (child == 0) {
    redirect(STDIN_FILENO, streams.in, O_RDONLY);
    redirect(STDOUT_FILENO, streams.out, O_WRONLY | O_CREAT | O_TRUNC);
    redirect(STDERR_FILENO, streams.err, O_WRONLY | O_CREAT | O_TRUNC);
    if (chdir(folder.c_str()) != 0) _exit(126);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Workplace::Workplace() {
  std::string name = (fs::temp_directory_path() / "scorchc-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
  folder_ = name;
  fs::create_directory(folder_ / "work");
  fs::create_directory(folder_ / "streams");
  folder_ /= "work";
}

Workplace::~Workplace() {
  std::error_code ignored;
  fs::remove_all(folder_.parent_path(), ignored);
}

Outcome Workplace::scorchc(const std::vector<std::string>& arguments, const std::string& standard_input) const {
  const fs::path streams = folder_.parent_path() / "streams";
  std::ofstream(streams / "in", std::ios::binary) << standard_input;
  std::vector<std::string> command = {SCORCHC_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  Outcome outcome;
  outcome.exit_code = start(command, folder_, {streams / "in", streams / "out", streams / "err"});
  outcome.out = read_all(streams / "out");
  outcome.err = read_all(streams / "err");
  return outcome;
}

Outcome Workplace::scorchc_into(const std::string& standard_output, const std::vector<std::string>& arguments) const {
  const fs::path streams = folder_.parent_path() / "streams";
  std::vector<std::string> command = {SCORCHC_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  Outcome outcome;
  outcome.exit_code = start(command, folder_, {"/dev/null", standard_output, streams / "err"});
  outcome.err = read_all(streams / "err");
  return outcome;
}

Outcome Workplace::program(const std::vector<std::string>& command) const {
  const fs::path streams = folder_.parent_path() / "streams";
  Outcome outcome;
  outcome.exit_code = start(command, folder_, {"/dev/null", streams / "out", streams / "err"});
  outcome.out = read_all(streams / "out");
  outcome.err = read_all(streams / "err");
  return outcome;
}

void Workplace::write(const std::string& name, const std::string& text) const {
  std::ofstream(path(name), std::ios::binary) << text;
}

std::string Workplace::read(const std::string& name) const { return read_all(path(name)); }

std::string Workplace::list(const std::string& folder) const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path(folder))) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

std::vector<std::string> with_compiler(std::vector<std::string> arguments) {
  if (scorchc::clang_plugin::find_plugin(nullptr) == nullptr) arguments.insert(arguments.end(), {"--cxx", "g++"});
  return arguments;
}
