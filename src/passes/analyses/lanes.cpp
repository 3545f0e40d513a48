// Implements the vectorisation legality checks: one for loops over coordinates, one for loops over positions.
#include "passes/analyses/lanes.h"

#include <algorithm>

#include "ir/loop_uses.h"
#include "ir/loop_walk.h"

namespace scorchc::passes {
namespace {

using loop::Assign;
using loop::Binary;
using loop::BinaryOp;
using loop::Block;
using loop::Boolean;
using loop::Comment;
using loop::Compute;
using loop::Declare;
using loop::Expr;
using loop::For;
using loop::If;
using loop::IsStored;
using loop::Load;
using loop::Prefetch;
using loop::Select;
using loop::Stmt;
using loop::Store;
using loop::Type;
using loop::Update;
using loop::Variable;
using loop::VectorFor;
using loop::While;

bool is_real(Type type) { return type == Type::f32 || type == Type::f64; }

/// True for operators whose vector version needs named operands: they occur twice in it.
bool needs_names(const Expr& expr) {
  const Compute* node = expr.as<Compute>();
  return node && (node->op == Operator::relu || node->op == Operator::abs || node->op == Operator::min ||
                  node->op == Operator::max);
}

/// True if `index` is a sum in which the variable `name` occurs at most once, as a term with coefficient 1 (unit
/// stride). Adds the number of occurrences to `count`.
bool is_term_once(const Expr& index, const std::string& name, int& count) {
  if (index == loop::index_variable(name)) return ++count == 1;
  if (const Binary* node = index.as<Binary>(); node && node->op == BinaryOp::add)
    return is_term_once(node->operands[0], name, count) && is_term_once(node->operands[1], name, count);
  return loop::own_reads(index).count(name) == 0;
}

class LaneAnalysis {
 public:
  explicit LaneAnalysis(const For& node) : node_(node) {}

  Lanes run() {
    require(node_.locals.empty(), "the loop has thread-private arrays");
    find_declared(node_.body);
    // Fixed point: an assignment in one iteration of an inner loop reaches reads in the next iteration.
    std::size_t found = 0;
    do {
      found = varying_.size();
      find_varying(node_.body);
    } while (varying_.size() != found);
    check(node_.body);
    require(has_element_, "no value depends on the loop index");
    for (const std::string& array : stored_) lanes_.repeatable = lanes_.repeatable && loaded_.count(array) == 0;
    for (const std::string& array : stored_)
      require(uniform_.count(array) == 0, "iterations read elements that other iterations write");
    lanes_.repeatable = lanes_.repeatable && lanes_.sums.empty();
    lanes_.varying = varying_;
    return lanes_;
  }

 private:
  void require(bool holds, const std::string& problem) {
    if (!holds && lanes_.problem.empty()) lanes_.problem = problem;
  }
  bool is_varying(const Expr& expr) const {
    return loop::own_reads(expr).count(node_.name) > 0 || loop::reads_any(expr, varying_);
  }

  void find_declared(const Block& block) {
    loop::for_each_statement(block, [&](const Stmt& stmt) {
      if (const Declare* variable = stmt.as<Declare>()) declared_.insert(variable->name);
    });
  }

  void find_varying(const Block& block) {
    loop::for_each_statement(block, [&](const Stmt& stmt) {
      if (const Declare* variable = stmt.as<Declare>(); variable && is_varying(variable->value))
        varying_.insert(variable->name);
      const Assign* assign = stmt.as<Assign>();
      if (assign && declared_.count(assign->name) && is_varying(assign->value)) varying_.insert(assign->name);
    });
  }

  void check(const Block& block) {
    loop::for_each_statement(block, [&](const Stmt& stmt) { check(stmt); });
  }

