// The times of runs: of the processes that measure a case each, or of former runs, so that what other prices would
// choose can be judged without measuring again, and chance has less of a say: where code and arrays lie is the same all
// through a process, and short loops that are mostly mispredicted take up to twice as long in one as in another.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "measure.h"

namespace scorchc::regret {

class Times {
 public:
  /// What `-o` has written, once or more often: of each plan the geometric mean. Throws Failure where one is no such
  /// file.
  explicit Times(const std::vector<std::string>& paths);
  /// One more such text. Throws Failure, naming it, where it is none.
  void add(const std::string& text, const std::string& name);

  /// Gives the row's plans their times. Plans that were not timed are ended; where a choice is one of them, the row is
  /// skipped, and says so.
  void fill(Row& row) const;

 private:
  struct Time {
    Ending ending = Ending::ok;
    bool agrees = true;
    double seconds = 0;
  };
  static Time mean(const std::vector<Time>& times);

  std::map<std::pair<std::string, std::string>, std::map<std::string, std::vector<Time>>>
      rows_;  // by case and data, by commands, a time each run
};

}  // namespace scorchc::regret
