// Prices the first plan and its alternatives at other sizes, for the choosers of variants.
#pragma once

#include <optional>
#include <string>

#include "schedule/choose/schedule_plan.h"

namespace scorchc::schedule {

/// The kernel with its result's mode order closed by `commands`, and the remaining commands.
struct Closed {
  Kernel kernel;
  Commands commands;
};
Closed closed(const Kernel& kernel, const Commands& commands);

/// Cost ratio from which a second plan justifies its code.
inline constexpr double gain_threshold = 1.4;

struct Prices {
  double first = 0, other = 0;
  double ratio() const { return first / other; }
};

/// Costs of two plans at the sizes that a kernel's hints give.
class Comparison {
 public:
  /// Keeps references to both.
  Comparison(const Commands& first, const Commands& other) : first_{first}, other_{other} {}
  /// `kernel` may differ from others only in hints.
  Prices prices(const Kernel& kernel) const { return {first_.price_at(kernel), other_.price_at(kernel)}; }
  double at(const Kernel& kernel) const { return prices(kernel).ratio(); }

 private:
  struct Compared {
    const Commands& commands;
    mutable std::optional<cin::Program> program = {};  // built on first use
    double price_at(const Kernel& kernel) const;
  };
  const Compared first_, other_;
};

/// A plan that may justify a variant, and the sizes at which it is better.
struct Candidate {
  Variant when = {};
  Commands commands = {};
  std::string where = {};            // the sizes examined: "with one entry in 16 rows"
  Prices there = {}, expected = {};  // costs at these sizes, and at the expected ones
  std::string reason = {};           // replaces the text on costs if not empty
};

double extent_of(const std::string& index, const Kernel& kernel);
/// The kernel with this extent in place of the declared or assumed one. Only for estimates.
Kernel with_extent(Kernel kernel, const std::string& index, double extent);

class ComparedPlans {
 public:
  ComparedPlans(const Kernel& kernel, const ScheduledPlan& plan)
      : plan_(plan), closed_(closed(kernel, plan.commands)) {}

  /// The kernel with the first plan's mode order, and the first plan's remaining commands.
  const Kernel& kernel() const { return closed_.kernel; }
  const Commands& first() const { return closed_.commands; }

  /// The best plan at this kernel's sizes, if the first one costs at least `times` as much there; with the costs of
  /// both.
  std::optional<Candidate> better_at(const Kernel& kernel, double times) const;

  /// The first plan and the plans that it was chosen from, as far as they share the result's mode order.
  struct Plan {
    Commands commands;
    const cin::Program* program;
  };
  std::vector<Plan> all() const;

 private:
  /// The plan that these commands make, if it costs at most 1 / `times` of the first one at the kernel's sizes.
  std::optional<Candidate> candidate(const Commands& there, const Kernel& kernel, double times) const;
  std::optional<Commands> best_of_priced_plans(const Kernel& kernel, double times) const;
  std::vector<const PricedPlan*> priced_plans() const;
  bool is_short() const;

  const ScheduledPlan& plan_;
  const Closed closed_;
};

}  // namespace scorchc::schedule
