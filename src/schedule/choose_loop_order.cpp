#include "schedule/choose_loop_order.h"

#include <algorithm>
#include <optional>

#include "schedule/cost.h"
#include "schedule/loop_constraints.h"
#include "schedule/parts.h"
#include "support/diagnostics.h"

namespace scorchc::schedule {
namespace {

// Pricing one order takes about indices^2 * operands steps; a search takes no more than this many.
constexpr std::size_t max_work = 5'000'000;

struct Priced {
  LoopOrder order;
  double cost = 0;
};

// All orders that respect the constraints, by depth-first choice of the next outermost index.
class Search {
 public:
  Search(const Kernel& kernel, std::vector<LoopConstraint> constraints)
      : kernel_(kernel), constraints_(std::move(constraints)), open_(all_indices(kernel.statement)) {
    const std::size_t work = 1 + open_.size() * open_.size() * (1 + accesses(kernel.statement.rhs).size());
    allowed_ = std::clamp(static_cast<int>(max_work / work), 1, max_orders);
  }

  void run() {
    // From here on every legal beginning of an order has a legal end: the search meets no dead ends.
    if (has_cycle()) return;
    if (open_.empty())
      consider();
    else
      extend();
  }
  std::optional<Priced> best;
  std::optional<Priced> second;
  std::optional<Obstacle> obstacle;  // of the first complete order that has one
  int complete = 0;

 private:
  bool has_cycle() const {
    std::vector<std::string> left = open_;
    for (bool found = true; found;) {
      found = false;
      for (std::size_t n = 0; n < left.size() && !found; ++n) {
        found = std::none_of(constraints_.begin(), constraints_.end(), [&](const LoopConstraint& constraint) {
          return constraint.inner == left[n] && std::find(left.begin(), left.end(), constraint.outer) != left.end();
        });
        if (found) left.erase(left.begin() + static_cast<std::ptrdiff_t>(n));
      }
    }
    return !left.empty();
  }

  void extend() {
    for (std::size_t n = 0; n < open_.size() && complete < allowed_; ++n) {
      const std::string index = open_[n];
      if (!is_free(index)) continue;
      open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(n));
      chosen_.push_back(index);
      if (open_.empty())
        consider();
      else
        extend();
      chosen_.pop_back();
      open_.insert(open_.begin() + static_cast<std::ptrdiff_t>(n), index);
    }
  }

  bool is_free(const std::string& index) const {
    return std::none_of(constraints_.begin(), constraints_.end(), [&](const LoopConstraint& constraint) {
      return constraint.inner == index && std::find(open_.begin(), open_.end(), constraint.outer) != open_.end();
    });
  }

  void consider() {
    ++complete;
    const PartsOrObstacle parts = make_parts(kernel_, chosen_);
    if (parts.obstacle) {
      if (!obstacle) obstacle = parts.obstacle;
      return;
    }
    const Priced priced{chosen_, cost(kernel_, chosen_) * (parts.parts.back().reads_result ? 1.05 : 1.0)};
    if (!best || priced.cost < best->cost) {
      second = best;
      best = priced;
    } else if (!second || priced.cost < second->cost) {
      second = priced;
    }
  }

