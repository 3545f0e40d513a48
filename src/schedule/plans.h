// Plans: what a statement could become, priced. The choosers compare them.
#pragma once

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/cin.h"
#include "ir/schedule.h"
#include "schedule/apply.h"
#include "schedule/candidate_orders.h"
#include "schedule/cost.h"
#include "schedule/parts.h"
#include "schedule/stages.h"
#include "support/diagnostics.h"

namespace scorchc::schedule {

struct Plan {
  LoopOrder order;
  Commands commands;                            // in addition to those that were settled
  std::shared_ptr<const cin::Program> program;  // which several searches find
  Price price;
};
inline constexpr std::size_t most_said = 3;  // of several plans that were compared: what decisions say of them

struct Plans {
  std::vector<Plan> ranked;     // the cheapest first, but those that grow faster than another one behind it
  std::vector<bool> dominated;  // of these, as far as anybody asks: those before the first one, and what is said
  std::size_t legal = 0;        // loop orders that were looked at
  bool complete = true;         // whether those that are ranked are all that are legal
  std::size_t priced = 0;       // what it took: plans that were looked at
};

/// A plan that was looked at, with all its commands: at other sizes it may be the best.
struct PricedPlan {
  Commands commands;
  std::shared_ptr<const cin::Program> program;
};
inline constexpr std::size_t most_priced_plans = 24;

/// A quick search prices fewer plans, and compares no growth; the first look prices four.
enum class Search { first, quick, full };
inline constexpr std::size_t most_plans = 48;  // that are priced in full; fewer of long statements

/// Loop orders of the normalised kernel's statement with the conversions and mode orderings that go with them, beside
/// commands that are settled. What one search has made another one finds again: most plans of a first look are among
/// those of a quick search, and these among those of a full one.
class PlanSearch {
 public:
  /// The kernel is kept by reference. Throws Failure (schedule_illegal) where the settled commands are illegal.
  PlanSearch(const Kernel& kernel, Commands settled);
  PlanSearch(const PlanSearch&) = delete;
  PlanSearch& operator=(const PlanSearch&) = delete;

  /// Throws Failure (schedule_illegal) if the settled commands leave none.
  Plans find(Search search);
  const Commands& settled() const { return settled_; }

 private:
  struct Made {
    Commands commands;
    std::optional<Plan> plan;        // none where they are illegal:
    std::optional<Failure> refused;  // for this reason
  };
  // The kernel with a mode order, as the settled commands take it apart: few of the plans differ in it.
  struct Closed {
    StorageOrder order;
    Kernel kernel, split;
    std::vector<Stage> computed;
    StageLoops loops;
  };
  cin::Program program(const Commands& commands);
  Closed& closed(const StorageOrder& order);
  const Made& made(const LoopOrder& order, Commands commands);
  std::vector<Commands> ways_for(const LoopOrder& order, std::size_t most_dense_below) const;
  int weight(const Failure& refused) const;
  [[noreturn]] void refuse(const std::optional<Failure>& refused) const;

  const Kernel& kernel_;
  const Commands settled_;
  const Kernel split_;
  const std::vector<Stage> computed_;
  const Kernel& statement_;  // of the last stage
  const Sizes sizes_;
  OrderSearch orders_;
  StageLoops stage_loops_;
  std::list<Closed> closed_;
  std::vector<Made> made_;
};

/// The same where one search is all.
Plans find_plans(const Kernel& kernel, const Commands& settled, Search search = Search::full);

/// The commands of both, the settled ones first.
Commands joined_commands(const Commands& settled, const Commands& more);

/// A ratio of prices for people: 12.34 -> "12", 1.26 -> "1.3".
std::string times(double ratio);

/// The plan that exactly these commands make; none where they are illegal.
std::optional<Plan> plan_of(const Kernel& kernel, const Commands& commands);

}  // namespace scorchc::schedule