  void check(const Stmt& stmt) {
    if (const Declare* node = stmt.as<Declare>()) return check_value(node->value, varying_.count(node->name) > 0);
    if (const Assign* node = stmt.as<Assign>()) return check_assign(*node);
    if (const Store* node = stmt.as<Store>()) return check_store(*node);
    if (const Prefetch* node = stmt.as<Prefetch>())
      return is_varying(node->index) ? check_place(node->array, node->index) : look_at_loads(node->index);
    if (const While* node = stmt.as<While>()) return check_uniform(node->condition);
    if (const For* node = stmt.as<For>()) {
      require(!node->parallel, "the body contains a parallel loop");
      check_uniform(node->begin);
      return check_uniform(node->end);
    }
    if (const If* node = stmt.as<If>()) {
      for (const Expr& condition : node->conditions) check_uniform(condition);
      return;
    }
    require(stmt.as<Comment>() != nullptr, "the body contains statements other than arithmetic and stores");
  }

  void check_assign(const Assign& node) {
    if (declared_.count(node.name)) return check_value(node.value, varying_.count(node.name) > 0);
    const bool is_read = loop::read_names(node_.body).count(node.name) > 0;
    // A flag that any iteration may set to the same value.
    if (node.update == Update::set && node.value.as<Boolean>() && !is_read) return;
    require(node.update == Update::add && is_varying(node.value) && !is_read, "iterations share `" + node.name + "`");
    lanes_.sums.insert(node.name);
    check_value(node.value, true);
  }

  void check_store(const Store& node) {
    require(is_real(node.element), "the body stores coordinates or positions");
    check_element(node.element);
    check_place(node.array, node.index);
    stored_.insert(node.array);
    if (node.update != Update::set) loaded_.insert(node.array);
    check_value(node.value, true);
  }

  void check_place(const std::string& array, const Expr& index) {
    int count = 0;
    require(is_term_once(index, node_.name, count) && count == 1 && !loop::reads_any(index, varying_),
            "accesses to `" + array + "` are not contiguous");
    look_at_loads(index);
  }

  void check_uniform(const Expr& expr) {
    require(!is_varying(expr), "control flow depends on the loop index");
    look_at_loads(expr);
  }

  void check_element(Type type) {
    require(is_real(type) && (!has_element_ || type == lanes_.element), "values are integers or have several types");
    lanes_.element = type;
    has_element_ = true;
  }

  /// `wide`: the destination is varying and has the type of the value.
  void check_value(const Expr& expr, bool wide) {
    if (wide) check_element(loop::type_of(expr));
    if (!is_varying(expr)) return look_at_loads(expr);
    if (const Load* load = expr.as<Load>()) {
      check_element(load->element);
      loaded_.insert(load->array);
      return check_place(load->array, load->index[0]);
    }
    if (const Variable* variable = expr.as<Variable>())
      return require(varying_.count(variable->name) > 0, "the loop index is used as a value");
    if (const Compute* node = expr.as<Compute>()) {
      require(info(node->op).lanes, "`" + std::string(info(node->op).name) + "` has no vector version");
      for (const Expr& operand : node->operands) check_value(operand, true);
      return;
    }
    const Select* select = expr.as<Select>();
    require(select != nullptr, "values are integers or have several types");
    if (!select) return;
    if (is_varying(select->operands[0]))
      check_stored(select->operands[0]);
    else
      look_at_loads(select->operands[0]);
    // The vector versions of relu, abs, min and max need named operands, which would be evaluated unconditionally.
    for (const std::size_t n : {std::size_t{1}, std::size_t{2}})
      require(!loop::any_part(select->operands[n], [](const Expr& part) { return needs_names(part); }),
              "a function is evaluated for stored components only");
    check_value(select->operands[1], true);
    check_value(select->operands[2], true);
  }

  /// A varying condition may test only whether components of temporaries are stored.
  void check_stored(const Expr& condition) {
    const std::vector<Expr> tested = loop::tested_components(condition);
    require(!tested.empty(), "control flow depends on the loop index");
    for (const Expr& component : tested) check_value(component, true);
  }

  /// Records the arrays that an expression reads at an index that is the same in all lanes.
  void look_at_loads(const Expr& expr) {
    for (const std::string& name : loop::own_reads(expr)) uniform_.insert(name);
  }

