#include "ir/loop_sums.h"

#include <algorithm>
#include <set>

#include "ir/loop_lanes.h"
#include "ir/loop_uses.h"
#include "ir/loop_walk.h"

namespace scorchc::loop {
namespace {

bool is_constant(const Stmt& stmt) {
  const Declare* node = stmt.as<Declare>();
  return stmt.as<Comment>() || (node && !node->is_mutable);
}

bool starts_at_zero(const Declare& sum) {
  const Number* start = sum.value.as<Number>();
  return sum.is_mutable && start && *start == *number(start->type, 0, 0).as<Number>();
}

/// Whether all that the vector loop leaves behind is the sum: then a lane may be run twice, and left out once.
bool only_adds_to(const std::string& sum, const For& node) {
  const Lanes lanes = lanes_of(node);
  if (!lanes.problem.empty() || lanes.positions || lanes.sums != std::set<std::string>{sum}) return false;
  std::set<std::string> declared, changed;
  for_each_statement(node.body, [&](const Stmt& stmt) {
    if (const Declare* variable = stmt.as<Declare>()) declared.insert(variable->name);
    if (const For* inner = stmt.as<For>()) declared.insert(inner->name);
  });
  add_changed(node.body, changed);
  return std::all_of(changed.begin(), changed.end(),
                     [&](const std::string& name) { return name == sum || declared.count(name) > 0; });
}

/// A few statements for each iteration, without loops of their own.
bool is_short(const Block& after) {
  bool has_loops = false;
  for_each_statement(after, [&](const Stmt& stmt) {
    has_loops = has_loops || stmt.as<For>() || stmt.as<While>() || stmt.as<ForEach>();
  });
  return !has_loops;
}

bool shares_name(const std::set<std::string>& some, const std::set<std::string>& others) {
  return std::any_of(some.begin(), some.end(), [&](const std::string& name) { return others.count(name) > 0; });
}

}  // namespace

std::optional<IterationSum> sum_of_iteration(const For& node) {
  const auto is_vector_loop = [](const Stmt& stmt) { return stmt.as<For>() && stmt.as<For>()->vector; };
  const auto terms = std::find_if(node.body.begin(), node.body.end(), is_vector_loop);
  if (node.vector || terms == node.body.end()) return std::nullopt;
  IterationSum parts{
      Block(node.body.begin(), terms), Block(terms + 1, node.body.end()), {{}, integer(0)}, *terms->as<For>()};
  const auto sum =
      std::find_if(parts.before.begin(), parts.before.end(), [](const Stmt& stmt) { return !is_constant(stmt); });
  if (sum == parts.before.end() || !sum->as<Declare>()) return std::nullopt;
  parts.sum = *sum->as<Declare>();
  parts.before.erase(sum);
  if (!std::all_of(parts.before.begin(), parts.before.end(), is_constant)) return std::nullopt;
  if (!starts_at_zero(parts.sum) || !only_adds_to(parts.sum.name, parts.terms) || !is_short(parts.after))
    return std::nullopt;

  std::set<std::string> own = {node.name}, changed;
  add_changed(parts.before, own);
  add_changed(parts.after, changed);
  std::set<std::string> reads = read_names(parts.before);
  reads.merge(read_names({parts.terms}));
  reads.merge(own_reads(node.end));
  const bool is_same_length = !reads_any(parts.terms.end, own);
  if (!is_same_length || shares_name(reads, changed)) return std::nullopt;
  return parts;
}

}  // namespace scorchc::loop
