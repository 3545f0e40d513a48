#include "schedule/explain/explain_order.h"

#include <algorithm>
#include <set>
#include <vector>

#include "schedule/explain/numbers.h"
#include "schedule/legality/loop_order.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

constexpr double hardly_more = 1.05;  // cost ratio below which no reason is given
constexpr double more_steps = 1.25;   // ratio of counts that explains a higher cost

std::size_t conversions(const Plan& plan) {
  return static_cast<std::size_t>(std::count_if(plan.commands.begin(), plan.commands.end(), [](const Command& command) {
    return std::holds_alternative<Convert>(command);
  }));
}

bool has_command(const Plan& plan, const Command& command) {
  return std::find(plan.commands.begin(), plan.commands.end(), command) != plan.commands.end();
}

// The loop order, and what tells the plan from others with the same order: "j, i with A(i,j) converted".
std::string described_plan(const Plan& plan, const Plan& best) {
  constexpr std::size_t most_named = 2;
  std::vector<std::string> converted;
  std::string stored;
  for (const Command& command : plan.commands) {
    if (const Convert* convert = std::get_if<Convert>(&command)) converted.push_back(print(convert->access));
    const StorageOrder* order = std::get_if<StorageOrder>(&command);
    if (order && !has_command(best, command)) stored = " and " + order->tensor + " stored by " + joined(order->indices);
  }
  if (converted.empty() && stored.empty()) return joined(plan.order);
  const std::string operands = converted.size() > most_named ? std::to_string(converted.size()) + " operands converted"
                               : converted.empty()           ? ""
                                                             : joined(converted) + " converted";
  return joined(plan.order) + " with " + (operands.empty() ? stored.substr(5) : operands + stored);
}

double steps(const Price& price) {
  double all = 0;
  for (const LoopPrice& loop : price.loops) all += loop.steps;
  return all;
}

// Number of loop entries: one per iteration of the enclosing loop.
double loop_entries(const Price& price) {
  double all = 0;
  std::vector<double> around = {1};  // iterations, by depth
  for (const LoopPrice& loop : price.loops) {
    around.resize(static_cast<std::size_t>(loop.depth) + 1, 1);
    all += around.back();
    around.push_back(loop.iterations);
  }
  return all;
}

bool has_vector_loop(const cin::Stmt& stmt) {
  return match(
      stmt, [](const cin::Assign&) { return false; },
      [](const cin::Forall& loop) { return loop.vector || has_vector_loop(loop.body[0]); },
      [](const cin::Where& where) { return has_vector_loop(where.producer()) || has_vector_loop(where.consumer()); },
      [](const cin::Sequence& sequence) {
        return std::any_of(sequence.statements.begin(), sequence.statements.end(), has_vector_loop);
      });
}

// Whether a reduction loop accumulates into the result in memory.
bool adds_in_memory(const cin::Stmt& stmt, const Access& result, bool is_summed) {
  return match(
      stmt, [&](const cin::Assign& assign) { return is_summed && assign.lhs == result; },
      [&](const cin::Forall& loop) {
        return adds_in_memory(loop.body[0], result, is_summed || !has(result.indices, loop.index));
      },
      [&](const cin::Where& where) { return adds_in_memory(where.consumer(), result, is_summed); },
      [&](const cin::Sequence& sequence) {
        return std::any_of(sequence.statements.begin(), sequence.statements.end(),
                           [&](const cin::Stmt& part) { return adds_in_memory(part, result, is_summed); });
      });
}

bool adds_in_memory(const Plan& plan) {
  return adds_in_memory(plan.program->body, plan.program->split.statement.lhs, false);
}

// The main cause of the cost difference.
std::string because(const Plan& alternative, const Plan& best) {
  const Price &other = alternative.price, &chosen = best.price;
  const double converting = other.conversions - chosen.conversions,
               temporaries = other.temporaries - chosen.temporaries;
  const double looping = other.total - chosen.total - converting - temporaries;
  if (converting >= std::max(temporaries, looping))
    return conversions(alternative) == 1 ? "mostly for the conversion" : "mostly for the conversions";
  if (temporaries >= looping) return "mostly for its temporaries";
  if (steps(other) > more_steps * steps(chosen))
    return "as its loops take " + about(steps(other)) + " steps, not " + about(steps(chosen));
  if (has_vector_loop(best.program->body) && !has_vector_loop(alternative.program->body))
    return "as none of its loops is vectorised";
  const auto needs_counting_sort = [](const Plan& plan) { return plan.program->split.needs_counting_sort(plan.order); };
  if (needs_counting_sort(alternative) && !needs_counting_sort(best))
    return "as it counts the entries of " + best.program->split.result().name + " first and then scatters them";
  if (adds_in_memory(alternative) && !adds_in_memory(best))
    return "as it accumulates " + print(best.program->split.statement.lhs) + " in memory";
  if (loop_entries(other) > more_steps * loop_entries(chosen))
    return "as its loops are entered " + about(loop_entries(other)) + " times, not " + about(loop_entries(chosen));
  return "as its iterations cost more";
}

Alternative alternative_of(const Plan& plan, const Plan& best) {
  const double ratio = plan.price.total / std::max(1e-9, best.price.total);
  return {described_plan(plan, best), ratio, ratio > hardly_more ? because(plan, best) : std::string()};
}

std::string cost_of(const Alternative& alternative) {
  constexpr double equal = 1e-9;
  if (alternative.ratio > hardly_more) return times(alternative.ratio) + "x, " + alternative.because;
  return alternative.ratio > 1 + equal   ? "slightly more"
         : alternative.ratio < 1 - equal ? "less at the expected sizes"
                                         : "the same";
}

// Text on how many orders were compared.
std::string compared(const Plans& plans) {
  if (plans.ranked.size() == 1) {
    if (plans.legal == 1) return "the only legal loop order";
    return plans.priced > 1 ? "the only loop order that the other commands allow"
                            : "the most promising of " + std::to_string(plans.legal) + " loop orders";
  }
  std::set<LoopOrder> orders;
  for (const Plan& plan : plans.ranked) orders.insert(plan.order);
  std::string text = "the cheapest of " + std::string(plans.complete ? "" : "the most promising ") +
                     std::to_string(orders.size()) + " loop orders";
  if (orders.size() < plans.ranked.size()) text += ", in " + std::to_string(plans.ranked.size()) + " plans";
  return text;
}

}  // namespace

Decision order_decision(std::string subject, const Plans& plans) {
  const Plan& best = plans.ranked.front();
  Decision decision{"schedule", std::move(subject), joined(best.order), compared(plans)};
  for (std::size_t n = 1; n < std::min(plans.ranked.size(), most_reported); ++n) {
    Alternative alternative = alternative_of(plans.ranked[n], best);
    decision.reason += (n == 1 ? ": " : "; ") + alternative.choice + " costs " + cost_of(alternative);
    if (plans.dominated[n]) decision.reason += ", and is asymptotically dominated";
    decision.alternatives.push_back(std::move(alternative));
  }
  return decision;
}

}  // namespace scorchc::schedule
