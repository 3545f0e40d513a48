// Verifies names and expressions of loop IR.
#include "ir/loop_verify_expr.h"

#include <algorithm>

#include "ir/identifiers.h"

namespace scorchc::loop {

const FieldDeclaration* find_field(const Struct& structure, std::string_view field) {
  const auto found = std::find_if(structure.fields.begin(), structure.fields.end(),
                                  [&](const FieldDeclaration& each) { return each.name == field; });
  return found == structure.fields.end() ? nullptr : &*found;
}

const Entity* ExpressionVerifier::find(std::string_view wanted) const {
  for (const auto& scope : scopes_)
    if (const auto found = scope.find(wanted); found != scope.end()) return &found->second;
  return nullptr;
}

void ExpressionVerifier::declare(const std::string& name, Entity entity) {
  if (find(name) != nullptr) problem(quote(name) + " is declared twice");
  const auto taken = names_of_generated_functions();
  if (name.empty() || is_reserved(name) || std::find(taken.begin(), taken.end(), name) != taken.end())
    problem(quote(name) + " is a reserved name");
  scopes_.back().emplace(name, entity);
}

const Entity* ExpressionVerifier::use(const std::string& name, Entity::Kind kind, std::string_view what) {
  const Entity* entity = find(name);
  if (entity != nullptr && entity->kind == kind) return entity;
  problem(quote(name) + " is not " + std::string(what) + " in scope");
  return nullptr;
}

const FieldDeclaration* ExpressionVerifier::use_field(const std::string& object, const std::string& field,
                                                      bool is_array) {
  const Entity* entity = use(object, Entity::Kind::object, "an object");
  if (entity == nullptr || entity->structure == nullptr) return nullptr;
  const FieldDeclaration* declaration = find_field(*entity->structure, field);
  if (declaration == nullptr || declaration->is_array != is_array) {
    problem(quote(object + "->" + field) + (is_array ? " is not an array" : " is not a number"));
    return nullptr;
  }
  return declaration;
}

void ExpressionVerifier::check_written(const std::string& object) {
  const Entity* entity = find(object);
  if (entity != nullptr && !entity->is_mutable) problem(quote(object) + " is a read-only operand");
}

void ExpressionVerifier::check_element(const FieldDeclaration* field, int element) {
  if (field == nullptr) return;
  const bool inside = field->fixed_count > 0 ? element >= 0 && element < field->fixed_count : element == -1;
  if (!inside) problem("no element " + std::to_string(element) + " in " + quote(field->name));
}

void ExpressionVerifier::check(const Expr& expr) {
  match(
      expr, [](const Integer&) {}, [](const Boolean&) {},
      [&](const Number& node) { require(node.type != Type::boolean, "a number of type bool"); },
      [&](const Variable& node) {
        const Entity* entity = use(node.name, Entity::Kind::variable, "a variable");
        if (entity != nullptr && entity->type != node.type) problem("wrong type for " + quote(node.name));
      },
      [&](const Load& node) {
        if (node.index.size() != 1) return problem("a load without exactly one index");
        check_array(node.array, node.element);
        check_integer(node.index[0]);
      },
      [&](const Field& node) {
        const FieldDeclaration* field = use_field(node.object, node.field, false);
        check_element(field, node.element);
        if (field != nullptr && field->type != node.type) problem("wrong type for " + quote(node.field));
      },
      [&](const Search& node) {
        if (node.operands.size() != 3) return problem("a search without exactly three operands");
        require(is_integer(node.element), "a search in an array of values");
        check_array(node.array, node.element);
        for (const Expr& operand : node.operands) check_integer(operand);
      },
      [&](const Sampled& node) {
        const bool is_of_array = node.what == Sampled::What::long_rows;
        require(node.operands.size() == (is_of_array ? 1 : 2), "a sample with too many or too few operands");
        if (is_of_array) check_array(node.array, node.element);
        for (const Expr& operand : node.operands) check_integer(operand);
      },
      [&](const Binary& node) { check_binary(node); },
      [&](const Not& node) {
        if (node.operand.size() != 1) return problem("a `not` without exactly one operand");
        check_boolean(node.operand[0]);
      },
      [&](const Compute& node) { check_compute(node); },
      [&](const Select& node) {
        if (node.operands.size() != 3) return problem("a select without exactly three operands");
        check_boolean(node.operands[0]);
        check(node.operands[1]);
        check(node.operands[2]);
        if (!problem_.empty()) return;
        require(type_of(node.operands[1]) == type_of(node.operands[2]), "a select between different types");
      },
      [&](const IsStored& node) {
        if (node.operand.size() != 1) return problem("`is_stored` without exactly one operand");
        check(node.operand[0]);
        require(!problem_.empty() || type_of(node.operand[0]) != Type::boolean, "`is_stored` of a bool");
      },
      [&](const Cast& node) {
        if (node.operand.size() != 1) return problem("a cast without exactly one operand");
        require(node.type != Type::boolean, "a cast to bool");
        check(node.operand[0]);
      });
}

void ExpressionVerifier::check_binary(const Binary& node) {
  if (node.operands.size() != 2) return problem("a binary operator without exactly two operands");
  if (node.op == BinaryOp::logical_and || node.op == BinaryOp::logical_or) {
    check_boolean(node.operands[0]);
    check_boolean(node.operands[1]);
    return;
  }
  for (const Expr& operand : node.operands) check(operand);
  if (!problem_.empty()) return;
  const bool compares = node.op == BinaryOp::equal || node.op == BinaryOp::not_equal;
  if (compares && type_of(node.operands[0]) == Type::boolean) {
    require(type_of(node.operands[1]) == Type::boolean, "a comparison of a condition with a number");
    return;
  }
  // The operands are checked already. A second check here would take exponential time in the depth of the expression.
  for (const Expr& operand : node.operands)
    if (!is_integer(type_of(operand))) problem(quote(print(operand)) + " is not an integer");
}

void ExpressionVerifier::check_compute(const Compute& node) {
  const OperatorInfo& row = info(node.op);
  if (static_cast<int>(node.operands.size()) != row.arity)
    return problem("an operator with the wrong number of operands");
  require(node.type != Type::boolean, "an operator on bool");
  require(!row.floating || !is_integer(node.type), quote(row.name) + " on integers");
  require(node.op != Operator::div || !is_integer(node.type) || !status_variable().empty(),
          "an integer division in a function without a status variable");
  for (const Expr& operand : node.operands) {
    check(operand);
    if (!problem_.empty()) return;
    require(type_of(operand) == node.type, "an operand of " + quote(row.name) + " with a different type");
  }
}

void ExpressionVerifier::check_integer(const Expr& expr) {
  check(expr);
  if (problem_.empty() && !is_integer(type_of(expr))) problem(quote(print(expr)) + " is not an integer");
}

void ExpressionVerifier::check_boolean(const Expr& expr) {
  check(expr);
  if (problem_.empty() && type_of(expr) != Type::boolean) problem(quote(print(expr)) + " is not a condition");
}

const Entity* ExpressionVerifier::check_array(const std::string& array, Type element) {
  const Entity* entity = use(array, Entity::Kind::array, "an array");
  if (entity != nullptr && entity->type != element) problem("wrong element type for " + quote(array));
  return entity;
}

void ExpressionVerifier::check_value(const Expr& value, Type wanted) {
  check(value);
  if (!problem_.empty()) return;
  const Type given = type_of(value);
  if (given != wanted && !(is_integer(given) && is_integer(wanted)))
    problem(quote(print(value)) + " is not of type " + std::string(name(wanted)));
}

std::string ExpressionVerifier::status_variable() const {
  for (const Stmt& stmt : function_.body)
    if (const ReturnStatus* node = stmt.as<ReturnStatus>()) return node->status_variable;
  return {};
}

const Entity* ExpressionVerifier::check_written_array(const std::string& array, Type element) {
  const Entity* entity = check_array(array, element);
  if (entity != nullptr && !entity->is_mutable) problem(quote(array) + " is not bound for writing");
  return entity;
}

}  // namespace scorchc::loop
