// The report as JSON, for report.py and for --times.
#pragma once

#include <string>
#include <vector>

#include "measure.h"

namespace scorchc::regret {

struct Report {
  Settings settings;
  std::string machine;   // in the user's words; may be empty
  std::size_t runs = 1;  // number of runs whose times are averaged
  std::vector<Row> rows;
  std::vector<std::string> refused_cases;
  std::size_t cases = 0, left_out = 0, refused = 0;
};

/// The settings, the counts and the rows: each verdict, and every plan with its time and estimated cost, term by term.
std::string print_json(const Report& report);

}  // namespace scorchc::regret