  const For& node_;
  Lanes lanes_;
  bool has_element_ = false;
  std::set<std::string> declared_, varying_;
  std::set<std::string> stored_, loaded_, uniform_;  // arrays; uniform_ also contains variables
};

/// Whether the expression combines the parts of a split index, `block * 3 + offset`, of which only one satisfies
/// `varies`. The last block may be partial, so that an offset of another block may be out of bounds in it.
template <class Varies>
bool combines_blocks(const Expr& expr, const Varies& varies) {
  return loop::any_part(expr, [&](const Expr& part) {
    const Binary* sum = part.as<Binary>();
    if (!sum || sum->op != BinaryOp::add) return false;
    const Binary* product = sum->operands[0].as<Binary>();
    return product && product->op == BinaryOp::mul && product->operands[1].as<loop::Integer>() &&
           varies(product->operands[0]) != varies(sum->operands[1]);
  });
}

// Analyses a loop over positions, which may only compute indices and add one value to a sum. So an inactive lane, whose
// value is left out, has no effect. It runs for an entry of another segment: what it loads at that entry's coordinate
// must exist.
class PositionAnalysis {
 public:
  explicit PositionAnalysis(const For& node) : node_(node) { lanes_.positions = true; }

  Lanes run() {
    require(node_.locals.empty() && !node_.parallel, "the loop over positions is parallel");
    for (const Stmt& stmt : node_.body) check(stmt);
    require(lanes_.sums.size() == 1, "the body does more than add to one sum");
    return lanes_;
  }

 private:
  void require(bool holds, const std::string& problem) {
    if (!holds && lanes_.problem.empty()) lanes_.problem = problem;
  }
  bool is_varying(const Expr& expr) const {
    return loop::own_reads(expr).count(node_.name) > 0 || loop::reads_any(expr, lanes_.varying);
  }

  void check(const Stmt& stmt) {
    if (stmt.as<Comment>()) return;
    if (const Declare* index = stmt.as<Declare>()) {
      require(!index->is_mutable && loop::type_of(index->value) == Type::i64, "the body does more than add to one sum");
      check_index(index->value);
      if (is_varying(index->value)) lanes_.varying.insert(index->name);
      return;
    }
    const Assign* sum = stmt.as<Assign>();
    require(sum && sum->update == Update::add && lanes_.sums.empty(), "the body does more than add to one sum");
    if (!sum) return;
    lanes_.element = loop::type_of(sum->value);
    lanes_.sums.insert(sum->name);
    require(is_real(lanes_.element), "values are integers");
    require(is_varying(sum->value) && loop::own_reads(sum->value).count(sum->name) == 0,
            "iterations share `" + sum->name + "`");
    check_value(sum->value);
  }

  /// An index that reads the position itself is that of the entry's own data.
  void check_index(const Expr& index) {
    require(loop::own_reads(index).count(node_.name) > 0 ||
                !combines_blocks(index, [&](const Expr& part) { return is_varying(part); }),
            "the last block of an operand may be partial");
  }

  void check_value(const Expr& expr) {
    require(loop::type_of(expr) == lanes_.element, "values have several types");
    if (!is_varying(expr)) return;
    if (const Load* load = expr.as<Load>()) return check_index(load->index[0]);
    if (const Select* select = expr.as<Select>()) {
      const std::vector<Expr> tested = loop::tested_components(select->operands[0]);
      require(!tested.empty(), "control flow depends on the position");
      for (const Expr& component : tested) check_value(component);
      check_value(select->operands[1]);
      return check_value(select->operands[2]);
    }
    const Compute* node = expr.as<Compute>();
    require(node && info(node->op).lanes, "an operator has no vector version");
    if (!node) return;
    for (const Expr& operand : node->operands) check_value(operand);
  }

  const For& node_;
  Lanes lanes_;
};

}  // namespace

Lanes lanes_of(const For& node) {
  return node.begin == loop::integer(0) ? LaneAnalysis(node).run() : PositionAnalysis(node).run();
}

bool varies(const Expr& expr, const For& node, const Lanes& lanes) {
  return loop::own_reads(expr).count(node.name) > 0 || loop::reads_any(expr, lanes.varying);
}

}  // namespace scorchc::passes
