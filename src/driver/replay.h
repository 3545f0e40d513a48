// Writes the report of an internal error: a shell script that reproduces it.
#pragma once

#include <string>
#include <vector>

namespace scorchc::driver {

struct Replay {
  std::string version;
  std::string message;                 // of the error
  std::vector<std::string> arguments;  // of the command line
  std::string input;                   // the first positional argument
  std::string spec;                    // what was read from it, if it is a spec or standard input
};

std::string replay_script(const Replay& replay);

}  // namespace scorchc::driver
