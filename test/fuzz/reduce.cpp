#include "reduce.h"

#include <algorithm>

#include "campaign.h"

namespace scorchc::fuzz {
namespace {

/// Candidates that are judged together. The first (boldest) one that still fails is accepted.
constexpr std::size_t tried_at_once = 24;
/// Limit on steps. Reduction terminates without it, because each step makes the program smaller, but may take long.
constexpr int most_steps = 60;

bool step(Reduced& now, std::uint64_t data, const JudgeOptions& options) {
  const std::string signature = now.outcome.signature();
  const std::vector<Case> candidates = simpler(now.program);
  for (std::size_t begin = 0; begin < candidates.size(); begin += tried_at_once) {
    std::vector<Trial> trials;
    for (std::size_t n = begin; n < std::min(begin + tried_at_once, candidates.size()); ++n)
      trials.push_back({candidates[n], data});
    const std::vector<Outcome> outcomes = judge_in_child(trials, options);
    for (std::size_t n = 0; n < trials.size(); ++n) {
      if (outcomes[n].signature() != signature) continue;
      now = {trials[n].program, outcomes[n]};
      return true;
    }
  }
  return false;
}

}  // namespace

Reduced reduce(const Case& program, const Outcome& outcome, std::uint64_t data, const JudgeOptions& options) {
  Reduced now{program, outcome};
  for (int steps = 0; steps < most_steps && step(now, data, options); ++steps) {
  }
  // The program is reduced. Among many random cases, look for the smallest data that shows the failure.
  JudgeOptions smallest = options;
  smallest.runs = std::max<std::int64_t>(options.runs, 60);
  smallest.order = JudgeOptions::Order::smallest_first;
  const Outcome again = judge_in_child({{now.program, 1}}, smallest).at(0);
  if (again.signature() == now.outcome.signature()) now.outcome = again;
  return now;
}

}  // namespace scorchc::fuzz
