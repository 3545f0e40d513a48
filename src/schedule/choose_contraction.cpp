#include "schedule/choose_contraction.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <tuple>

#include "schedule/find_command.h"
#include "schedule/parts.h"
#include "schedule/patterns.h"
#include "schedule/plans.h"
#include "schedule/split_blocks.h"
#include "schedule/stages.h"
#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// A regrouping has to be worth its temporary and its second nest; what is factored inside of the same loops has neither.
double worth_it(const Commands& commands) { return find_command<Precompute>(commands) ? 0.9 : 0.95; }
constexpr double most_memory = 8;               // of a precomputed product, in that of the operands and the result
constexpr std::size_t most_paired_factors = 16;  // of a product that is regrouped at all

constexpr std::size_t most_searched = 6;         // ways to regroup that are priced with more than their likeliest loops
constexpr double unlikely = 2;                   // such loops may turn out so many times cheaper, no more

// What was chosen, and the plans beside it that have been made so far.
struct Regrouped {
  Commands commands;
  std::unique_ptr<PlanSearch> search;
};

// One way to regroup.
struct Way {
  Commands commands;
  double part = 0;  // the price of what is precomputed, alone
};

// Some factors of a product, and the indices that only they have.
struct Group {
  std::vector<Access> factors;
  std::vector<std::string> own, free;
};

Group group_of(const Product& product, const std::set<std::size_t>& chosen) {
  Group group;
  std::vector<std::string> outside;
  for (std::size_t n = 0; n < product.factors.size(); ++n) {
    const Access& access = product.factors[n];
    if (chosen.count(n))
      group.factors.push_back(access);
    else
      outside.insert(outside.end(), access.indices.begin(), access.indices.end());
  }
  for (const Access& access : group.factors)
    for (const std::string& index : access.indices) {
      std::vector<std::string>& side = has(product.summed, index) && !has(outside, index) ? group.own : group.free;
      if (!has(side, index)) side.push_back(index);
    }
  return group;
}

// Not each with each: something is summed, or one factor has all indices, of which the others leave less.
bool is_worth_a_look(const Group& group) {
  return !group.own.empty() || std::any_of(group.factors.begin(), group.factors.end(), [&](const Access& access) {
    return std::all_of(group.free.begin(), group.free.end(),
                       [&](const std::string& index) { return has(access.indices, index); });
  });
}

// Sums and products of operands alone: a 0 that is stored does no more than one that is not. 0 / 0 would be no number.
bool takes_zeros(const Expr& expr) {
  return match(
      expr, [](const Access&) { return true; }, [](const Literal&) { return true; }, [](const Equal&) { return false; },
      [](const Reduce& node) { return node.op == ReduceOp::sum && takes_zeros(node.body[0]); },
      [](const Apply& node) {
        const bool is_linear =
            node.op == Operator::mul || node.op == Operator::neg || node.op == Operator::add || node.op == Operator::sub;
        return is_linear && std::all_of(node.operands.begin(), node.operands.end(), takes_zeros);
      });
}

bool has_only_integers(const Kernel& kernel) {
  return std::none_of(kernel.tensors.begin(), kernel.tensors.end(),
                      [](const TensorDeclaration& tensor) { return is_floating(tensor.value); });
}

// A sparse vector that other factors meet entry by entry: in an array it is looked up. Of integers alone: 0 times what other
// factors store would be no number where that is none, or infinite, and what x does not store is never touched.
bool is_spread_out(const Group& group, const Kernel& kernel) {
  if (group.factors.size() != 1 || group.free.size() != 1 || group.factors[0].indices.size() != 1) return false;
  const TensorDeclaration* vector = kernel.find(group.factors[0].tensor);
  if (!vector || !vector->format || has_array(*vector->format)) return false;
  const AssignOp op = kernel.statement.op;
  return (op == AssignOp::set || op == AssignOp::add) && has_only_integers(kernel) && takes_zeros(kernel.statement.rhs);
}

// Of long products: two at a time.
std::vector<Group> pairs(const Product& product) {
  std::vector<Group> found;
  for (std::size_t a = 0; a < product.factors.size() && product.factors.size() <= most_paired_factors; ++a)
    for (std::size_t b = a + 1; b < product.factors.size(); ++b) {
      Group group = group_of(product, {a, b});
      if (is_worth_a_look(group)) found.push_back(std::move(group));
    }
  return found;
}

