#include "passes/analyses/segments.h"

#include <set>

#include "ir/loop_uses.h"

namespace scorchc::passes {
namespace {

/// Whether begin < end is known.
bool is_segment(const loop::Expr& begin, const loop::Expr& end, const loop::Block& before) {
  const loop::Variable* last = end.as<loop::Variable>();
  if (!last) return false;
  for (std::size_t n = before.size(); n-- > 0;) {
    const loop::Declare* start = before[n].as<loop::Declare>();
    if (start && start->name == last->name) return start->value == loop::add(begin, loop::integer(1));
    if (search_by(last->name, before[n])) continue;
    std::set<std::string> changed;
    loop::add_changed({before[n]}, changed);
    if (changed.count(last->name) || loop::reads_any(begin, changed)) return false;
  }
  return false;
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

loop::Expr range_is_entered(const loop::For& node, const loop::Block& before) {
  return is_segment(node.begin, node.end, before) ? loop::boolean(true) : loop::less(node.begin, node.end);
}

}  // namespace scorchc::passes
