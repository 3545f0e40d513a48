#include "passes/analyses/vector_nests.h"

#include <algorithm>

#include "ir/loop_uses.h"
#include "ir/loop_walk.h"
#include "passes/analyses/sums.h"

namespace scorchc::passes {
namespace {

/// Whether the loop walks the segment that a level stores below the entry at `position`.
template <class Loop>
bool walks_below(const Loop& node, const std::string& position) {
  const loop::Load *begin = loaded_position(node.begin), *end = loaded_position(node.end);
  const loop::Expr entry = loop::index_variable(position);
  return begin && end && begin->array == end->array && begin->index[0] == entry &&
         end->index[0] == loop::add(entry, loop::integer(1));
}

/// Whether the loop runs over all coordinates or positions of a level, not over the share of a thread.
bool is_whole(const loop::For& node) {
  const loop::Load* begin = loaded_position(node.begin);
  return (begin ? begin->index[0] : node.begin) == loop::integer(0);
}

bool is_inside(const loop::For& node, const loop::Stmt& stmt) {
  bool found = false;
  loop::for_each_statement({stmt}, [&](const loop::Stmt& each) { found = found || each.as<loop::For>() == &node; });
  return found;
}

}  // namespace

std::vector<const loop::VectorFor*> vector_loops(const loop::Stmt& stmt) {
  std::vector<const loop::VectorFor*> found;
  loop::for_each_statement({stmt}, [&](const loop::Stmt& each) {
    if (const loop::VectorFor* node = each.as<loop::VectorFor>()) found.push_back(node);
  });
  return found;
}

bool has_vector_loop(const loop::Stmt& stmt) { return loop::find_vector_loop({stmt}) != nullptr; }

bool is_nest(const loop::Stmt& stmt) {
  const bool is_loop = stmt.as<loop::For>() || stmt.as<loop::While>() || stmt.as<loop::VectorFor>() ||
                       stmt.as<loop::BatchedSums>() || stmt.as<loop::RowBlock>() || stmt.as<loop::SpecialisedTile>();
  return is_loop && has_vector_loop(stmt);
}

Changes::Changes(const loop::Stmt& stmt) {
  loop::for_each_statement({stmt}, [&](const loop::Stmt& each) {
    if (const loop::Declare* node = each.as<loop::Declare>()) declared.insert(node->name);
    if (const loop::For* node = each.as<loop::For>()) declared.insert(node->name);
    if (const loop::VectorFor* node = each.as<loop::VectorFor>()) declared.insert(node->name);
    if (const loop::BatchedSums* node = each.as<loop::BatchedSums>()) declared.insert(node->name);
    if (const loop::RowBlock* node = each.as<loop::RowBlock>()) declared.insert(node->name);
    if (const loop::Assign* node = each.as<loop::Assign>()) assigned.insert(node->name);
    if (const loop::MergeLists* node = each.as<loop::MergeLists>())
      for (const loop::MergeLists::List& list : node->lists) assigned.insert(list.position);
  });
  loop::for_each_statement({stmt}, [&](const loop::Stmt& each) {
    const loop::While* node = each.as<loop::While>();
    for (const std::string& name : assigned)
      if (node && loop::reads_any(node->condition, {name})) advanced.insert(name);
  });
}

const loop::Load* loaded_position(const loop::Expr& expr) {
  const loop::Cast* widened = expr.as<loop::Cast>();
  return (widened ? widened->operand[0] : expr).as<loop::Load>();
}

WalkedLevels walked_levels(const loop::Stmt& stmt) {
  WalkedLevels walked;
  const auto walk = [&](const auto& node) {
    const bool is_walked =
        walked.empty() ? loaded_position(node.end) != nullptr : walks_below(node, walked.back().name);
    if (is_walked) walked.push_back({node.name, node.end});
    return is_walked;
  };
  for (const loop::Stmt* at = &stmt; at;) {
    if (const loop::VectorFor* last = at->as<loop::VectorFor>())
      return last->over == loop::VectorFor::Over::positions && walk(*last) ? walked : WalkedLevels();
    const loop::For* node = at->as<loop::For>();
    if (!node || !walk(*node) || sum_of_iteration(*node)) return {};
    at = nullptr;
    for (const loop::Stmt& inside : node->body) {
      if (!has_vector_loop(inside)) continue;
      if (at) return {};
      at = &inside;
    }
  }
  return {};
}

bool runs_over_extent(const loop::For& node, const loop::Stmt& stmt) {
  const loop::Variable* extent = node.end.as<loop::Variable>();
  std::set<std::string> changed;
  loop::add_changed({stmt}, changed);
  return extent && node.begin == loop::integer(0) && !changed.count(extent->name);
}

WalkedLevels levels_above(const loop::For& last, const loop::Stmt& stmt) {
  WalkedLevels walked;
  for (const loop::Stmt* at = &stmt;;) {
    const loop::For* node = at->as<loop::For>();
    // The loop may be guarded by a test that it has terms (passes/guard_empty_reductions.h).
    if (const loop::If* question = at->as<loop::If>(); question && question->blocks.size() == 1)
      for (const loop::Stmt& inside : question->blocks[0])
        if (inside.as<loop::For>() == &last) node = &last;
    if (node == &last) return !walked.empty() && walks_below(last, walked.back().name) ? walked : WalkedLevels();
    if (node) {
      if (walked.empty() ? !is_whole(*node) : !walks_below(*node, walked.back().name)) return {};
      walked.push_back({node->name, node->end});
    } else if (!at->as<loop::VectorFor>()) {
      return {};
    }
    const loop::Block& body = *loop::blocks(*at).front();
    at = &*std::find_if(body.begin(), body.end(), [&](const loop::Stmt& inside) { return is_inside(last, inside); });
  }
}

std::vector<loop::Expr> entries_of_levels(const WalkedLevels& levels, Names& names, loop::Block& out) {
  std::vector<loop::Expr> counts;
  for (const Walked& level : levels) {
    if (counts.empty() && level.end.as<loop::Variable>()) {
      counts.push_back(level.end);
      continue;
    }
    loop::Expr total = level.end;
    if (!counts.empty()) {
      const loop::Load& last = *loaded_position(level.end);
      total = loop::select(loop::less(loop::integer(0), counts.back()),
                           loop::load(last.array, last.element, counts.back()), loop::number(last.element, 0, 0));
      if (last.element != loop::Type::i64) total = loop::Cast{loop::Type::i64, {std::move(total)}};
    }
    const std::string name = names.fresh(level.name + "_all");
    out.push_back(loop::Declare{name, std::move(total)});
    counts.push_back(loop::index_variable(name));
  }
  return counts;
}

std::set<std::string> prefetch_flags(const loop::Stmt& nest) {
  std::set<std::string> flags, declared;
  loop::for_each_statement({nest}, [&](const loop::Stmt& each) {
    if (const loop::Declare* node = each.as<loop::Declare>()) declared.insert(node->name);
    const loop::If* branch = each.as<loop::If>();
    const loop::Variable* flag = branch ? branch->conditions[0].as<loop::Variable>() : nullptr;
    const auto asks = [](const loop::Stmt& inner) { return inner.as<loop::Prefetch>() != nullptr; };
    const bool is_request =
        branch && branch->blocks.size() == 1 && std::all_of(branch->blocks[0].begin(), branch->blocks[0].end(), asks);
    if (flag && is_request) flags.insert(flag->name);
  });
  for (const std::string& name : declared) flags.erase(name);
  return flags;
}

}  // namespace scorchc::passes