std::vector<Group> groups(const Product& product, const Kernel& kernel) {
  const std::size_t count = product.factors.size();
  if (count > most_factors) return pairs(product);
  std::vector<Group> found;
  for (std::size_t n = 0; n < count && count > 1; ++n)
    if (Group group = group_of(product, {n}); is_spread_out(group, kernel)) found.push_back(std::move(group));
  for (std::size_t bits = 1; bits < std::size_t{1} << count; ++bits) {
    std::set<std::size_t> chosen;
    for (std::size_t n = 0; n < count; ++n)
      if (bits >> n & 1) chosen.insert(n);
    if (chosen.size() < 2 || chosen.size() + 1 > count + product.others) continue;
    Group group = group_of(product, chosen);
    if (is_worth_a_look(group)) found.push_back(std::move(group));
  }
  return found;
}

// Whether the group's product has a place: in an array where it is full, or a vector as long as another array; else
// only what is stored of it. Neither takes much memory beyond that of the operands and the result.
class Places {
 public:
  Places(const Kernel& kernel, const Sizes& sizes, const Group& group) : kernel_(kernel), sizes_(sizes), group_(group) {
    for (const std::string& index : group.free) cells_ *= sizes.extent(index);
    for (const auto& [tensor, prefixes] : sizes.prefixes)
      if (!prefixes.empty()) held_ += prefixes.back();
    full_ = std::all_of(group.factors.begin(), group.factors.end(),
                        [&](const Access& access) { return is_full(access, group.free, kernel); });
  }

  bool in_array() const {
    const bool is_formed = !group_.own.empty() || is_spread_out(group_, kernel_);
    if (!kernel_.result().format->is_dense() || !is_formed || group_.free.empty()) return false;
    double result = 1;
    for (const std::string& index : kernel_.statement.lhs.indices) result *= sizes_.extent(index);
    if (cells_ > most_memory * (held_ + result)) return false;
    return full_ || (group_.free.size() == 1 && is_long_somewhere(group_.free.front()));
  }

  bool as_stored() const {
    if (full_ || group_.free.size() < 2) return false;
    double terms = cells_;
    for (const std::string& index : group_.own) terms *= sizes_.extent(index);
    const Patterns patterns(kernel_, sizes_);
    Bound all = 0;
    for (const std::vector<std::string>* indices : {&group_.own, &group_.free})
      for (const std::string& index : *indices) all |= patterns.bit(index);
    // Patterns know accesses by their addresses, so all have to live as long.
    const std::vector<Expr> factors(group_.factors.begin(), group_.factors.end());
    for (const Expr& factor : factors) terms *= patterns.density(factor, all);
    return std::min(terms, cells_) <= most_memory * held_;
  }

 private:
  // Some array is as long as an extent beside it, so nothing is hypersparse.
  bool is_long_somewhere(const std::string& index) const {
    const std::vector<Access> all = accesses(kernel_.statement.rhs);
    return std::any_of(all.begin(), all.end(), [&](const Access& access) {
      const TensorDeclaration* tensor = has(access.indices, index) ? kernel_.find(access.tensor) : nullptr;
      return tensor && tensor->format &&
             std::any_of(tensor->format->levels.begin(), tensor->format->levels.end(),
                         [](const LevelSpec& level) { return is_dense(level); });
    });
  }

  const Kernel& kernel_;
  const Sizes& sizes_;
  const Group& group_;
  double cells_ = 1, held_ = 1e6;
  bool full_ = true;
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
  if (group.factors.size() == 1) base += "_dense";
  std::string name = base;
  for (int n = 2; kernel.find(name) || kernel.indices.count(name); ++n) name = base + std::to_string(n);
  return name;
}

// All of one would be walked again in each iteration around the loops that read it.
bool is_list_of_tuples(const TensorDeclaration& temporary) {
  return temporary.order > 1 && !is_dense(temporary.format->levels.front());
}

// What is known of parts, whoever asks: how each is taken apart itself, and the whole way to form it.
struct Known {
  std::map<std::string, Commands> inner;
  std::map<std::string, std::optional<Way>> ways;
  std::size_t priced = 0;  // plans, of parts and of the whole
};
// How the kernel's statement is taken apart; no commands if it is not.
Regrouped parts_of(const Kernel& kernel, Known& known);

// The same factors leave other indices in another product.
std::string key_of(const Group& group, const std::vector<std::string>& indices, const Kernel& kernel) {
  std::string key = joined(indices) + (kernel.result().format->is_dense() ? " in an array" : " as stored");
  for (const Access& factor : group.factors) key += " " + print(factor);
  return key;
}

