// Compares schedules made by the rules of other schedulers with those that scorchc chooses, by asymptotic cost.
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <optional>

#include "../regret/cases.h"
#include "orders.h"
#include "schedule/auto_schedule.h"
#include "schedule/estimate/cost.h"
#include "schedule/estimate/growth.h"
#include "schedule/transform/normalise.h"
#include "schedule/transform/split_blocks.h"
#include "support/diagnostics.h"

namespace scorchc::rules {
namespace {

struct Plan {
  schedule::Growth growth;
  double price = 0;  // estimated cost at the assumed sizes
};

std::optional<Plan> plan_of(Kernel kernel, const std::string& commands) {
  kernel.schedule = commands;
  Decisions decisions;
  try {
    const cin::Program program = schedule::auto_schedule(kernel, decisions).program;
    const Kernel statement = schedule::split_blocks(schedule::normalise(kernel));
    return Plan{schedule::growth(program, schedule::corner_sizes(statement)),
                schedule::price(program, schedule::expected_sizes(statement)).total};
  } catch (const Failure& failure) {
    if (failure.exit_code() != ExitCode::unsupported && failure.diagnostic().code != Code::schedule_illegal) throw;
    return std::nullopt;
  }
}

enum class Verdict { worse, equal, better, mixed, refused };

Verdict judge(const std::optional<Plan>& rule, const Plan& chosen) {
  if (!rule) return Verdict::refused;
  const bool slower = schedule::grows_faster(rule->growth, chosen.growth);
  const bool faster = schedule::grows_faster(chosen.growth, rule->growth);
  if (slower && faster) return Verdict::mixed;
  return slower ? Verdict::worse : faster ? Verdict::better : Verdict::equal;
}

struct Tally {
  std::map<Verdict, int> verdicts;
  int dearer = 0;                           // of the equal ones: at least twice the estimated cost
  std::map<std::string, std::string> slow;  // formats in which the rule is worse, by expression
  std::map<std::string, std::string> fast;
};

struct Rule {
  std::string name;
  std::function<std::optional<std::string>(const Kernel&)> commands;
};

void add(const Rule& rule, const regret::Case& one, const Kernel& kernel, const Plan& chosen, Tally& tally) {
  const std::optional<std::string> commands = rule.commands(schedule::normalise(kernel));
  const std::optional<Plan> plan = commands ? plan_of(kernel, *commands) : std::nullopt;
  const Verdict verdict = judge(plan, chosen);
  ++tally.verdicts[verdict];
  if (verdict == Verdict::equal && plan->price >= 2 * chosen.price) ++tally.dearer;
  std::string formats;
  for (const std::string& format : one.formats) formats += (formats.empty() ? "" : " ") + format;
  const auto note = [&](std::map<std::string, std::string>& in) {
    std::string& list = in[one.expression];
    list += (list.empty() ? "" : ", ") + formats;
  };
  if (verdict == Verdict::worse) note(tally.slow);
  if (verdict == Verdict::better || verdict == Verdict::mixed) note(tally.fast);
}

void print_rows(const std::string& rule, const std::string& what, const std::map<std::string, std::string>& cases) {
  for (const auto& [expression, formats] : cases)
    std::cout << "| " << rule << " | " << what << " | `" << expression << "` | " << formats << " |\n";
}

int run() {
  const std::vector<Rule> rules = {{"TACO's default", taco_default}, {"Scorch's rules", scorch_rules}};
  std::vector<Tally> tallies(rules.size());
  const std::vector<regret::Case> cases = regret::all_cases();
  for (const regret::Case& one : cases) {
    const Kernel kernel = regret::read_case(one);
    const std::optional<Plan> chosen = plan_of(kernel, "auto");
    if (!chosen) continue;  // scorchc compiles all cases
    for (std::size_t n = 0; n < rules.size(); ++n) add(rules[n], one, kernel, *chosen, tallies[n]);
  }
  std::cout << "| of " << cases.size()
            << " cases | grows faster | as fast | of these twice as expensive | more slowly | either way | refused |\n"
            << "|---|---|---|---|---|---|---|\n";
  for (std::size_t n = 0; n < rules.size(); ++n) {
    Tally& tally = tallies[n];
    std::cout << "| " << rules[n].name << " | " << tally.verdicts[Verdict::worse] << " | "
              << tally.verdicts[Verdict::equal] << " | " << tally.dearer << " | " << tally.verdicts[Verdict::better]
              << " | " << tally.verdicts[Verdict::mixed] << " | " << tally.verdicts[Verdict::refused] << " |\n";
  }
  std::cout << "\n| rule | grows | statement | formats |\n|---|---|---|---|\n";
  for (std::size_t n = 0; n < rules.size(); ++n) {
    print_rows(rules[n].name, "faster", tallies[n].slow);
    print_rows(rules[n].name, "more slowly, or either way", tallies[n].fast);
  }
  return 0;
}

}  // namespace
}  // namespace scorchc::rules

int main() { return scorchc::rules::run(); }
