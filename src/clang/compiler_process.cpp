#include "clang/compiler_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>

#include "clang/compiler_messages.h"

namespace scorchc::clang_plugin {
namespace {

namespace fs = std::filesystem;

/// Limits how much of the compiler's output is read back, since it can be arbitrarily long.
constexpr std::streamsize output_limit = 1 << 20;

std::string text_of(int error_number) { return std::error_code(error_number, std::generic_category()).message(); }

/// Writes the files; returns an error, if any.
std::optional<Message> write_files(const std::vector<SourceFile>& files, const fs::path& folder) {
  for (const SourceFile& file : files) {
    const fs::path name = fs::path(file.name).lexically_normal();
    if (name.empty() || !name.has_filename() || name.is_absolute() || *name.begin() == "..") {
      return plain_error("`" + file.name + "` is not a relative path inside the folder");
    }
    std::error_code error;
    fs::create_directories((folder / name).parent_path(), error);
    std::ofstream out(folder / name, std::ios::binary);
    out.write(file.text.data(), static_cast<std::streamsize>(file.text.size()));
    out.close();
    if (!out) return plain_error("cannot write `" + (folder / name).string() + "`");
  }
  return std::nullopt;
}

/// Returns this process's environment with two changes: messages are in English, so that they can be parsed, and TMPDIR
/// is `folder`, so that a killed compiler leaves no files behind.
std::vector<std::string> child_environment(const std::string& folder) {
  std::vector<std::string> result = {"LC_ALL=C", "TMPDIR=" + folder};
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (!text.starts_with("LC_ALL=") && !text.starts_with("LANGUAGE=") && !text.starts_with("TMPDIR=")) {
      result.emplace_back(text);
    }
  }
  return result;
}

std::vector<char*> as_c_array(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& string : strings) result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

struct ProcessEnd {
  int start_error = 0;  // an errno: the process could not be started
  int status = 0;       // as set by waitpid
};

/// Starts the child in its own process group. Compilers start further processes, and a terminating signal must reach
/// all of them.
class SpawnAttributes {
 public:
  explicit SpawnAttributes(const sigset_t& signals) {
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setsigmask(&attributes_, &signals);
  }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

/// Both output streams go to a file, so the child cannot block on a full pipe.
ProcessEnd run_process(std::vector<std::string> arguments, const std::string& folder, const std::string& output) {
  std::vector<std::string> environment = child_environment(folder);
  const std::vector<char*> argv = as_c_array(arguments);
  const std::vector<char*> envp = as_c_array(environment);

  posix_spawn_file_actions_t actions;
  if (const int error = posix_spawn_file_actions_init(&actions)) return {error, 0};
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  ProcessEnd end;
  std::optional<TempFile> temp_file;
  {
    const SignalsHeld held;
    const SpawnAttributes attributes(held.before());
    end.start_error = posix_spawnp(&child, argv.front(), &actions, attributes.get(), argv.data(), envp.data());
    if (end.start_error == 0) temp_file.emplace(child);
  }
  posix_spawn_file_actions_destroy(&actions);
  if (end.start_error != 0) return end;
  while (waitpid(child, &end.status, 0) < 0) {
    if (errno != EINTR) return {errno, 0};
  }
  return end;
}

std::string read_output(const std::string& path) {
  std::string text(static_cast<std::size_t>(output_limit), '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(text.data(), output_limit);
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  return text;
}

std::string exit_description(int status) {
  if (WIFSIGNALED(status)) return "was terminated by signal " + std::to_string(WTERMSIG(status));
  return "exited with status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

Message plain_error(std::string text) {
  Message message;
  message.text = std::move(text);
  return message;
}

PrivateFolder::PrivateFolder() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  if (error) {
    error_ = "no temporary folder: " + error.message();
    return;
  }
  std::string name = (parent / "scorchc-XXXXXX").string();
  const SignalsHeld held;
  // mkdtemp creates the folder atomically with mode 0700, so no other user can put files there first.
  if (mkdtemp(name.data()) == nullptr) {
    error_ = "cannot create a folder in `" + parent.string() + "`: " + text_of(errno);
    return;
  }
  temp_file_.emplace(name);
  path_ = std::move(name);
}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;  // nothing can be done, and a destructor must not throw
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

CheckResult run_compiler(const std::string& cxx, const CompileOptions& options,
                         const std::vector<std::string>& last_arguments, const PrivateFolder& folder) {
  CheckResult result;
  const auto refuse = [&](Message message) {
    result.messages.push_back(std::move(message));
    return result;
  };
  if (cxx.empty()) return refuse(plain_error("the name of the C++ compiler is empty"));
  if (options.files.empty()) return refuse(plain_error("no file to compile"));
  if (folder.path().empty()) return refuse(plain_error(folder.error()));
  // The sources have a subfolder of their own, so their names cannot collide with the output's or the messages'.
  const std::string sources = folder.path() + "/src";
  if (auto error = write_files(options.files, sources)) return refuse(std::move(*error));

  // The main file may have any suffix, so the language is set explicitly; a later argument may override it.
  std::vector<std::string> command = {cxx, "-x", "c++", "-fdiagnostics-color=never"};
  command.insert(command.end(), options.arguments.begin(), options.arguments.end());
  command.insert(command.end(), last_arguments.begin(), last_arguments.end());
  command.push_back(sources + "/" + options.files.front().name);

  const std::string output = folder.path() + "/messages";
  const ProcessEnd end = run_process(std::move(command), folder.path(), output);
  if (end.start_error != 0) {
    const bool has_space = cxx.find(' ') != std::string::npos;
    return refuse(plain_error("the C++ compiler `" + cxx + "` cannot be started: " + text_of(end.start_error) +
                              (has_space ? " (give one program without arguments)" : "")));
  }
  const std::string text = read_output(output);
  result.messages = read_messages(text, sources);
  result.ok = WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0;
  const bool placed = std::any_of(result.messages.begin(), result.messages.end(), [](const Message& message) {
    return message.level == Message::Level::error && message.line != 0;
  });
  if (!result.ok && !placed) {
    // A linker's errors have no standard form: its output is passed on unchanged.
    result.messages.push_back(plain_error("the C++ compiler `" + cxx + "` " + exit_description(end.status) +
                                          (text.empty() ? "" : ":\n" + text.substr(0, 4096))));
  }
  return result;
}

}  // namespace scorchc::clang_plugin
