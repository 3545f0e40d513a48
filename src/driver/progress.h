// A line that says how far a long command is, with a bar: on a terminal only, and not with -q. It is gone when the
// command is done.
#pragma once

#include <string>

#include "driver/options.h"

namespace scorchc::driver {

/// As long whatever `share` of it is full, 0 to 1.
std::string progress_bar(double share);

class Progress {
 public:
  explicit Progress(const Options& options);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Replaces the line. Plain characters, so that NO_COLOR and simple terminals have nothing to object to.
  void show(const std::string& text);
  /// The same behind a bar.
  void show(const std::string& text, double share) { show(progress_bar(share) + " " + text); }
  /// Takes it away, before something else is said.
  void clear() { show(""); }

 private:
  bool is_shown_ = false;
  std::size_t width_ = 0;  // of the line that stands there
};

}  // namespace scorchc::driver
