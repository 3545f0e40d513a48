// Tracks what must be cleaned up when a signal ends the program: temporary files and directories, and running
// compilers. The creator of such a resource keeps a TempFile for it; the program's signal handler calls
// remove_temp_files.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <string>

namespace scorchc {

class TempFile {
 public:
  /// Tracks a file, or a directory with its contents.
  explicit TempFile(std::string path);
  /// Tracks a process group.
  explicit TempFile(pid_t group);
  /// Stops tracking: the resource is gone, or is to stay.
  ~TempFile();
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;

  struct Entry;

 private:
  Entry* entry_;
};

/// Kills the tracked processes and removes the tracked files and directories. Async-signal-safe.
void remove_temp_files() noexcept;

/// Blocks the signals that end a program (SIGINT, SIGTERM, SIGHUP) for its lifetime, so that none arrives between the
/// creation of a resource and its TempFile.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;
  /// The signal mask from before. A new process has to start with it.
  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_;
};

}  // namespace scorchc
