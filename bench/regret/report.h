// The report as Markdown, in ratios, and the same with all that was measured as JSON.
#pragma once

#include <string>
#include <vector>

#include "measure.h"

namespace scorchc::regret {

struct Report {
  Settings settings;
  std::string machine;   // in the user's words; may be empty
  std::size_t runs = 1;  // whose times they are the means of
  std::vector<Row> rows;
  std::vector<std::string> refused_cases;
  std::size_t cases = 0, left_out = 0, refused = 0;
};

std::string print_text(const Report& report);
std::string print_json(const Report& report);

}  // namespace scorchc::regret
