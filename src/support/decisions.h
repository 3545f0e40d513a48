// The decision log: every choice says why, where it is made. Append-only; no room reads it.
#pragma once

#include <string>
#include <vector>

namespace scorchc {

// What was not chosen, and what it would have cost: `ratio` times as much.
struct Alternative {
  std::string choice;
  double ratio = 1;
  std::string because;  // what most of the difference is; empty where there is hardly any
};

struct Decision {
  std::string phase;                           // "infer", "schedule", "lower"
  std::string subject;                         // what was decided: "format of C"
  std::string choice;                          // "csr"
  std::string reason;                          // "j is compressed in A; a product stores where both factors do"
  std::vector<Alternative> alternatives = {};  // those that the reason speaks of
};
using Decisions = std::vector<Decision>;

}  // namespace scorchc
