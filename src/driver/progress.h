// A line that says how far a long command is: on a terminal only, and not with -q. It is gone when the command is done.
#pragma once

#include <string>

#include "driver/options.h"

namespace scorchc::driver {

class Progress {
 public:
  explicit Progress(const Options& options);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Replaces the line. Plain characters, so that NO_COLOR and simple terminals have nothing to object to.
  void show(const std::string& text);
  /// Takes it away, before something else is said.
  void clear() { show(""); }

 private:
  bool is_shown_ = false;
  std::size_t width_ = 0;  // of the line that stands there
};

}  // namespace scorchc::driver
