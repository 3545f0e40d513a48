#include "report.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "summary.h"

namespace scorchc::regret {
namespace {

using Json = nlohmann::ordered_json;

/// With two digits behind the point, whatever the locale.
std::string fixed(double number) {
  const auto hundredths = static_cast<long long>(number * 100 + (number < 0 ? -0.5 : 0.5));
  const long long size = hundredths < 0 ? -hundredths : hundredths;
  const std::string digits = std::to_string(size % 100);
  return (hundredths < 0 ? "-" : "") + std::to_string(size / 100) + "." + (digits.size() < 2 ? "0" : "") + digits;
}

std::string percent(double share) { return std::to_string(static_cast<int>(share * 100 + 0.5)) + " %"; }

std::string print_settings(const Report& report) {
  const Settings& settings = report.settings;
  std::string text = settings.threads == 1   ? "One thread"
                     : settings.threads == 0 ? "All threads"
                                             : std::to_string(settings.threads) + " threads";
  text += ", -O2, " + std::string(settings.cxx ? *settings.cxx : "the Clang plugin") + ", medians of " +
          std::to_string(settings.rounds) + " rounds in turn, of three times as many near the fastest, at most " +
          std::to_string(settings.most) + " alternatives a case.";
  text += " Each case in a process of its own.";
  if (report.runs > 1) text += " Means of " + std::to_string(report.runs) + " runs.";
  if (!report.machine.empty()) text += " " + report.machine;
  return text + "\n";
}

std::string print_summary(const Report& report) {
  const Summary plain = summarise(report.rows, Choice::without_hints);
  const Summary counted = summarise(report.rows, Choice::with_data);
  const auto line = [](const std::string& what, const std::string& a, const std::string& b) {
    return "| " + what + " | " + a + " | " + b + " |\n";
  };
  std::string text = "| | without hints | with data |\n|---|---|---|\n";
  text += line("within 1.1 of the best", percent(plain.within_1_1), percent(counted.within_1_1));
  text += line("within 1.5 of the best", percent(plain.within_1_5), percent(counted.within_1_5));
  text += line("geometric mean", fixed(plain.geometric_mean), fixed(counted.geometric_mean));
  text += line("worst", fixed(plain.worst), fixed(counted.worst));
  text += "\nRank correlation of price (with data) and time: " +
          (counted.median_correlation ? fixed(*counted.median_correlation) : "none") + " (median).\n\n";
  text += std::to_string(report.cases) + " cases, " + std::to_string(plain.rows) + " rows, " +
          std::to_string(plain.with_choice) + " of them with two plans or more; " + std::to_string(plain.skipped) +
          " are not measured. Results that differ: " + std::to_string(plain.different) +
          ". Plans, over all rows: " + std::to_string(plain.too_slow) + " more than " +
          std::to_string(static_cast<int>(report.settings.slowest)) +
          " times as slow as another one, which were not run again, " + std::to_string(plain.too_large) +
          " beyond the bound on memory. Over all cases " + std::to_string(report.left_out) +
          " alternatives are beyond their number, and " + std::to_string(report.refused) +
          " are illegal or cannot be lowered.\n";
  for (const std::string& each : report.refused_cases) text += "\nRefused: " + each + "\n";
  return text;
}

/// The plans that a row is about: "`...`; with data `...`; best `...`", each once.
std::string print_plans(const Row& row, const Verdict& verdict) {
  const auto plan = [&](std::size_t number) { return "`" + row.plans[number].commands + "`"; };
  std::string text = plan(row.choice);
  if (row.choice_with_data != row.choice) text += "; with data " + plan(row.choice_with_data);
  if (verdict.best == row.choice && verdict.best == row.choice_with_data) return text;
  if (verdict.best == row.choice) return text + ", the best";
  return text + (verdict.best == row.choice_with_data ? ", the best" : "; best " + plan(verdict.best));
}

std::string print_row(const Row& row) {
  if (!row.skipped.empty()) return "| " + row.data + " | | | | | " + row.skipped + " |\n";
  const Verdict verdict = judge(row);
  const auto choice = [&](std::size_t plan, double regret, std::size_t place) {
    return (row.plans[plan].ending == Ending::ok ? "" : "> ") + fixed(regret) + " (" + std::to_string(place) + ")";
  };
  return "| " + row.data + " | " + std::to_string(verdict.timed) + " | " +
         choice(row.choice, verdict.regret, verdict.place) + " | " +
         choice(row.choice_with_data, verdict.regret_with_data, verdict.place_with_data) + " | " +
         (verdict.correlation ? fixed(*verdict.correlation) : "") + " | " + print_plans(row, verdict) +
         (verdict.different > 0 ? "; RESULTS DIFFER" : "") + " |\n";
}

/// What the model gets most wrong: the choice's price in prices of the best plan is 1 or less, its time is not.
std::string print_worst(const std::vector<Row>& rows) {
  std::vector<std::pair<double, const Row*>> worst;
  for (const Row& row : rows) {
    if (!row.skipped.empty()) continue;
    const Verdict verdict = judge(row);
    if (verdict.best != row.choice_with_data) worst.emplace_back(-verdict.regret_with_data, &row);
  }
  std::stable_sort(worst.begin(), worst.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  worst.resize(std::min<std::size_t>(worst.size(), 10));
  std::string text =
      "\n## The ten worst, with data\n\n| case | data | regret | price over the best plan's | chosen | best |\n"
      "|---|---|---|---|---|---|\n";
  for (const auto& [regret, row] : worst) {
    const Timing &choice = row->plans[row->choice_with_data], &best = row->plans[judge(*row).best];
    text += "| " + row->title + " | " + row->data + " | " + fixed(-regret) + " | " +
            fixed(choice.counted.total / best.counted.total) + " | `" + choice.commands + "` | `" + best.commands +
            "` |\n";
  }
  return text;
}

Json json_price(const schedule::Price& price) {
  Json loops = Json::array();
  for (const schedule::LoopPrice& loop : price.loops)
    loops.push_back(
        {{"index", loop.index}, {"depth", loop.depth}, {"iterations", loop.iterations}, {"steps", loop.steps}});
  return {{"total", price.total},
          {"bodies", price.bodies},
          {"conversions", price.conversions},
          {"temporaries", price.temporaries},
          {"loops", std::move(loops)}};
}

Json json_row(const Row& row) {
  Json result = {{"case", row.title}, {"data", row.data}};
  if (!row.skipped.empty()) {
    result["skipped"] = row.skipped;
    return result;
  }
  const Verdict verdict = judge(row);
  result["choice"] = row.choice;
  result["choice_with_data"] = row.choice_with_data;
  result["best"] = verdict.best;
  result["regret"] = verdict.regret;
  result["regret_with_data"] = verdict.regret_with_data;
  if (verdict.correlation) result["correlation"] = *verdict.correlation;
  for (const Timing& plan : row.plans)
    result["plans"].push_back({{"commands", plan.commands},
                               {"ending", name_of(plan.ending)},
                               {"agrees", plan.agrees},
                               {"seconds", plan.seconds},
                               {"price", json_price(plan.assumed)},
                               {"price_with_data", json_price(plan.counted)}});
  return result;
}

}  // namespace

std::string print_text(const Report& report) {
  std::string text =
      "# Regret\n\nThe time of the chosen plan over that of the fastest one, by `bench/regret/run` "
      "(bench/README.md).\n" +
      print_settings(report) + "\n" + print_summary(report) + print_worst(report.rows) +
      "\n## All rows\n\nEach row: how many plans have a time; the regret of the choice and its place among them, "
      "without hints "
      "and with data; the rank correlation of price and time; the plans, where they differ.\n";
  std::string title;
  for (const Row& row : report.rows) {
    if (row.title != title)
      text += "\n### " + row.title +
              "\n\n| data | plans | without hints | with data | correlation | chosen |\n|---|---|---|---|---|---|\n";
    title = row.title;
    text += print_row(row);
  }
  return text;
}

std::string print_json(const Report& report) {
  const Summary plain = summarise(report.rows, Choice::without_hints),
                counted = summarise(report.rows, Choice::with_data);
  const auto json_summary = [](const Summary& summary) {
    return Json{{"within_1_1", summary.within_1_1},
                {"within_1_5", summary.within_1_5},
                {"geometric_mean", summary.geometric_mean},
                {"worst", summary.worst}};
  };
  Json document = {{"threads", report.settings.threads},    {"machine", report.machine},
                   {"without_hints", json_summary(plain)},  {"with_data", json_summary(counted)},
                   {"left_out", report.left_out},           {"refused", report.refused},
                   {"refused_cases", report.refused_cases}, {"rows", Json::array()}};
  if (counted.median_correlation) document["median_correlation"] = *counted.median_correlation;
  for (const Row& row : report.rows) document["rows"].push_back(json_row(row));
  return document.dump(1) + "\n";
}

}  // namespace scorchc::regret
