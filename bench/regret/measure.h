// One case on all data sets: its plans tried out, then timed in turn.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cases.h"
#include "data_sets.h"
#include "plans.h"
#include "schedule/cost.h"
#include "trial.h"

namespace scorchc::regret {

struct Settings {
  std::size_t most = 24;  // alternatives of a case
  int rounds = 5;
  int threads = 1;                                // 0: all
  double slowest = 20;                            // times the fastest so far: what is slower is not timed again
  std::uint64_t memory = std::uint64_t{1} << 30;  // bytes that a call may take
  std::optional<std::string> cxx;
};

struct Timing {
  std::string commands;
  std::string runs;  // those of the plan that runs with the data, of a kernel with several
  Ending ending = Ending::ok;
  bool agrees = true;                // its result, with that of the choice
  double seconds = 0;                // the median; of one that is too slow a lower bound
  schedule::Price assumed, counted;  // without hints, and with what is counted in the data
};

struct Row {
  std::string title, data;
  std::string skipped;  // why nothing is measured; empty otherwise
  std::size_t choice = 0, choice_with_data = 0;
  std::vector<Timing> plans;
};

struct CaseOutcome {
  std::vector<Row> rows;
  std::size_t left_out = 0, refused = 0;
};

class Times;
/// Without times they are measured.
CaseOutcome measure(const Case& one, const std::vector<DataSet>& sets, const Settings& settings,
                    const Times* times = nullptr);

}  // namespace scorchc::regret
