#include "report.h"

#include <nlohmann/json.hpp>

#include "summary.h"

namespace scorchc::regret {
namespace {

using Json = nlohmann::ordered_json;

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
  result["timed"] = verdict.timed;
  result["regret"] = verdict.regret;
  result["place"] = verdict.place;
  result["regret_with_data"] = verdict.regret_with_data;
  result["place_with_data"] = verdict.place_with_data;
  if (verdict.correlation) result["correlation"] = *verdict.correlation;
  if (verdict.cost_ratio) result["cost_ratio"] = *verdict.cost_ratio;
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

std::string print_json(const Report& report) {
  const Settings& settings = report.settings;
  const PlanCounts plans = count_plans(report.rows);
  Json document = {{"compiler", settings.cxx ? *settings.cxx : "the Clang plugin"},
                   {"machine", report.machine},
                   {"threads", settings.threads},
                   {"rounds", settings.rounds},
                   {"runs", report.runs},
                   {"most", settings.most},
                   {"slowest", settings.slowest},
                   {"cases", report.cases},
                   {"too_slow", plans.too_slow},
                   {"too_large", plans.too_large},
                   {"different", plans.different},
                   {"left_out", report.left_out},
                   {"refused", report.refused},
                   {"refused_cases", report.refused_cases},
                   {"rows", Json::array()}};
  for (const Row& row : report.rows) document["rows"].push_back(json_row(row));
  return document.dump(1) + "\n";
}

}  // namespace scorchc::regret
