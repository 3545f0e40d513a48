// The times of a former run, so that what other prices would choose can be judged without measuring again.
#pragma once

#include <map>
#include <string>

#include "measure.h"

namespace scorchc::regret {

class Times {
 public:
  Times() = default;
  /// What `-o` has written. Throws Failure where it is no such file.
  explicit Times(const std::string& path);
  bool empty() const { return rows_.empty(); }

  /// Gives the row's plans their times. Plans that were not timed are ended; where a choice is one of them, the row is
  /// skipped, and says so.
  void fill(Row& row) const;

 private:
  struct Time {
    Ending ending = Ending::ok;
    bool agrees = true;
    double seconds = 0;
  };
  std::map<std::pair<std::string, std::string>, std::map<std::string, Time>> rows_;  // by case and data, by commands
};

}  // namespace scorchc::regret
