#include "schedule/choose/choose_contraction.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "schedule/estimate/cardinality.h"
#include "schedule/estimate/stage_sizes.h"
#include "schedule/explain/explain_order.h"
#include "schedule/explain/numbers.h"
#include "schedule/legality/refuse.h"
#include "schedule/search/factor_groups.h"
#include "schedule/search/plans.h"
#include "schedule/transform/find_command.h"
#include "schedule/transform/split_blocks.h"
#include "schedule/transform/stages.h"
#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// Cost ratio below which a regrouping is taken. Precomputing must pay for a temporary and a second loop nest; factoring
// inside the same loops needs neither.
double gain_threshold(const Commands& commands) { return find_command<Precompute>(commands) ? 0.9 : 0.95; }
constexpr std::size_t most_searched = 6;  // regroupings that are priced with further loop orders
constexpr double unlikely = 2;            // assumed limit of how much further loop orders improve a first estimate

// The commands chosen so far, and the search for plans with them.
struct Regrouped {
  Commands commands;
  std::unique_ptr<PlanSearch> search;
  Decisions said;
};

// One way to regroup.
struct ContractionWay {
  Commands commands;
  double part = 0;       // cost of the precomputed part alone
  Decisions loops = {};  // decisions on the loops of that part, and of its own parts
};

// The orders in which a sparse product may be stored.
std::vector<std::vector<std::string>> storage_orders(const Group& group) {
  std::vector<std::vector<std::string>> orders = {group.free};
  if (group.free.size() == 2) orders.push_back({group.free[1], group.free[0]});
  return orders;
}

std::string name_for(const Kernel& kernel, const Group& group) {
  std::string base;
  for (const Access& access : group.factors) base += (base.empty() ? "" : "_") + access.tensor;
  if (group.factors.size() == 1) base += holder_of_vector(kernel) == Holder::workspace ? "_at" : "_dense";
  std::string name = base;
  for (int n = 2; kernel.find(name) || kernel.indices.count(name); ++n) name = base + std::to_string(n);
  return name;
}

// Each iteration around the loops that read such a temporary would walk all of it.
bool is_list_of_tuples(const TensorDeclaration& temporary) {
  return temporary.order > 1 && !is_dense(temporary.format->levels.front());
}

// How a part is regrouped itself, and the decisions on that.
struct Inner {
  Commands commands;
  Decisions said;
};

// Memoised results on parts: how each is regrouped itself, and the complete way to form it.
struct Known {
  Commands left_out;  // choices that commands exclude, for parts as well
  std::map<std::string, Inner> inner;
  std::map<std::string, std::optional<ContractionWay>> ways;
  std::size_t priced = 0;  // plans, of parts and of the whole
  std::size_t most = most_priced;
};
// Pricing a plan takes time in proportion to the accesses of the statement.
constexpr std::size_t most_accesses_priced = 24000;
std::size_t most_priced_of(const Kernel& kernel) {
  const std::size_t operands = std::max<std::size_t>(1, accesses_in(kernel.statement.rhs).size());
  return std::min(most_priced, most_accesses_priced / operands);
}

// How the kernel's statement is regrouped; no commands if it is not.
Regrouped parts_of(const Kernel& kernel, Known& known);

// Cache key of a group. It includes the indices, which depend on the other factors of the product.
std::string key_of(const Group& group, const std::vector<std::string>& indices, const Kernel& kernel) {
  std::string key = joined(indices) + (kernel.result().format->is_dense() ? " in an array" : " as stored");
  for (const Access& factor : group.factors) key += " " + print(factor);
  return key;
}

