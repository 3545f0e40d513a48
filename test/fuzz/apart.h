// Runs work items in child processes, so that a crash or an endless loop affects no other item.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace scorchc::fuzz {

struct Ended {
  enum class How { finished, crashed, timed_out } how = How::finished;
  std::string text;  // the work's result; else how the child ended, and the output on stderr
};

struct ApartOptions {
  std::chrono::seconds limit{60};  // per item
  std::size_t at_once = 1;         // child processes
  std::size_t items_a_child = 1;
};

using Work = std::function<std::string(std::size_t item)>;
using OnEnd = std::function<void(std::size_t item, const Ended&)>;

/// Calls `work` for the items 0 to count - 1 in child processes, and `on_end` in this process for each. If an item ends
/// its child, another child continues with the next item. The calling process must have only one thread.
void run_apart(std::size_t count, const ApartOptions& options, const Work& work, const OnEnd& on_end);

/// Joins strings into one and splits it again, for results that cross a process boundary.
std::string join(const std::vector<std::string>& parts);
std::vector<std::string> split(const std::string& joined);

}  // namespace scorchc::fuzz
