// Shows the progress of a long command on one line, with a bar; only on a terminal, and not with -q. The line is
// removed at the end.
#pragma once

#include <string>

#include "driver/options.h"

namespace scorchc::driver {

/// Returns a bar of constant length, filled to `share` (0 to 1).
std::string progress_bar(double share);

class Progress {
 public:
  explicit Progress(const Options& options);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Replaces the line. Uses plain characters only, so NO_COLOR and simple terminals need no special case.
  void show(const std::string& text);
  /// The same after a bar.
  void show(const std::string& text, double share) { show(progress_bar(share) + " " + text); }
  /// Removes the line, before other output.
  void clear() { show(""); }

 private:
  bool is_shown_ = false;
  std::size_t width_ = 0;  // of the current line
};

}  // namespace scorchc::driver
