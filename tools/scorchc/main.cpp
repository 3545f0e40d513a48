// The main program of scorchc: parses arguments, runs a command of the driver, returns an exit code.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <exception>
#include <string>
#include <vector>

#include "arguments.h"
#include "clang/plugin.h"
#include "completions.h"
#include "driver/commands.h"
#include "driver/console.h"
#include "driver/replay.h"
#include "help.h"
#include "support/files.h"
#include "support/temp_files.h"

namespace {

using scorchc::ExitCode;
using scorchc::driver::Command;
using scorchc::driver::Console;
using scorchc::driver::Options;

extern "C" void end_by_signal(int signal) {
  scorchc::remove_temp_files();
  _exit(128 + signal);
}

/// Removes temporary files when a signal terminates the program. Outputs are renamed into place, so they are complete
/// at any moment. Signals that the parent ignores (nohup, background jobs of a shell) stay ignored.
void install_signal_handlers() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action{};
    if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = end_by_signal;
    sigaction(signal, &action, nullptr);
  }
  // With SIGPIPE ignored, a closed pipe is a failed write with its own exit code.
  struct sigaction ignored{};
  ignored.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignored, nullptr);
}

/// Opens /dev/null for standard streams that the parent has closed. Otherwise the next opened file would get the
/// stream's number and receive its output. Standard output is opened for reading, so that writing to it still fails.
void occupy_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) == -1)
      static_cast<void>(open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY));
}

// With --json, also prints the versions of the shared types in emitted files and of specs, and of the plugin's Clang.
std::string version(const Options& options) {
  if (!options.json) return "scorchc " SCORCHC_VERSION "\n";
  const scorchc::clang_plugin::Plugin* plugin = scorchc::clang_plugin::find_plugin(nullptr);
  return "{\"scorchc\": \"" SCORCHC_VERSION "\", \"abi\": 1, \"spec\": 1, \"clang\": " +
         (plugin ? '"' + plugin->version() + '"' : std::string("null")) + "}\n";
}

ExitCode run(const Options& options, Console& console) {
  switch (options.command) {
    case Command::compile:
      return compile_command(options, console);
    case Command::run:
      return run_command(options, console);
    case Command::bench:
      return bench_command(options, console);
    case Command::tune:
      return tune_command(options, console);
    case Command::verify:
      return verify_command(options, console);
    case Command::explain:
      return explain_command(options, console);
    case Command::check:
      return check_command(options, console);
    case Command::outputs:
      return outputs_command(options, console);
    case Command::formats:
      return formats_command(options, console);
    case Command::schema:
      return schema_command(options, console);
    case Command::completions:
      console.print(scorchc::tools::completions(options.words.at(0)));
      return ExitCode::ok;
    case Command::help:
      console.print(scorchc::tools::help(options.words.empty() ? "" : options.words[0]));
      return ExitCode::ok;
    case Command::version:
      console.print(version(options));
      return ExitCode::ok;
  }
  return ExitCode::internal;
}

/// Writes a script that reproduces an internal error.
void write_replay(const std::vector<std::string>& arguments, const Options& options, Console& console) {
  const std::string path = "scorchc-internal-error.sh";
  const std::string input = options.words.empty() ? "" : options.words[0];
  try {
    scorchc::write_file(path, scorchc::driver::replay_script(
                                  {SCORCHC_VERSION, console.internal_error(), arguments, input, console.spec}));
    console.note("  = help: `" + path + "` reproduces the error; please attach it to a bug report\n");
  } catch (const std::exception&) {
    // A folder that is not writable is not reported as a second error.
  }
}

}  // namespace

int main(int argc, char** argv) {
  occupy_standard_streams();
  install_signal_handlers();
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  Options options = scorchc::tools::early_message_options(arguments);
  Console console(SCORCHC_VERSION);
  console.configure(options);
  const ExitCode code = scorchc::driver::guarded(console, [&] {
    options = scorchc::tools::parse_arguments(arguments);
    console.configure(options);
    return run(options, console);
  });
  if (code == ExitCode::internal) write_replay(arguments, options, console);
  console.finish(code);
  return static_cast<int>(code);
}
