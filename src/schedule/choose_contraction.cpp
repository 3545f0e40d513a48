#include "schedule/choose_contraction.h"

#include <algorithm>
#include <set>

#include "schedule/plans.h"
#include "schedule/stages.h"
#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// A regrouping has to be worth its temporary and its second nest.
constexpr double worth_it = 0.9;

struct Regrouped {
  Commands commands;
  Plan plan;
};

Commands joined_commands(const Commands& settled, const Commands& more) {
  Commands all = settled;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

// Some factors of a product, and the indices that only they have.
struct Group {
  std::vector<Access> factors;
  std::vector<std::string> own, free;
};

std::vector<Group> groups(const Product& product) {
  std::vector<Group> found;
  const std::size_t count = product.factors.size();
  if (count > most_factors) return found;
  for (std::size_t chosen = 1; chosen < std::size_t{1} << count; ++chosen) {
    Group group;
    std::vector<std::string> outside;
    for (std::size_t n = 0; n < count; ++n) {
      const Access& access = product.factors[n];
      if (chosen >> n & 1)
        group.factors.push_back(access);
      else
        outside.insert(outside.end(), access.indices.begin(), access.indices.end());
    }
    if (group.factors.size() < 2 || group.factors.size() + 1 > count + product.others) continue;
    for (const Access& access : group.factors)
      for (const std::string& index : access.indices) {
        std::vector<std::string>& side = has(product.summed, index) && !has(outside, index) ? group.own : group.free;
        if (!has(side, index)) side.push_back(index);
      }
    if (!group.own.empty()) found.push_back(std::move(group));
  }
  return found;
}

// Whether a dense array is the right place for the group's product: it is full, or a vector as long as another array.
bool fits_in_array(const Kernel& kernel, const Group& group) {
  if (!kernel.result().format->is_dense() || group.free.empty()) return false;
  bool full = true, dense_somewhere = false;
  for (const Access& access : group.factors)
    for (const LevelSpec& level : kernel.tensor(access.tensor).format->levels) {
      if (!has(group.free, access.indices[static_cast<std::size_t>(level.mode)])) continue;
      full = full && is_dense(level);
      dense_somewhere = dense_somewhere || is_dense(level);
    }
  return full || (group.free.size() == 1 && dense_somewhere);
}

std::string name_for(const Kernel& kernel, const Group& group) {
  std::string base;
  for (const Access& access : group.factors) base += (base.empty() ? "" : "_") + access.tensor;
  std::string name = base;
  for (int n = 2; kernel.find(name) || kernel.indices.count(name); ++n) name = base + std::to_string(n);
  return name;
}

// The group's own loops, chosen as if it were a statement by itself.
std::optional<Commands> precomputed(const Kernel& kernel, const Commands& settled, const Group& group) {
  const Access temporary{name_for(kernel, group), group.free};
  Commands commands = {Precompute{temporary, group.factors}};
  const std::vector<Stage> made = stages(kernel, joined_commands(settled, commands));
  const auto stage = std::find_if(made.begin(), made.end(), [&](const Stage& each) { return each.temporary == temporary; });
  if (stage == made.end()) return {};
  const Plans plans = find_plans(stage->kernel, {}, Search::quick);
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
    if (regroupings(kernel_, settled_).empty()) return {};
    Plan best = find_plans(kernel_, settled_, Search::quick).ranked.front();
    for (int round = 0; round < most_regroupings; ++round) {
      std::optional<Regrouped> better = best_regrouping(best.price.total * worth_it);
      if (!better) break;
      say(*better, best, decisions);
      commands_ = joined_commands(commands_, better->commands);
      best = std::move(better->plan);
    }
    return commands_;
  }

 private:
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
    const long tenths = static_cast<long>(std::min(before.price.total / better.plan.price.total, 1e6) * 10 + 0.5);
    const std::string ratio = tenths >= 100 ? std::to_string(tenths / 10)
                                            : std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
    decisions.push_back({"schedule", "contraction", print(better.commands.front()),
                         "multiplying all factors in one nest would cost " + ratio + " times as much"});
  }

  const Kernel& kernel_;
  const Commands& settled_;
  Commands commands_;
};

}  // namespace

std::vector<Commands> regroupings(const Kernel& kernel, const Commands& settled) {
  std::vector<Commands> found;
  const bool blocked = std::any_of(kernel.tensors.begin(), kernel.tensors.end(),
                                   [](const TensorDeclaration& tensor) { return tensor.format->is_blocked(); });
  if (blocked || std::any_of(settled.begin(), settled.end(), [](const Command& command) { return std::holds_alternative<Split>(command); }))
    return found;
  const Kernel statement = stages(kernel, settled).back().kernel;
  for (const Product& product : products(statement))
    for (const Group& group : groups(product)) {
      try {
        if (fits_in_array(statement, group))
          if (std::optional<Commands> commands = precomputed(kernel, settled, group)) found.push_back(std::move(*commands));
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
