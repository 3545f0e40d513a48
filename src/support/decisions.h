// The decision log: every choice says why, where it is made. Append-only; no room reads it.
#pragma once

#include <string>
#include <vector>

namespace scorchc {

struct Decision {
  std::string room;     // "infer", "schedule", "lower"
  std::string subject;  // what was decided: "format of C"
  std::string choice;   // "csr"
  std::string reason;   // "j is compressed in A; a product stores where both factors do"
};
using Decisions = std::vector<Decision>;

}  // namespace scorchc
