#include "passes/hoist.h"

#include <algorithm>
#include <set>
#include <string>

#include "ir/identifiers.h"
#include "ir/loop_uses.h"
#include "ir/loop_walk.h"
#include "passes/analyses/lanes.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;
using NameSet = std::set<std::string>;

/// Whether it must stay in the loop: it reads what the loop changes, searches, divides, or reads a field.
bool stays(const Expr& expr, const NameSet& changed) {
  return loop::reads_any(expr, changed) || loop::any_part(expr, [](const Expr& part) {
           const loop::Binary* index = part.as<loop::Binary>();
           return part.as<loop::Search>() || part.as<loop::Field>() || (index && index->op == loop::BinaryOp::divide);
         });
}

/// An expensive function of values known before the loop. It reads no memory, so it is safe if the loop has no
/// iteration.
bool is_function(const Expr& expr) {
  const loop::Compute* call = expr.as<loop::Compute>();
  return call && !info(call->op).lanes &&
         !loop::any_part(expr, [](const Expr& part) { return part.as<loop::Load>() != nullptr; });
}

/// A load at an index that is computed without loads: the component exists even if the loop has no iteration.
bool is_value(const Expr& expr) {
  const loop::Load* load = expr.as<loop::Load>();
  return load && !loop::any_part(load->index[0],
                                 [](const Expr& part) { return part.as<loop::Load>() || part.as<loop::Compute>(); });
}

/// `if (t_stored)`: a test whether something is stored.
bool asks(const Stmt& stmt) {
  const loop::If* branch = stmt.as<loop::If>();
  return branch && branch->conditions.size() == 1 && branch->blocks.size() == 1 &&
         branch->conditions[0].as<loop::Variable>();
}

/// A stored coordinate, or an extent: components at these always exist.
bool is_coordinate(const Expr& value) {
  const loop::Cast* widened = value.as<loop::Cast>();
  const loop::Load* stored = widened ? widened->operand[0].as<loop::Load>() : nullptr;
  return value.as<loop::Field>() || (stored && stored->array.ends_with("_crd"));
}

