#include "schedule/choose_loop_order.h"

#include <algorithm>
#include <optional>

#include "schedule/choose_copies.h"
#include "schedule/cost.h"
#include "schedule/loop_constraints.h"
#include "schedule/parts.h"
#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// Pricing one order takes about indices^2 * operands steps; a search takes no more than this many.
constexpr std::size_t max_work = 5'000'000;

// Of a nest, compared with one that needs neither.
constexpr double second_sweep = 1.05;
constexpr double through_workspace = 2;
constexpr double scattered_result = 2;  // entries are written here and there, and by one thread
constexpr double conversion_of_component = 5;  // in multiply-adds

struct Priced {
  LoopOrder order;
  double cost = 0;
};

double conversion_cost(const Kernel& kernel, const Access& access) {
  Kernel alone = kernel;
  alone.statement.rhs = Expr(access);
  LoopOrder order;
  for (const LevelSpec& level : kernel.tensor(access.tensor).format->levels) {
    const std::string& index = access.indices[static_cast<std::size_t>(level.mode)];
    if (std::find(order.begin(), order.end(), index) == order.end()) order.push_back(index);
  }
  return conversion_of_component * cost(alone, order);
}

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
  /// It may have left out some.
  bool is_cut() const { return complete == allowed_; }
  std::optional<Priced> best;
  std::optional<Priced> second;
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
    const std::vector<Part> parts = make_parts(kernel_, chosen_);
    double factor = 1;
    if (parts.back().reads_result) factor *= second_sweep;
    if (needs_workspace(parts, chosen_)) factor *= through_workspace;
    if (kernel_.scatters(chosen_)) factor *= scattered_result;
    double price = cost(kernel_, chosen_) * factor;
    for (const Access& access : discordant_operands(kernel_, chosen_)) price += conversion_cost(kernel_, access);
    const Priced priced{chosen_, price};
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

std::string reason_for(const Search& search) {
  const std::string looked_at = (search.is_cut() ? "the first " : "") + std::to_string(search.complete);
  if (!search.second) return search.is_cut() ? "the first legal loop order" : "the only loop order that is legal";
  const double ratio = search.second->cost / std::max(1e-9, search.best->cost);
  const long tenths = static_cast<long>(std::min(ratio, 1e6) * 10 + 0.5);
  const std::string factor = std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
  const std::string other = joined(search.second->order) + " would cost ";
  return "the cheapest of " + looked_at + " legal loop orders: " + other +
         (tenths > 10 ? factor + " times as much" : search.second->cost > search.best->cost ? "a little more" : "as much");
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
  const std::vector<Kernel> parts = addend_kernels(kernel);
  const AssignOp op = kernel.statement.op;
  if (parts.size() < 2 || !kernel.result().format->is_dense() || (op != AssignOp::set && op != AssignOp::add)) return {};
  // An operand whose storage order is open gets one for the whole statement; what the result holds is read by one alone.
  if (reads_result(kernel) || std::any_of(kernel.temporaries.begin(), kernel.temporaries.end(),
                  [](const TensorDeclaration& tensor) { return tensor.converted_from.has_value(); }))
    return {};
  Commands commands = {SplitStatement{}};
  for (std::size_t n = 0; n < parts.size(); ++n) {
    const Kernel& part = parts[n];
    Search search(part, loop_constraints(part));
    search.run();
    if (!search.best || make_parts(part, search.best->order).back().reads_result) return {};
    commands.push_back(Reorder{search.best->order, static_cast<int>(n) + 1});
    decisions.push_back({"schedule", "loop order of addend " + std::to_string(n + 1), joined(search.best->order),
                         "no single order suits all addends, and a dense result takes them one by one; " + reason_for(search)});
  }
  return commands;
}

std::string_view reason(Freedom freedom) {
  switch (freedom) {
    case Freedom::none: return "";
    case Freedom::workspaces: return "with a workspace, which the sparse result is appended from, ";
    case Freedom::conversions: return "with operands converted, for no loop order suits all tensors as they are stored, ";
  }
  return "";
}

}  // namespace

Commands choose_loop_order(const Kernel& kernel, Decisions& decisions) {
  for (const Freedom freedom : {Freedom::none, Freedom::workspaces, Freedom::conversions}) {
    Search search(kernel, loop_constraints(kernel, freedom));
    search.run();
    if (!search.best) {
      Decisions of_split;
      std::optional<Commands> commands = freedom == Freedom::none ? split(kernel, of_split) : std::nullopt;
      if (!commands) continue;
      decisions.insert(decisions.end(), of_split.begin(), of_split.end());
      return *commands;
    }
    const LoopOrder& order = search.best->order;
    Commands commands;
    for (const Access& access : discordant_operands(kernel, order)) {
      Convert convert{access, {}};
      for (const std::string& index : order)
        if (std::find(access.indices.begin(), access.indices.end(), index) != access.indices.end())
          convert.indices.push_back(index);
      decisions.push_back({"schedule", "storage order of " + print(access), joined(convert.indices),
                           "converted first: loops in the order " + joined(order) + " cannot walk it as it is stored"});
      commands.push_back(std::move(convert));
    }
    commands.push_back(Reorder{order});
    if (!order.empty())
      decisions.push_back({"schedule", "loop order", joined(order), std::string(reason(freedom)) + reason_for(search)});
    if (kernel.scatters(order))
      decisions.push_back({"schedule", "assembly of " + kernel.result().name, "scattered",
                           "the loops do not follow its storage order: the entries of its rows are counted, then each goes "
                           "to the next place in its row"});
    close_mode_order(kernel, order, commands);
    return commands;
  }
  fail(Code::internal_error, {kernel.statement.source, kernel.statement.rhs.span()}, "no loop order was found");
}

}  // namespace scorchc::schedule
