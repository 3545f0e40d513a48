#include "passes/analyses/segments.h"

#include <algorithm>
#include <set>

#include "ir/loop_uses.h"

namespace scorchc::passes {
namespace {

/// Whether begin < end is known.
bool is_segment(const loop::Expr& begin, const loop::Expr& end, const loop::Block& before) {
  const loop::Variable* last = end.as<loop::Variable>();
  if (!last) return false;
  const auto start = std::find_if(before.rbegin(), before.rend(), [&](const loop::Stmt& stmt) {
    const loop::Declare* variable = stmt.as<loop::Declare>();
    return variable && variable->name == last->name;
  });
  if (start == before.rend() || start->as<loop::Declare>()->value != loop::add(begin, loop::integer(1))) return false;
  return std::all_of(before.rbegin(), start, [&](const loop::Stmt& stmt) {
    if (search_by(last->name, stmt)) return true;
    std::set<std::string> changed;
    loop::add_changed({stmt}, changed);
    return !changed.count(last->name) && !loop::reads_any(begin, changed);
  });
}

}  // namespace

const loop::While* search_by(const std::string& variable, const loop::Stmt& stmt) {
  const loop::While* search = stmt.as<loop::While>();
  const loop::Assign* step = search && search->body.size() == 1 ? search->body[0].as<loop::Assign>() : nullptr;
  const bool is_it =
      step && step->name == variable && step->update == loop::Update::add && step->value == loop::integer(1);
  return is_it ? search : nullptr;
}

std::optional<loop::Expr> coordinate_at(const loop::Expr& position, const std::string& variable,
                                        const loop::Expr& stored) {
  const loop::Cast* widened = stored.as<loop::Cast>();
  const loop::Load* load = (widened ? widened->operand[0] : stored).as<loop::Load>();
  if (!load || load->index[0] != loop::index_variable(variable)) return {};
  return loop::load_index(load->array, load->element, position);
}

bool finds_end(const loop::Stmt& stmt, const std::string& behind, const loop::Expr& end,
               const loop::Declare& coordinate, const std::string& first) {
  const loop::While* search = search_by(behind, stmt);
  const loop::Expr at = loop::index_variable(behind);
  const std::optional<loop::Expr> there = coordinate_at(at, first, coordinate.value);
  return search && there && !coordinate.is_mutable &&
         search->condition ==
             loop::both(loop::less(at, end), loop::equal(*there, loop::index_variable(coordinate.name)));
}

loop::Expr range_is_entered(const loop::For& node, const loop::Block& before) {
  return is_segment(node.begin, node.end, before) ? loop::boolean(true) : loop::less(node.begin, node.end);
}

}  // namespace scorchc::passes
