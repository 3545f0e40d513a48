// Work in child processes: what crashes, or never ends, takes nothing else along.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace scorchc::fuzz {

struct Ended {
  enum class How { finished, crashed, timed_out } how = How::finished;
  std::string text;  // what the work gave back; else how it ended, and the last that it wrote to stderr
};

struct ApartOptions {
  std::chrono::seconds limit{60};  // of one item
  std::size_t at_once = 1;         // child processes
  std::size_t items_a_child = 1;
};

using Work = std::function<std::string(std::size_t item)>;
using OnEnd = std::function<void(std::size_t item, const Ended&)>;

/// Does `work` for the items 0 to count - 1. Behind an item that ends its child, another child goes on. The calling
/// process must have one thread only.
void run_apart(std::size_t count, const ApartOptions& options, const Work& work, const OnEnd& on_end);

/// Strings as one string and back, for what a child gives.
std::string join(const std::vector<std::string>& parts);
std::vector<std::string> split(const std::string& joined);

}  // namespace scorchc::fuzz