// The group's own loops, chosen as if it were a statement by itself.
std::optional<Way> precomputed(const Kernel& kernel, const Commands& settled, const Access& temporary, const Group& group,
                               Known& known) {
  Way way{{Precompute{temporary, group.factors}}};
  Commands& commands = way.commands;
  const std::vector<Stage> made = stages(kernel, joined_commands(settled, commands));
  const auto stage = std::find_if(made.begin(), made.end(), [&](const Stage& each) { return each.temporary == temporary; });
  if (stage == made.end() || is_list_of_tuples(stage->kernel.result())) return {};
  const auto [known_inner, is_new] = known.inner.try_emplace(key_of(group, group.free, stage->kernel));
  std::unique_ptr<PlanSearch> search;
  if (is_new && group.factors.size() > 2) {
    Regrouped parts = parts_of(stage->kernel, known);
    known_inner->second = std::move(parts.commands);
    search = std::move(parts.search);
  }
  const Commands& inner = known_inner->second;
  // What is left of the group when some of it is formed before.
  if (find_command<Precompute>(inner)) {
    commands = inner;
    commands.emplace_back(Precompute{temporary, accesses(stages(stage->kernel, inner).back().kernel.statement.rhs)});
  } else {
    commands.insert(commands.end(), inner.begin(), inner.end());
  }
  if (!search) search = std::make_unique<PlanSearch>(stage->kernel, inner);
  const Plans plans = search->find(Search::quick);
  known.priced += plans.priced;
  for (const Command& command : plans.ranked.front().commands) {
    if (const Reorder* reorder = std::get_if<Reorder>(&command))
      commands.emplace_back(Reorder{reorder->indices, 1, temporary.tensor});
    else
      commands.push_back(command);
  }
  way.part = plans.ranked.front().price.total;
  return way;
}

// All ways to regroup a product. A part's own loops are chosen once: they do not depend on what else is taken apart.
class Ways {
 public:
  Ways(const Kernel& kernel, const Commands& settled, Known& known) : kernel_(kernel), settled_(settled), known_(known) {}

  // Beside those that are taken.
  std::vector<Way> beside(const Commands& taken) {
    found_.clear();
    if (has_blocks(kernel_) || find_command<Split>(settled_)) return {};
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
    if (places.in_array()) add_precomputed(group, group.free);
    if (places.as_stored())
      for (const std::vector<std::string>& indices : storage_orders(group)) add_precomputed(group, indices);
    if (group.own.empty()) return;
    const Commands factored = {Factor{group.own, group.factors}};
    stages(kernel_, joined_commands(so_far_, factored));
    found_.push_back({factored});
  }

  void add_precomputed(const Group& group, const std::vector<std::string>& indices) {
    const Access temporary{name_for(kernel_, group), indices};
    if (known_.priced >= most_priced / 2) return;  // the rest is for the whole
    const auto [known, is_new] = known_.ways.try_emplace(key_of(group, indices, kernel_));
    if (is_new) known->second = precomputed(kernel_, so_far_, temporary, group, known_);
    if (known->second) found_.push_back(*known->second);
  }

  const Kernel& kernel_;
  const Commands& settled_;
  Commands so_far_;
  std::vector<Way> found_;
  Known& known_;
};

void consider(const Plans& plans, const Commands& settled, std::size_t most, std::vector<Considered>& considered) {
  for (const Plan& plan : plans.ranked) {
    if (most-- == 0 || considered.size() == most_considered) return;
    considered.push_back({joined_commands(settled, plan.commands), plan.program});
  }
}

class Chooser {
 public:
  // `together` finds plans of all factors together.
  Chooser(const Kernel& kernel, PlanSearch& together, Known& known, std::vector<Considered>& considered)
      : kernel_(kernel), together_(together), known_(known), considered_(considered), ways_(kernel, together.settled(), known) {}

  // Parts are taken out one at a time. No search where nothing is.
  Regrouped run(Decisions& decisions) {
    Regrouped all;
    std::vector<Way> ways = ways_.beside({});
    if (ways.empty()) return all;
    double price = together_.find(Search::quick).ranked.front().price.total;
    for (int round = 0; round < most_regroupings; ++round) {
      if (round > 0) ways = ways_.beside(all.commands);
      std::optional<Better> better = best_of(ways, all.commands, price);
      if (!better) break;
      const Commands& more = ways[better->way].commands;
      say(more, price / better->price, decisions);
      all = {joined_commands(all.commands, more), std::move(better->search)};
      price = better->price;
    }
    return all;
  }