// The way to precompute the group, with loops chosen as for a statement of its own. Empty if the group cannot be
// stored.
std::optional<ContractionWay> precomputed(const Kernel& kernel, const Commands& settled, const Access& temporary,
                                          const Group& group, Known& known) {
  const Holder holder = is_spread_out(group, kernel) ? holder_of_vector(kernel) : Holder::inferred;
  ContractionWay way{{Precompute{temporary, group.factors, holder}}};
  Commands& commands = way.commands;
  const std::vector<Stage> made = stages(kernel, joined_commands(settled, commands));
  const auto stage =
      std::find_if(made.begin(), made.end(), [&](const Stage& each) { return each.temporary == temporary; });
  if (stage == made.end() || is_list_of_tuples(stage->kernel.result())) return {};
  const auto [known_inner, is_new] = known.inner.try_emplace(key_of(group, group.free, stage->kernel));
  std::unique_ptr<PlanSearch> search;
  if (is_new && group.factors.size() > 2) {
    Regrouped parts = parts_of(stage->kernel, known);
    known_inner->second = {std::move(parts.commands), std::move(parts.said)};
    search = std::move(parts.search);
  }
  const Commands& inner = known_inner->second.commands;
  way.loops = known_inner->second.said;
  // The remainder of the group, if a part of it is precomputed first.
  if (find_command<Precompute>(inner)) {
    commands = inner;
    commands.emplace_back(Precompute{temporary, accesses(stages(stage->kernel, inner).back().kernel.statement.rhs)});
  } else {
    commands.insert(commands.end(), inner.begin(), inner.end());
  }
  if (!search) search = std::make_unique<PlanSearch>(stage->kernel, joined_commands(known.left_out, inner));
  const Plans plans = search->find(Search::quick);
  known.priced += plans.priced;
  for (const Command& command : plans.ranked.front().commands) {
    if (const Reorder* reorder = std::get_if<Reorder>(&command))
      commands.emplace_back(Reorder{reorder->indices, 1, temporary.tensor});
    else
      commands.push_back(command);
  }
  way.part = plans.ranked.front().price.total;
  if (!plans.ranked.front().order.empty())
    way.loops.push_back(order_decision("loop order of " + temporary.tensor, plans));
  return way;
}

// All ways to regroup a product. A part's own loops are chosen once: they do not depend on the other parts.
class Ways {
 public:
  // Indices that commands split are also split in the parts.
  Ways(const Kernel& kernel, const Commands& settled, Known& known)
      : has_blocks_(has_blocks(kernel)), kernel_(split_blocks(kernel, settled)), settled_(settled), known_(known) {}

  // Regroupings that remain possible after the commands of `taken`.
  std::vector<ContractionWay> remaining(const Commands& taken) {
    found_.clear();
    if (has_blocks_) return {};
    so_far_ = joined_commands(settled_, taken);
    const std::vector<Stage> made = stages(kernel_, so_far_);
    const Kernel& statement = made.back().kernel;
    const Sizes sizes = sizes_of_stages(kernel_, made);
    for (const Product& product : products(statement))
      for (const Group& group : groups(product, statement)) {
        try {
          add(statement, sizes, group);
        } catch (const Failure& failure) {
          if (failure.diagnostic().code != Code::schedule_illegal) throw;
        }
      }
    return std::move(found_);
  }

 private:
  void add(const Kernel& statement, const Sizes& sizes, const Group& group) {
    const Places places(statement, sizes, group);
    if (!is_left_out(settled_, Choice::precompute)) {
      if (places.in_array()) add_precomputed(group, group.free);
      if (places.as_stored())
        for (const std::vector<std::string>& indices : storage_orders(group)) add_precomputed(group, indices);
    }
    if (group.own.empty() || is_left_out(settled_, Choice::factor)) return;
    const Commands factored = {Factor{group.own, group.factors}};
    stages(kernel_, joined_commands(so_far_, factored));
    found_.push_back({factored});
  }

  void add_precomputed(const Group& group, const std::vector<std::string>& indices) {
    const Access temporary{name_for(kernel_, group), indices};
    if (known_.priced >= known_.most / 2) return;  // leaves the rest of the budget to the whole
    const auto [known, is_new] = known_.ways.try_emplace(key_of(group, indices, kernel_));
    if (is_new) known->second = precomputed(kernel_, so_far_, temporary, group, known_);
    if (known->second) found_.push_back(*known->second);
  }

