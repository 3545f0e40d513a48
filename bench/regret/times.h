// Times of earlier measurements: of the processes that measure one case each, or of earlier runs. Stored times show the
// regret of a changed cost model without measuring. Means of several runs reduce chance: the addresses of code and
// arrays are fixed within a process, and short loops with many mispredictions take up to twice as long in one as in
// another.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "measure.h"

namespace scorchc::regret {

class Times {
 public:
  /// Reads files that `-o` wrote. The time of a plan is the geometric mean. Throws Failure for any other file.
  explicit Times(const std::vector<std::string>& paths);
  /// Adds such a text. Throws Failure, with the name, for any other text.
  void add(const std::string& text, const std::string& name);

  /// Sets the times of the row's plans. A plan without a time becomes `broken`; if it is a choice, the row is skipped.
  void fill(Row& row) const;

 private:
  struct Time {
    Ending ending = Ending::ok;
    bool agrees = true;
    double seconds = 0;
  };
  static Time mean(const std::vector<Time>& times);

  /// By case and data, then by commands: a time per run.
  std::map<std::pair<std::string, std::string>, std::map<std::string, std::vector<Time>>> rows_;
};

}  // namespace scorchc::regret
