// Prints vector loops over positions: reductions over what a level stores. Values stored at the positions are loaded as
// vectors; all others are gathered, at an index that each lane computes.
#include <algorithm>
#include <set>

#include "emit/cpp_names.h"
#include "emit/function_emitter.h"
#include "ir/loop_uses.h"
#include "ir/loop_walk.h"

namespace scorchc::emit {
namespace {

const loop::Load* load_in(const loop::Expr& expr) {
  const loop::Cast* widened = expr.as<loop::Cast>();
  return (widened ? widened->operand[0] : expr).as<loop::Load>();
}

/// Whether the loop walks the segment that a level stores below the entry at `position`.
bool walks_below(const loop::For& node, const std::string& position) {
  const loop::Load *begin = load_in(node.begin), *end = load_in(node.end);
  const loop::Expr entry = loop::index_variable(position);
  return begin && end && begin->array == end->array && begin->index[0] == entry &&
         end->index[0] == loop::add(entry, loop::integer(1));
}

/// The nest of loops down to its only vector loop, over positions, if each loop walks the segment below an entry of the
/// loop around it; empty otherwise.
std::vector<const loop::For*> walked_levels(const loop::Stmt& stmt) {
  std::vector<const loop::For*> walked;
  for (const loop::Stmt* at = &stmt; at;) {
    const loop::For* node = at->as<loop::For>();
    if (!node || (walked.empty() ? load_in(node->end) == nullptr : !walks_below(*node, walked.back()->name))) return {};
    walked.push_back(node);
    if (node->vector) return loop::lanes_of(*node).positions ? walked : std::vector<const loop::For*>();
    if (loop::sum_of_iteration(*node)) return {};
    at = nullptr;
    for (const loop::Stmt& inside : node->body) {
      if (!has_vector_loop(inside)) continue;
      if (at) return {};
      at = &inside;
    }
  }
  return {};
}

/// Whether the loop runs over all coordinates or positions of a level, not over the share of a thread.
bool is_whole(const loop::For& node) {
  const loop::Load* begin = load_in(node.begin);
  return (begin ? begin->index[0] : node.begin) == loop::integer(0);
}

/// Whether the loop, a part of the statement, runs from 0 to an extent that is known before the statement.
bool runs_over_extent(const loop::For& node, const loop::Stmt& stmt) {
  const loop::Variable* extent = node.end.as<loop::Variable>();
  std::set<std::string> changed;
  loop::add_changed({stmt}, changed);
  return extent && node.begin == loop::integer(0) && !changed.count(extent->name);
}

bool is_inside(const loop::For& node, const loop::Stmt& stmt) {
  bool found = false;
  loop::for_each_statement({stmt}, [&](const loop::Stmt& each) { found = found || each.as<loop::For>() == &node; });
  return found;
}

/// The loops around `last`, a loop over positions, if each walks the segment below an entry of the loop around it;
/// empty otherwise. Vector loops between them are ignored.
std::vector<const loop::For*> levels_above(const loop::For& last, const loop::Stmt& stmt) {
  std::vector<const loop::For*> walked;
  for (const loop::Stmt* at = &stmt;;) {
    const loop::For* node = at->as<loop::For>();
    // The loop may be guarded by a test that it has terms (passes/guard_empty_reductions.h).
    if (const loop::If* question = at->as<loop::If>(); question && question->blocks.size() == 1)
      for (const loop::Stmt& inside : question->blocks[0])
        if (inside.as<loop::For>() == &last) node = &last;
    if (!node) return {};
    if (node == &last)
      return !walked.empty() && walks_below(last, walked.back()->name) ? walked : std::vector<const loop::For*>();
    if (!node->vector) {
      if (walked.empty() ? !is_whole(*node) : !walks_below(*node, walked.back()->name)) return {};
      walked.push_back(node);
    }
    at = &*std::find_if(node->body.begin(), node->body.end(),
                        [&](const loop::Stmt& inside) { return is_inside(last, inside); });
  }
}

}  // namespace

/// Emits variables with the number of entries of each level; returns their names.
std::vector<std::string> FunctionEmitter::count_entries(const std::vector<const loop::For*>& levels) {
  std::vector<std::string> counts;
  for (const loop::For* node : levels) {
    std::string total = exprs_.widened(node->end);
    if (!counts.empty()) {
      const loop::Load& end = *load_in(node->end);
      total = counts.back() + " > 0 ? " +
              exprs_.widened(loop::load_index(end.array, end.element, loop::index_variable(counts.back()))) + " : 0";
    }
    if (counts.empty() && node->end.as<loop::Variable>()) {
      counts.push_back(total);
      continue;
    }
    counts.push_back(fresh(node->name + "_all"));
    used_.insert(counts.back());
    types_[counts.back()] = loop::Type::i64;
    writer_.line("const int64_t " + counts.back() + " = " + total + ";");
  }
  return counts;
}

/// Expression for the number of useful lanes: where most fibres have a single entry, lanes would stay empty.
std::string FunctionEmitter::lanes_of_fibres(const loop::Stmt& stmt) {
  const std::vector<const loop::For*> walked = walked_levels(stmt);
  if (walked.size() < 2) return "INT64_MAX";
  shared_.use("fibres");
  const std::vector<std::string> counts = count_entries(walked);
  return "scorch_useful_lanes(" + counts.end()[-2] + ", " + counts.back() + ")";
}

/// The reduction inside the vector loop, if an extent or positions give its length. Null if another function computes
/// the same values with loops of its own: both must give the same bits.
const loop::For* FunctionEmitter::unrolled_reduction(const loop::Stmt& stmt, const loop::For& vector_loop) {
  const auto computes = [](const loop::Function& function) { return function.phase == loop::Phase::compute; };
  if (std::any_of(module_.functions.begin(), module_.functions.end(), computes)) return nullptr;
  const loop::For* found = nullptr;
  loop::for_each_statement(vector_loop.body, [&](const loop::Stmt& each) {
    const loop::For* node = each.as<loop::For>();
    if (!found && node && loop::sum_of_lane(*node, vector_loop) &&
        (runs_over_extent(*node, stmt) || !levels_above(*node, stmt).empty()))
      found = node;
  });
  return found;
}

/// Condition that the reductions are long enough for several accumulators.
std::string FunctionEmitter::long_rows(const loop::Stmt& stmt, const loop::For& sums) {
  if (runs_over_extent(sums, stmt)) return exprs_.widened(sums.end) + " >= 24";
  return "scorch_long_rows(" + load_in(sums.end)->array + ", " + count_entries(levels_above(sums, stmt)).back() + ")";
}

void FunctionEmitter::emit_position_loop(const loop::For& node) {
  shared_.use("simd_gather");
  const loop::Assign& sum = *node.body.back().as<loop::Assign>();
  // In a list of coordinates, the end of each segment has been searched for.
  const bool is_segment = node.end.as<loop::Variable>() != nullptr;
  if (is_segment) shared_.use("segment_reduce");
  writer_.open((is_segment ? "scorch_reduce_segment<" : "scorch_reduce_long<") + fresh("bytes") + ">(" +
               exprs_.widened(node.begin) + ", " + exprs_.bound(node.end) + ", " + sum.name + ", " + open_terms(node));
  emit_terms();
  writer_.close(");");
}

/// Head of the lambda that computes a tile's terms from position `first` on; `emit_terms` emits its body.
std::string FunctionEmitter::open_terms(const loop::For& node) {
  vector_.emplace(VectorLoop{node, loop::lanes_of(node), fresh("tile"), fresh("Vector"), fresh("v"), fresh("first")});
  types_[node.name] = loop::Type::i64;
  return "[&](auto " + vector_->tile + ", int64_t " + vector_->first + ", auto& " + fresh("terms") +
         ") SCORCH_INLINE_LAMBDA";
}

void FunctionEmitter::emit_terms() {
  const VectorLoop& loop = *vector_;
  with_type_of_vectors([&] {
    std::vector<std::string> lines;
    const std::string value = lane_value(loop.node.body.back().as<loop::Assign>()->value, lines);
    for (const std::string& line : lines) writer_.line(line);
    writer_.line(fresh("terms") + " = " + value + ";");
  });
  vector_.reset();
}

std::string FunctionEmitter::lanes_at_positions(const loop::Load& load) {
  VectorLoop& loop = *vector_;
  if (load.index[0] == loop::index_variable(loop.node.name))
    return "scorch_at(" + loop.tile + ", " + load.array + " + " + loop.first + ", 0).values";
  const std::string text = exprs_.text(load);
  const auto [place, is_new] = loop.gathered.emplace(text, fresh("at" + std::to_string(loop.gathered.size() + 1)));
  if (!is_new) return place->second;
  writer_.line(loop.vector + " " + place->second + ";");
  writer_.open("scorch_gather(" + loop.tile + ", " + place->second + ", " + loop.first + ", [&](int64_t " +
               loop.node.name + ") SCORCH_INLINE_LAMBDA");
  emit_indices_of(load);
  writer_.line("return " + text + ";");
  writer_.close(");");
  return place->second;
}

/// Emits the declarations of the body that the load depends on.
void FunctionEmitter::emit_indices_of(const loop::Load& load) {
  std::set<std::string> needed = loop::own_reads(load);
  std::vector<const loop::Declare*> declared;
  for (auto stmt = vector_->node.body.rbegin(); stmt != vector_->node.body.rend(); ++stmt) {
    const loop::Declare* index = stmt->as<loop::Declare>();
    if (!index || !needed.count(index->name)) continue;
    needed.merge(loop::own_reads(index->value));
    declared.insert(declared.begin(), index);
  }
  for (const loop::Declare* index : declared) emit(*index);
}

}  // namespace scorchc::emit
