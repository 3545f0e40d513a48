#include "passes/segments.h"

namespace scorchc::passes {

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

}  // namespace scorchc::passes
