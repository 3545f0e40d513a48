#include "schedule/choose_contraction.h"

#include <algorithm>
#include <set>

#include "schedule/parts.h"
#include "schedule/patterns.h"
#include "schedule/plans.h"
#include "schedule/stages.h"
#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// A regrouping has to be worth its temporary and its second nest.
constexpr double worth_it = 0.9;
constexpr double most_memory = 8;               // of a precomputed product, in that of the operands and the result
constexpr std::size_t most_paired_factors = 16;  // of a product that is regrouped at all

struct Regrouped {
  Commands commands;
  Plan plan;
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

std::vector<Group> groups(const Product& product) {
  std::vector<Group> found;
  const std::size_t count = product.factors.size();
  if (count > most_factors) return pairs(product);
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
    if (!kernel_.result().format->is_dense() || group_.own.empty() || group_.free.empty()) return false;
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
    for (const Access& access : group_.factors) terms *= patterns.density(access, all);
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
  std::string name = base;
  for (int n = 2; kernel.find(name) || kernel.indices.count(name); ++n) name = base + std::to_string(n);
  return name;
}

// All of one would be walked again in each iteration around the loops that read it.
bool is_list_of_tuples(const TensorDeclaration& temporary) {
  return temporary.order > 1 && !is_dense(temporary.format->levels.front());
}

// The group's own loops, chosen as if it were a statement by itself.
std::optional<Commands> precomputed(const Kernel& kernel, const Commands& settled, const Group& group,
                                    const std::vector<std::string>& indices) {
  const Access temporary{name_for(kernel, group), indices};
  Commands commands = {Precompute{temporary, group.factors}};
  const std::vector<Stage> made = stages(kernel, joined_commands(settled, commands));
  const auto stage = std::find_if(made.begin(), made.end(), [&](const Stage& each) { return each.temporary == temporary; });
  if (stage == made.end() || is_list_of_tuples(stage->kernel.result())) return {};
  Decisions unsaid;
  const Commands inner = group.factors.size() > 2 ? choose_contraction(stage->kernel, {}, unsaid) : Commands{};
  // What is left of the group when some of it is formed before.
  const bool before = std::any_of(inner.begin(), inner.end(), [](const Command& command) { return std::holds_alternative<Precompute>(command); });
  if (before) {
    commands = inner;
    commands.emplace_back(Precompute{temporary, accesses(stages(stage->kernel, inner).back().kernel.statement.rhs)});
  } else {
    commands.insert(commands.end(), inner.begin(), inner.end());
  }
  const Plans plans = find_plans(stage->kernel, inner, Search::quick);
  for (const Command& command : plans.ranked.front().commands) {
    if (const Reorder* reorder = std::get_if<Reorder>(&command))
      commands.emplace_back(Reorder{reorder->indices, 1, temporary.tensor});
    else
      commands.push_back(command);
  }
  return commands;
}

class Chooser {
 public:
  Chooser(const Kernel& kernel, const Commands& settled) : kernel_(kernel), settled_(settled) {}

  Commands run(Decisions& decisions) {
    said_before_ = decisions.size();
    if (regroupings(kernel_, settled_).empty()) return {};
    Plan best = find_plans(kernel_, settled_, Search::quick).ranked.front();
    for (int round = 0; round < most_regroupings; ++round) {
      std::optional<Regrouped> better = best_regrouping(best.price.total * worth_it);
      if (!better) break;
      say(*better, best, decisions);
      commands_ = joined_commands(commands_, better->commands);
      best = std::move(better->plan);
    }
    return is_confirmed(decisions) ? commands_ : Commands{};
  }

 private:
  // A full search may find better loops for all factors, or rule out those that the regrouping was chosen for.
  bool is_confirmed(Decisions& decisions) {
    if (commands_.empty()) return false;
    const double apart = find_plans(kernel_, joined_commands(settled_, commands_)).ranked.front().price.total;
    if (apart < worth_it * find_plans(kernel_, settled_).ranked.front().price.total) return true;
    decisions.resize(said_before_);
    return false;
  }

  std::optional<Regrouped> best_regrouping(double below) const {
    const Commands so_far = joined_commands(settled_, commands_);
    std::optional<Regrouped> best;
    for (Commands& commands : regroupings(kernel_, so_far)) {
      std::optional<Plan> plan = cheapest(joined_commands(so_far, commands));
      if (!plan || plan->price.total >= (best ? best->plan.price.total : below)) continue;
      best = Regrouped{std::move(commands), std::move(*plan)};
    }
    return best;
  }

  std::optional<Plan> cheapest(const Commands& commands) const {
    try {
      return find_plans(kernel_, commands, Search::quick).ranked.front();
    } catch (const Failure& failure) {
      if (failure.diagnostic().code != Code::schedule_illegal) throw;
      return {};
    }
  }

  static void say(const Regrouped& better, const Plan& before, Decisions& decisions) {
    decisions.push_back({"schedule", "contraction", grouping(better.commands),
                         "without it the statement would cost " + times(before.price.total / better.plan.price.total) +
                             " times as much"});
  }

  static std::string grouping(const Commands& commands) {
    std::string text;
    for (const Command& command : commands)
      if (std::holds_alternative<Precompute>(command) || std::holds_alternative<Factor>(command))
        text += (text.empty() ? "" : "; ") + print(command);
    return text;
  }

  const Kernel& kernel_;
  const Commands& settled_;
  Commands commands_;
  std::size_t said_before_ = 0;  // decisions
};

}  // namespace

std::vector<Commands> regroupings(const Kernel& kernel, const Commands& settled) {
  std::vector<Commands> found;
  const bool blocked = std::any_of(kernel.tensors.begin(), kernel.tensors.end(),
                                   [](const TensorDeclaration& tensor) { return tensor.format->is_blocked(); });
  if (blocked || std::any_of(settled.begin(), settled.end(), [](const Command& command) { return std::holds_alternative<Split>(command); }))
    return found;
  const std::vector<Stage> made = stages(kernel, settled);
  const Kernel& statement = made.back().kernel;
  const Sizes sizes = sizes_of_stages(kernel, made);
  const auto add = [&](const Group& group, const std::vector<std::string>& indices) {
    if (std::optional<Commands> commands = precomputed(kernel, settled, group, indices))
      found.push_back(std::move(*commands));
  };
  for (const Product& product : products(statement))
    for (const Group& group : groups(product)) {
      try {
        const Places places(statement, sizes, group);
        if (places.in_array()) add(group, group.free);
        if (places.as_stored())
          for (const std::vector<std::string>& indices : storage_orders(group)) add(group, indices);
        if (group.own.empty()) continue;
        const Commands factored = {Factor{group.own, group.factors}};
        stages(kernel, joined_commands(settled, factored));
        found.push_back(factored);
      } catch (const Failure& failure) {
        if (failure.diagnostic().code != Code::schedule_illegal) throw;
      }
    }
  return found;
}

Commands choose_contraction(const Kernel& kernel, const Commands& settled, Decisions& decisions) {
  if (kernel.schedule == "none") return {};
  return Chooser(kernel, settled).run(decisions);
}

}  // namespace scorchc::schedule
