#include "optimise/hoist.h"

#include <set>
#include <string>

#include "ir/loop_uses.h"
#include "ir/loop_walk.h"

namespace scorchc::optimise {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;
using Names = std::set<std::string>;

/// A function that takes long, of what is known before the loop: nothing that it reads is memory, so nothing can be amiss
/// where the loop has no iteration.
bool leaves(const Expr& expr, const Names& changed) {
  const loop::Compute* call = expr.as<loop::Compute>();
  if (!call || info(call->op).lanes) return false;
  return !loop::any_part(expr, [&](const Expr& part) {
    const loop::Variable* variable = part.as<loop::Variable>();
    const loop::Binary* index = part.as<loop::Binary>();
    return part.as<loop::Load>() || part.as<loop::Search>() || part.as<loop::Field>() || (variable && changed.count(variable->name) > 0) ||
           (index && index->op == loop::BinaryOp::divide);
  });
}

class Hoisting {
 public:
  explicit Hoisting(const loop::Function& function) : taken_(loop::used_names(function.body)) {
    for (const loop::Parameter& parameter : function.parameters) taken_.insert(parameter.name);
  }

  Block block(const Block& given) {
    Block out;
    for (const Stmt& stmt : given) {
      Stmt inner = loop::with_blocks(stmt, [&](const Block& each) { return block(each); });
      if (const loop::For* node = inner.as<loop::For>(); node && !node->parallel) {
        loop::For copy = *node;
        take_out(copy, out);
        inner = std::move(copy);
      }
      out.push_back(std::move(inner));
    }
    return out;
  }

 private:
  // Of what each iteration does for sure.
  void take_out(loop::For& node, Block& out) {
    Names changed = {node.name};
    loop::add_changed(node.body, changed);
    Block before;
    for (Stmt& stmt : node.body) {
      if (const loop::Store* store = stmt.as<loop::Store>()) {
        loop::Store copy = *store;
        copy.value = without(store->value, changed, before);
        stmt = copy;
      } else if (const loop::Assign* assign = stmt.as<loop::Assign>()) {
        loop::Assign copy = *assign;
        copy.value = without(assign->value, changed, before);
        stmt = copy;
      } else if (const loop::Declare* variable = stmt.as<loop::Declare>()) {
        loop::Declare copy = *variable;
        copy.value = without(variable->value, changed, before);
        stmt = copy;
      }
    }
    // A comment on the loop stays with it.
    const bool has_comment = !out.empty() && out.back().as<loop::Comment>();
    out.insert(has_comment ? out.end() - 1 : out.end(), before.begin(), before.end());
  }

  Expr without(const Expr& expr, const Names& changed, Block& before) {
    if (leaves(expr, changed)) return value_of(expr, before);
    const auto inside = [&](std::vector<Expr> parts) {
      for (Expr& part : parts) part = without(part, changed, before);
      return parts;
    };
    if (const loop::Compute* node = expr.as<loop::Compute>()) return loop::Compute{node->op, inside(node->operands), node->type};
    if (const loop::Cast* node = expr.as<loop::Cast>()) return loop::Cast{node->type, inside(node->operand)};
    return expr;
  }

  Expr value_of(const Expr& expr, Block& before) {
    for (const Stmt& stmt : before)
      if (const loop::Declare* made = stmt.as<loop::Declare>(); made && made->value == expr)
        return loop::Variable{made->name, type_of(expr)};
    const std::string base = std::string(info(expr.as<loop::Compute>()->op).name) + "_value";
    std::string name = base;
    for (int n = 2; !taken_.insert(name).second; ++n) name = base + std::to_string(n);
    before.push_back(loop::Declare{name, expr});
    return loop::Variable{name, type_of(expr)};
  }

  Names taken_;
};

}  // namespace

Block hoist_functions(const loop::Function& function) { return Hoisting(function).block(function.body); }

}  // namespace scorchc::optimise
