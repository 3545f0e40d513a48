// Runs work in a process of its own.
#pragma once

#include <functional>
#include <string>

namespace scorchc::regret {

struct Answer {
  std::string text;  // what the work returned; empty if the process ended first
  int status = 0;    // of waitpid
};

/// Runs the work in a child process, whose changes and whose end do not affect this process. Throws Failure
/// (internal_error) if no process can be started.
Answer run_apart(const std::function<std::string()>& work);

}  // namespace scorchc::regret