 private:
  // A way, and what the cheapest plan costs that was found for it.
  struct Better {
    double price;
    std::size_t way;
    std::unique_ptr<PlanSearch> search;
  };

  // All are priced with their likeliest loops, a few with more.
  std::optional<Better> best_of(const std::vector<Way>& ways, const Commands& taken, double so_far) {
    std::vector<Better> likely;
    for (std::size_t n = 0; n < ways.size(); ++n)
      if (ways[n].part < so_far && known_.priced < most_priced)
        if (std::unique_ptr<PlanSearch> search = search_beside(taken, ways[n]))
          if (const std::optional<double> price = cheapest(*search, Search::first)) likely.push_back({*price, n, std::move(search)});
    std::sort(likely.begin(), likely.end(),
              [](const Better& a, const Better& b) { return std::tie(a.price, a.way) < std::tie(b.price, b.way); });
    if (likely.size() > most_searched) likely.erase(likely.begin() + most_searched, likely.end());
    std::optional<Better> best;
    for (Better& each : likely) {
      // Of two that cost as much, the one without a second nest.
      const double worth = best ? best->price / worth_it(ways[best->way].commands) : so_far;
      const double below = worth * worth_it(ways[each.way].commands);
      if (each.price > unlikely * below) break;
      const std::optional<double> price = cheapest(*each.search, Search::quick);
      if (!price || *price >= below) continue;
      best = Better{*price, each.way, std::move(each.search)};
    }
    return best;
  }

  std::unique_ptr<PlanSearch> search_beside(const Commands& taken, const Way& way) const {
    try {
      return std::make_unique<PlanSearch>(kernel_, joined_commands(joined_commands(together_.settled(), taken), way.commands));
    } catch (const Failure& failure) {
      if (failure.diagnostic().code != Code::schedule_illegal) throw;
      return {};
    }
  }

  std::optional<double> cheapest(PlanSearch& beside, Search search) {
    try {
      const Plans plans = beside.find(search);
      known_.priced += plans.priced;
      consider(plans, beside.settled(), 1, considered_);
      return plans.ranked.front().price.total;
    } catch (const Failure& failure) {
      if (failure.diagnostic().code != Code::schedule_illegal) throw;
      return {};
    }
  }

  static void say(const Commands& commands, double ratio, Decisions& decisions) {
    decisions.push_back({"schedule", "contraction", grouping(commands),
                         "without it the statement would cost " + times(ratio) + " times as much"});
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
  std::vector<Considered>& considered_;
  Ways ways_;
};

Regrouped parts_of(const Kernel& kernel, Known& known) {
  Decisions unsaid;
  std::vector<Considered> unneeded;
  auto together = std::make_unique<PlanSearch>(kernel, Commands{});
  Regrouped parts = Chooser(kernel, *together, known, unneeded).run(unsaid);
  if (!parts.search) parts.search = std::move(together);
  return parts;
}

}  // namespace

std::vector<Commands> regroupings(const Kernel& kernel, const Commands& settled) {
  std::vector<Commands> found;
  Known known;
  for (Way& way : Ways(kernel, settled, known).beside({})) found.push_back(std::move(way.commands));
  return found;
}

Contraction choose_contraction(const Kernel& kernel, const Commands& settled, Decisions& decisions) {
  Known known;
  PlanSearch together(kernel, settled);
  Plans whole = together.find(Search::full);
  if (kernel.schedule == "none") return {{}, std::move(whole), known.priced};
  std::vector<Considered> considered;
  consider(whole, settled, most_considered / 2, considered);
  const auto unchanged = [&] { return Contraction{{}, std::move(whole), known.priced, std::move(considered)}; };
  Decisions said;
  Regrouped regrouped = Chooser(kernel, together, known, considered).run(said);
  if (!regrouped.search) return unchanged();
  // A full search may find better loops for all factors, or rule out those that the regrouping was chosen for.
  Plans apart = regrouped.search->find(Search::full);
  if (apart.ranked.front().price.total >= worth_it(regrouped.commands) * whole.ranked.front().price.total) return unchanged();
  decisions.insert(decisions.end(), said.begin(), said.end());
  return {std::move(regrouped.commands), std::move(apart), known.priced, std::move(considered)};
}

}  // namespace scorchc::schedule
