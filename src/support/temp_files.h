// What must not stay behind when a signal ends the program: temporary files and folders, and compilers that run. Who
// makes such a thing keeps a TempFile beside it, and the signal handler of the program calls remove_temp_files.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <string>

namespace scorchc {

class TempFile {
 public:
  /// A file, or a folder with all that is in it.
  explicit TempFile(std::string path);
  /// A group of processes.
  explicit TempFile(pid_t group);
  /// The thing is gone, or is there to stay: signals leave it alone from now on.
  ~TempFile();
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;

  struct Entry;

 private:
  Entry* entry_;
};

/// Kills the processes and removes the files and folders. Does only what a signal handler may do.
void remove_temp_files() noexcept;

/// Holds back the signals that end a program, from the making of a thing until its TempFile knows it.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;
  /// What was held back before: what a new process is to start with.
  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_;
};

}  // namespace scorchc
