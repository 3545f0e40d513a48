// Measures one case on all data sets: tries out its plans, then times them alternately.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cases.h"
#include "data_sets.h"
#include "plans.h"
#include "schedule/estimate/cost.h"
#include "trial.h"

namespace scorchc::regret {

struct Settings {
  std::size_t most = 24;  // alternatives of a case
  int rounds = 5;
  int threads = 1;                                // 0: all
  double slowest = 20;                            // times the fastest so far: slower plans are not timed again
  std::uint64_t memory = std::uint64_t{1} << 30;  // bytes that a call may take
  std::optional<std::string> cxx;
};

struct Timing {
  std::string commands;
  std::string runs;  // commands of the variant that runs with the data
  Ending ending = Ending::ok;
  bool agrees = true;                // whether its result equals that of the choice
  double seconds = 0;                // the median; a lower bound for plans that are too slow
  schedule::Price assumed, counted;  // without hints, and with statistics of the data
};

struct Row {
  std::string title, data;
  std::string skipped;  // why the row is not measured; empty otherwise
  std::size_t choice = 0, choice_with_data = 0;
  std::vector<Timing> plans;
};

struct CaseOutcome {
  std::vector<Row> rows;
  std::size_t left_out = 0, refused = 0;
};

class Times;
/// Takes the given times, or measures if there are none.
CaseOutcome measure(const Case& one, const std::vector<DataSet>& sets, const Settings& settings,
                    const Times* times = nullptr);

}  // namespace scorchc::regret
