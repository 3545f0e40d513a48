// The plans that one plan was chosen among, at other sizes: what choosers of variants ask.
#pragma once

#include <optional>
#include <string>

#include "schedule/schedule_plan.h"

namespace scorchc::schedule {

/// The kernel with the mode order that `commands` close, and the commands that are left.
struct Closed {
  Kernel kernel;
  Commands commands;
};
Closed closed(const Kernel& kernel, const Commands& commands);

/// A second plan is worth its code where the first one costs so many times as much.
inline constexpr double worth = 1.4;

struct Prices {
  double first = 0, other = 0;
  double ratio() const { return first / other; }
};

/// What two plans cost at the sizes that a kernel's hints give.
class Comparison {
 public:
  /// Both are kept by reference.
  Comparison(const Commands& first, const Commands& other) : first_{first}, other_{other} {}
  /// Of one kernel, with other hints.
  Prices prices(const Kernel& kernel) const { return {first_.price_at(kernel), other_.price_at(kernel)}; }
  double at(const Kernel& kernel) const { return prices(kernel).ratio(); }

 private:
  struct Compared {
    const Commands& commands;
    mutable std::optional<cin::Program> program = {};  // once it has been made
    double price_at(const Kernel& kernel) const;
  };
  const Compared first_, other_;
};

/// A plan that might be worth it, and where.
struct Candidate {
  Variant when = {};
  Commands commands = {};
  std::string where = {};            // it was asked for: "with one entry in 16 rows"
  Prices there = {}, expected = {};  // and prices there, and at the expected sizes
  std::string reason = {};           // where that is more than prices
};

double extent_of(const std::string& index, const Kernel& kernel);
/// The kernel with this extent in place of the declared or the assumed one: a number for sizes.
Kernel with_extent(Kernel kernel, const std::string& index, double extent);

class ComparedPlans {
 public:
  ComparedPlans(const Kernel& kernel, const ScheduledPlan& plan)
      : plan_(plan), closed_(closed(kernel, plan.commands)) {}

  /// The first plan's, and its commands.
  const Kernel& kernel() const { return closed_.kernel; }
  const Commands& first() const { return closed_.commands; }

  /// A plan in place of which the first one costs so many times as much at the sizes of this kernel, with the prices of
  /// both.
  std::optional<Candidate> better_at(const Kernel& kernel, double times) const;

  /// The first plan, and those that it was chosen among, of the result's mode order.
  struct Plan {
    Commands commands;
    const cin::Program* program;
  };
  std::vector<Plan> all() const;

 private:
  /// The plan of these commands, if it is worth it.
  std::optional<Candidate> candidate(const Commands& there, const Kernel& kernel, double times) const;
  std::optional<Commands> best_of_priced_plans(const Kernel& kernel, double times) const;
  std::vector<const PricedPlan*> priced_plans() const;
  bool is_short() const;

  const ScheduledPlan& plan_;
  const Closed closed_;
};

}  // namespace scorchc::schedule
