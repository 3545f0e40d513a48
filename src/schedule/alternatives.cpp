#include "schedule/alternatives.h"

#include "schedule/choose_contraction.h"
#include "schedule/choose_copies.h"
#include "schedule/normalise.h"
#include "schedule/plans.h"
#include "schedule/split_blocks.h"
#include "support/decisions.h"
#include "support/diagnostics.h"

namespace scorchc::schedule {

std::vector<Commands> alternatives(const Kernel& given, std::size_t most) {
  const Kernel kernel = normalise(given);
  Decisions unsaid;
  const Commands copies = choose_copies(split_blocks(kernel), unsaid);
  std::vector<Commands> bases = {copies};
  for (const Commands& regrouping : regroupings(kernel, copies)) {
    bases.push_back(copies);
    bases.back().insert(bases.back().end(), regrouping.begin(), regrouping.end());
  }
  std::vector<Commands> found;
  for (const Commands& base : bases) {
    try {
      for (const Plan& plan : find_plans(kernel, base).ranked) {
        if (found.size() == most) return found;
        found.push_back(base);
        found.back().insert(found.back().end(), plan.commands.begin(), plan.commands.end());
      }
    } catch (const Failure& failure) {
      if (failure.diagnostic().code != Code::schedule_illegal) throw;
    }
  }
  return found;
}

}  // namespace scorchc::schedule
