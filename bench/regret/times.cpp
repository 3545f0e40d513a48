#include "times.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "support/diagnostics.h"
#include "support/files.h"

namespace scorchc::regret {
namespace {

Ending ending_of(const std::string& name) {
  for (const Ending ending : {Ending::ok, Ending::too_slow, Ending::too_large})
    if (name == name_of(ending)) return ending;
  return Ending::broken;
}

}  // namespace

void Times::add(const std::string& text, const std::string& name) {
  try {
    const auto document = nlohmann::json::parse(text);
    for (const auto& row : document.at("rows")) {
      if (row.contains("skipped")) continue;
      auto& times = rows_[{row.at("case"), row.at("data")}];
      for (const auto& plan : row.at("plans"))
        times[plan.at("commands")].push_back({ending_of(plan.at("ending")), plan.at("agrees"), plan.at("seconds")});
    }
  } catch (const nlohmann::json::exception& error) {
    fail(Code::file_unreadable, {}, "`" + name + "` is not what `-o` writes: " + error.what());
  }
}

// A plan that ended early in one run counts as such.
Times::Time Times::mean(const std::vector<Time>& times) {
  Time mean;
  double logarithms = 0;
  for (const Time& each : times) {
    if (each.ending != Ending::ok) return each;
    mean.agrees = mean.agrees && each.agrees;
    logarithms += std::log(each.seconds);
  }
  mean.seconds = std::exp(logarithms / static_cast<double>(times.size()));
  return mean;
}

Times::Times(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) add(read_file(path), path);
}

void Times::fill(Row& row) const {
  const auto found = rows_.find({row.title, row.data});
  if (found == rows_.end()) {
    row.skipped = "it was not measured";
    return;
  }
  for (std::size_t n = 0; n < row.plans.size(); ++n) {
    Timing& plan = row.plans[n];
    auto time = found->second.find(plan.commands);
    if (time == found->second.end()) time = found->second.find(plan.runs);
    const bool is_choice = n == row.choice || n == row.choice_with_data;
    if (time == found->second.end() && is_choice) row.skipped = "not timed: " + plan.commands;
    const Time timed =
        time == found->second.end() ? Time{Ending::broken, plan.agrees, plan.seconds} : mean(time->second);
    plan.ending = timed.ending, plan.agrees = timed.agrees, plan.seconds = timed.seconds;
  }
}

}  // namespace scorchc::regret
