// Enumerates and prices plans: the schedules that a statement may get. The choosers compare them.
#pragma once

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/cin.h"
#include "ir/schedule.h"
#include "schedule/estimate/cost.h"
#include "schedule/legality/loop_order.h"
#include "schedule/search/candidate_orders.h"
#include "schedule/transform/apply.h"
#include "schedule/transform/stages.h"
#include "support/diagnostics.h"

namespace scorchc::schedule {

struct Plan {
  LoopOrder order;
  Commands commands;                            // in addition to the settled ones
  std::shared_ptr<const cin::Program> program;  // shared by several searches
  Price price;
};
inline constexpr std::size_t most_reported = 3;  // plans that a decision reports, of those compared

struct Plans {
  std::vector<Plan> ranked;  // cheapest first, except that the cheapest plan that is not dominated leads
  std::vector<bool>
      dominated;          // of `ranked`, computed only up to the first undominated plan and for plans that are reported
  std::size_t legal = 0;  // number of loop orders examined
  bool complete = true;   // whether all legal loop orders are ranked
  std::size_t priced = 0;  // number of plans priced
};

/// A plan that was priced, with all its commands: it may be the best at other sizes.
struct PricedPlan {
  Commands commands;
  std::shared_ptr<const cin::Program> program;
};
inline constexpr std::size_t most_priced_plans = 24;

/// How thorough a search is. `first` prices four plans; `quick` prices more, but compares no growth; `full` does both.
enum class Search { first, quick, full };
inline constexpr std::size_t most_plans = 48;  // that are priced in full; fewer for long statements

/// Searches loop orders of a normalised kernel's statement, with the conversions and mode orderings that they need, in
/// addition to the settled commands. Searches share their results: most plans of a first search recur in a quick one,
/// and most of these in a full one.
class PlanSearch {
 public:
  /// Keeps a reference to `kernel`. Throws Failure (schedule_illegal) if the settled commands are illegal.
  PlanSearch(const Kernel& kernel, Commands settled);
  PlanSearch(const PlanSearch&) = delete;
  PlanSearch& operator=(const PlanSearch&) = delete;

  /// Throws Failure (schedule_illegal) if the settled commands admit no plan.
  Plans find(Search search);
  const Commands& settled() const { return settled_; }

 private:
  struct Made {
    Commands commands;
    std::optional<Plan> plan;        // empty if the commands are illegal,
    std::optional<Failure> refused;  // for this reason
  };
  // The kernel with one mode order, split into stages by the settled commands. Few mode orders occur among the plans.
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

/// A single search.
Plans find_plans(const Kernel& kernel, const Commands& settled, Search search = Search::full);

/// The commands of both, the settled ones first.
Commands joined_commands(const Commands& settled, const Commands& more);

/// The plan that exactly these commands make; empty if they are illegal.
std::optional<Plan> plan_of(const Kernel& kernel, const Commands& commands);

}  // namespace scorchc::schedule
