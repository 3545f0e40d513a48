// Records every choice of the compiler with its reason (the decision log). The phase that makes a choice appends the
// entry; no phase reads the log.
#pragma once

#include <string>
#include <vector>

namespace scorchc {

/// A candidate that was not chosen.
struct Alternative {
  std::string choice;
  double ratio = 1;     // its estimated cost, relative to the chosen candidate's
  std::string because;  // the main source of the difference; empty if the costs hardly differ
};

struct Decision {
  std::string phase;    // the phase or step that chose: lock, data, infer, schedule, lower, optimise
  std::string subject;  // what was decided: "format of C"
  std::string choice;   // "csr"
  std::string reason;   // "j is compressed in A; a product stores where both factors do"
  std::vector<Alternative> alternatives = {};  // the alternatives that the reason refers to
};
using Decisions = std::vector<Decision>;

}  // namespace scorchc
