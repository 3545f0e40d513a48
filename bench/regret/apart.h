// Work in a process of its own.
#pragma once

#include <functional>
#include <string>

namespace scorchc::regret {

struct Answer {
  std::string text;  // what the work gave; empty where the process ended before
  int status = 0;    // of waitpid
};

/// What the process of this one's that does the work changes, and what becomes of it, is its own. Throws Failure
/// (internal_error) where there is none.
Answer run_apart(const std::function<std::string()>& work);

}  // namespace scorchc::regret