  const Kernel& kernel_;
  const std::vector<LoopConstraint> constraints_;
  std::vector<std::string> open_;
  int allowed_ = max_orders;
  LoopOrder chosen_;
};

std::string joined(const LoopOrder& order) {
  std::string text;
  for (const std::string& index : order) text += (text.empty() ? "" : ", ") + index;
  return text;
}

std::string reason_for(const Search& search) {
  std::string reason = "the cheapest of " + std::to_string(search.complete) + " legal loop orders";
  if (search.complete == 1) reason = "the only loop order that the storage orders allow";
  if (search.second) {
    const double ratio = search.second->cost / std::max(1e-9, search.best->cost);
    const long tenths = static_cast<long>(std::min(ratio, 1e6) * 10 + 0.5);
    reason += "; next is " + joined(search.second->order) + " at " + std::to_string(tenths / 10) + "." +
              std::to_string(tenths % 10) + " times the cost";
  }
  return reason;
}

// The kernel with one addend of the statement in place of all.
Kernel only(const Kernel& kernel, const Expr& addend) {
  Kernel part = kernel;
  part.statement.rhs = addend;
  return part;
}

std::string conflict(const Kernel& kernel, const std::vector<LoopConstraint>& constraints) {
  for (const LoopConstraint& a : constraints)
    for (const LoopConstraint& b : constraints)
      if (a.outer == b.inner && a.inner == b.outer)
        return "`" + a.tensor + "` wants the loop over `" + a.outer + "` outside the loop over `" + a.inner + "`, " +
               (a.tensor == b.tensor ? "and elsewhere" : "`" + b.tensor + "`") + " the reverse";
  return "the storage orders of the operands of `" + kernel.result().name + "` form a cycle";
}

[[noreturn]] void refuse(const Kernel& kernel, const Search& search) {
  const Place place{kernel.statement.source, kernel.statement.rhs.span()};
  const std::vector<LoopConstraint> constraints = loop_constraints(kernel);
  std::vector<LoopConstraint> of_operands;
  for (const LoopConstraint& constraint : constraints)
    if (!constraint.of_result) of_operands.push_back(constraint);
  Search without_result(kernel, of_operands);
  without_result.run();
  if (without_result.complete == 0)
    fail(Code::needs_conversion, place, "not supported yet: a conversion: " + conflict(kernel, of_operands),
         "give one of them the other's mode ordering");
  const std::string& name = kernel.result().name;
  if (search.complete > 0)
    fail(Code::needs_workspace, place, "not supported yet: a workspace: " + search.obstacle->feature,
         "split the statement in two, or change the storage orders of its operands");
  fail(Code::needs_workspace, place,
       "not supported yet: a workspace: the sparse result `" + name + "` cannot be appended to in its storage order",
       "a dense result works: --fmt " + name + "=dense");
}

void close_mode_order(const Kernel& kernel, const LoopOrder& order, Commands& commands) {
  if (!kernel.result().mode_order_open) return;
  LoopOrder levels;
  const std::vector<std::string>& lhs = kernel.statement.lhs.indices;
  for (const std::string& index : order)
    if (std::find(lhs.begin(), lhs.end(), index) != lhs.end()) levels.push_back(index);
  commands.push_back(Order{kernel.result().name, std::move(levels)});
}

// A dense result whose addends do not agree on an order: one after the other.
std::optional<Commands> split(const Kernel& kernel, Decisions& decisions) {
  const std::vector<Expr> terms = addends(kernel.statement.rhs);
  const AssignOp op = kernel.statement.op;
  if (terms.size() < 2 || !kernel.result().format->is_dense() || (op != AssignOp::set && op != AssignOp::add)) return {};
  Commands commands = {SplitStatement{}};
  for (std::size_t n = 0; n < terms.size(); ++n) {
    const Kernel part = only(kernel, terms[n]);
    Search search(part, loop_constraints(part));
    search.run();
    if (!search.best) refuse(part, search);
    commands.push_back(Reorder{search.best->order, static_cast<int>(n) + 1});
    decisions.push_back({"schedule", "loop order of addend " + std::to_string(n + 1), joined(search.best->order),
                         "no single order suits all addends, and a dense result takes them one by one; " + reason_for(search)});
  }
  return commands;
}

}  // namespace

Commands choose_loop_order(const Kernel& kernel, Decisions& decisions) {
  Search search(kernel, loop_constraints(kernel));
  search.run();
  if (!search.best) {
    if (std::optional<Commands> commands = split(kernel, decisions)) return *commands;
    refuse(kernel, search);
  }
  Commands commands = {Reorder{search.best->order}};
  if (!search.best->order.empty())
    decisions.push_back({"schedule", "loop order", joined(search.best->order), reason_for(search)});
  close_mode_order(kernel, search.best->order, commands);
  return commands;
}

}  // namespace scorchc::schedule