  const bool has_blocks_;
  const Kernel kernel_;
  const Commands& settled_;
  Commands so_far_;
  std::vector<ContractionWay> found_;
  Known& known_;
};

void consider(const Plans& plans, const Commands& settled, std::size_t most, std::vector<PricedPlan>& priced_plans) {
  for (const Plan& plan : plans.ranked) {
    if (most-- == 0 || priced_plans.size() == most_priced_plans) return;
    priced_plans.push_back({joined_commands(settled, plan.commands), plan.program});
  }
}

// Empty if the settled commands admit no legal plan.
std::optional<Plans> legal_plans(PlanSearch& search, Search how) {
  return if_legal([&]() -> std::optional<Plans> { return search.find(how); });
}

class ContractionChooser {
 public:
  // `together` finds plans without regrouping.
  ContractionChooser(const Kernel& kernel, PlanSearch& together, Known& known, std::vector<PricedPlan>& priced_plans)
      : kernel_(kernel),
        together_(together),
        known_(known),
        priced_plans_(priced_plans),
        ways_(kernel, together.settled(), known) {}

  // Regroups one part at a time. The search is null if none pays.
  Regrouped run() {
    Regrouped all;
    std::vector<ContractionWay> ways = ways_.remaining({});
    if (ways.empty()) return all;
    double price = together_.find(Search::quick).ranked.front().price.total;
    for (int round = 0; round < most_regroupings; ++round) {
      if (round > 0) ways = ways_.remaining(all.commands);
      std::optional<Better> better = best_of(ways, all.commands, price);
      if (!better) break;
      const ContractionWay& way = ways[better->way];
      say(way.commands, price / better->price, all.said);
      all.said.insert(all.said.end(), way.loops.begin(), way.loops.end());
      all.commands = joined_commands(all.commands, way.commands);
      all.search = std::move(better->search);
      price = better->price;
    }
    return all;
  }

 private:
  // A way to regroup, and the cost of the cheapest plan found for it.
  struct Better {
    double price;
    std::size_t way;
    std::unique_ptr<PlanSearch> search;
  };

  // The ways that are cheapest by a first estimate, cheapest first. The plans of others are dropped: together they
  // would exceed a cache.
  std::vector<Better> likely(const std::vector<ContractionWay>& ways, const Commands& taken, double so_far) {
    std::vector<Better> found;
    for (std::size_t n = 0; n < ways.size(); ++n) {
      if (ways[n].part >= so_far || known_.priced >= known_.most) continue;
      std::unique_ptr<PlanSearch> search = search_with(taken, ways[n]);
      const std::optional<double> price = search ? cheapest(*search, Search::first) : std::nullopt;
      if (!price) continue;
      const auto behind =
          std::find_if(found.begin(), found.end(), [&](const Better& each) { return each.price > *price; });
      found.insert(behind, {*price, n, std::move(search)});
      if (found.size() > most_searched) found.pop_back();
    }
    return found;
  }

  // Prices all ways with few loop orders, then the best of them with more.
  std::optional<Better> best_of(const std::vector<ContractionWay>& ways, const Commands& taken, double so_far) {
    std::optional<Better> best;
    for (Better& each : likely(ways, taken, so_far)) {
      // At equal cost the way without a second loop nest wins.
      const double worth = best ? best->price / gain_threshold(ways[best->way].commands) : so_far;
      const double below = worth * gain_threshold(ways[each.way].commands);
      if (each.price > unlikely * below) break;
      const std::optional<double> price = cheapest(*each.search, Search::quick);
      if (!price || *price >= below) continue;
      best = Better{*price, each.way, std::move(each.search)};
    }
    return best;
  }

  std::unique_ptr<PlanSearch> search_with(const Commands& taken, const ContractionWay& way) const {
    return if_legal([&] {
      return std::make_unique<PlanSearch>(kernel_,
                                          joined_commands(joined_commands(together_.settled(), taken), way.commands));
    });
  }