bool stores_something(const Block& block) {
  return std::any_of(block.begin(), block.end(), [](const Stmt& stmt) {
    return stmt.as<loop::Store>() || (asks(stmt) && stores_something(stmt.as<loop::If>()->blocks[0]));
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
      if (stmt.as<loop::Matmul>()) {
        out.push_back(stmt);
        continue;
      }
      if (const loop::Declare* declared = stmt.as<loop::Declare>()) {
        coordinates_.erase(declared->name);  // an earlier declaration may have had the name
        if (!declared->is_mutable && is_coordinate(declared->value)) coordinates_.insert(declared->name);
      }
      if (const loop::For* node = stmt.as<loop::For>()) coordinates_.insert(node->name);
      Stmt inner = loop::with_blocks(stmt, [&](const Block& each) { return block(each); });
      if (const loop::For* node = inner.as<loop::For>()) {
        loop::For copy = *node;
        if (!node->parallel) hoist_from(copy, out);
        if (copy.vector) {
          const Lanes lanes = lanes_of(copy);
          copy.body =
              with_names(copy.body, [&](const Expr& expr) { return is_value(expr) && !varies(expr, copy, lanes); });
        }
        inner = std::move(copy);
      }
      out.push_back(std::move(inner));
    }
    return out;
  }

 private:
  // Before each store of a vector loop, names the loads in it for which `is_named` holds.
  template <class IsNamed>
  Block with_names(const Block& given, const IsNamed& is_named) {
    Block out;
    for (const Stmt& stmt : given) {
      const loop::Store* store = stmt.as<loop::Store>();
      if (!store) {
        out.push_back(loop::with_blocks(stmt, [&](const Block& each) { return with_names(each, is_named); }));
        continue;
      }
      loop::Store copy = *store;
      Block before;
      copy.value = without(store->value, is_named, before);
      out.insert(out.end(), before.begin(), before.end());
      out.push_back(std::move(copy));
    }
    return out;
  }

  // Hoists from statements that every iteration executes, and from branches on something stored, such as terms of a
  // sum: nearly all iterations have some.
  void hoist_from(loop::For& node, Block& out) {
    NameSet changed = {node.name};
    loop::add_changed(node.body, changed);
    const bool stores = stores_something(node.body);
    const auto leaves = [&](const Expr& expr) {
      return (is_function(expr) || (stores && is_value(expr))) && !stays(expr, changed);
    };
    Block before;
    node.body = relieved(node.body, changed, leaves, false, before);
    // A comment on the loop stays directly before it.
    const bool has_comment = !out.empty() && out.back().as<loop::Comment>();
    out.insert(has_comment ? out.end() - 1 : out.end(), before.begin(), before.end());
  }

  // The statements without what is hoisted. In a branch on something stored (`is_asked`), loads are only hoisted if the
  // component always exists.
  template <class Leaves>
  Block relieved(const Block& given, const NameSet& changed, const Leaves& all_leaves, bool is_asked, Block& before) {
    const auto leaves = [&](const Expr& expr) { return all_leaves(expr) && (!is_asked || is_always_there(expr)); };
    Block body;
    for (const Stmt& stmt : given) {
      if (const loop::Store* store = stmt.as<loop::Store>()) {
        loop::Store copy = *store;
        copy.value = without(store->value, leaves, before);
        body.push_back(copy);
      } else if (const loop::Assign* assign = stmt.as<loop::Assign>()) {
        loop::Assign copy = *assign;
        copy.value = without(assign->value, leaves, before);
        body.push_back(copy);
      } else if (const loop::Declare* variable = stmt.as<loop::Declare>()) {
        if (made_.count(variable->name) && !stays(variable->value, changed) &&
            (!is_asked || is_always_there(variable->value))) {
          before.push_back(stmt);
          continue;
        }
        loop::Declare copy = *variable;
        copy.value = without(variable->value, leaves, before);
        body.push_back(copy);
      } else if (asks(stmt)) {
        loop::If copy = *stmt.as<loop::If>();
        copy.blocks[0] = relieved(copy.blocks[0], changed, all_leaves, true, before);
        body.push_back(copy);
      } else {
        body.push_back(stmt);
      }
    }
    return body;
  }

  // The expression with names in place of hoisted parts. Only parts that are surely evaluated are hoisted.
  template <class Leaves>
  Expr without(const Expr& expr, const Leaves& leaves, Block& before) {
    if (leaves(expr)) return value_of(expr, before);
    const auto inside = [&](std::vector<Expr> parts) {
      for (Expr& part : parts) part = without(part, leaves, before);
      return parts;
    };
    if (const loop::Compute* node = expr.as<loop::Compute>())
      return loop::Compute{node->op, inside(node->operands), node->type};
    // Positions and coordinates are widened in place.
    if (const loop::Cast* node = expr.as<loop::Cast>(); node && node->type != loop::Type::i64)
      return loop::Cast{node->type, inside(node->operand)};
    return expr;
  }

  Expr value_of(const Expr& expr, Block& before) {
    for (const Stmt& stmt : before)
      if (const loop::Declare* made = stmt.as<loop::Declare>(); made && made->value == expr)
        return loop::Variable{made->name, type_of(expr)};
    const std::string base = name_of(expr) + "_value";
    std::string name = base;
    for (int n = 2; is_reserved(name) || !taken_.insert(name).second; ++n) name = base + std::to_string(n);
    made_.insert(name);
    before.push_back(loop::Declare{name, expr});
    return loop::Variable{name, type_of(expr)};
  }

  bool is_always_there(const Expr& expr) const {
    const std::set<std::string> reads = loop::own_reads(expr.as<loop::Load>() ? expr.as<loop::Load>()->index[0] : expr);
    return std::all_of(reads.begin(), reads.end(),
                       [&](const std::string& name) { return coordinates_.count(name) > 0; });
  }

  static std::string name_of(const Expr& expr) {
    if (const loop::Compute* call = expr.as<loop::Compute>()) return std::string(info(call->op).name);
    const std::string& array = expr.as<loop::Load>()->array;
    return array.ends_with("_vals") ? array.substr(0, array.size() - 5) : array;
  }

  NameSet taken_, made_;
  NameSet coordinates_;  // also positions that loops run over, and extents
};

}  // namespace

loop::Module hoist(loop::Module module) {
  for (loop::Function& function : module.functions) function.body = Hoisting(function).block(function.body);
  return module;
}

}  // namespace scorchc::passes