  std::optional<double> cheapest(PlanSearch& regrouped, Search search) {
    const std::optional<Plans> plans = legal_plans(regrouped, search);
    if (!plans) return {};
    known_.priced += plans->priced;
    consider(*plans, regrouped.settled(), 1, priced_plans_);
    return plans->ranked.front().price.total;
  }

  static void say(const Commands& commands, double ratio, Decisions& decisions) {
    decisions.push_back({"schedule", "contraction", grouping(commands), "estimated speedup " + times(ratio) + "x"});
  }

  static std::string grouping(const Commands& commands) {
    std::string text;
    for (const Command& command : commands)
      if (std::holds_alternative<Precompute>(command) || std::holds_alternative<Factor>(command))
        text += (text.empty() ? "" : "; ") + print(command);
    return text;
  }

  const Kernel& kernel_;
  PlanSearch& together_;
  Known& known_;
  std::vector<PricedPlan>& priced_plans_;
  Ways ways_;
};

Regrouped parts_of(const Kernel& kernel, Known& known) {
  std::vector<PricedPlan> unneeded;
  auto together = std::make_unique<PlanSearch>(kernel, known.left_out);
  Regrouped parts = ContractionChooser(kernel, *together, known, unneeded).run();
  if (!parts.search) parts.search = std::move(together);
  return parts;
}

}  // namespace

std::vector<Commands> regroupings(const Kernel& kernel, const Commands& settled) {
  std::vector<Commands> found;
  Known known;
  known.left_out = left_out(settled);
  for (ContractionWay& way : Ways(kernel, settled, known).remaining({})) found.push_back(std::move(way.commands));
  return found;
}

namespace {

// Commands may mark loops that exist only after the regrouping that would be chosen without these marks.
Contraction contraction_without_marks(const Kernel& kernel, PlanSearch& together, Decisions& decisions) {
  Commands unmarked = together.settled();
  std::erase_if(unmarked, marks_loops);
  if (unmarked.size() < together.settled().size()) {
    Decisions said;
    Contraction open = choose_contraction(kernel, unmarked, said);
    PlanSearch with_marks(kernel, joined_commands(together.settled(), open.commands));
    if (std::optional<Plans> marked = open.commands.empty() ? std::nullopt : legal_plans(with_marks, Search::full)) {
      decisions.insert(decisions.end(), said.begin(), said.end());
      return {std::move(open.commands), std::move(*marked), open.priced};
    }
  }
  return {{}, together.find(Search::full)};  // throws, with the reason that no plan is legal
}

}  // namespace

Contraction choose_contraction(const Kernel& kernel, const Commands& settled, Decisions& decisions) {
  Known known;
  known.left_out = left_out(settled);
  known.most = most_priced_of(kernel);
  PlanSearch together(kernel, settled);
  if (kernel.schedule == "none") return {{}, together.find(Search::full), known.priced};
  std::optional<Plans> whole = legal_plans(together, Search::full);
  if (!whole) return contraction_without_marks(kernel, together, decisions);
  std::vector<PricedPlan> priced_plans;
  consider(*whole, settled, most_priced_plans / 2, priced_plans);
  const auto unchanged = [&] { return Contraction{{}, std::move(*whole), known.priced, std::move(priced_plans)}; };
  Regrouped regrouped = ContractionChooser(kernel, together, known, priced_plans).run();
  if (!regrouped.search) return unchanged();
  // A full search may find better loops without regrouping, or find the loops illegal that the regrouping was chosen
  // for.
  Plans separate = regrouped.search->find(Search::full);
  if (separate.ranked.front().price.total >= gain_threshold(regrouped.commands) * whole->ranked.front().price.total)
    return unchanged();
  decisions.insert(decisions.end(), regrouped.said.begin(), regrouped.said.end());
  return {std::move(regrouped.commands), std::move(separate), known.priced, std::move(priced_plans)};
}

}  // namespace scorchc::schedule
