#include "lower/operand_table.h"

#include <algorithm>

#include "support/words.h"

namespace scorchc::lower {

TensorNames tensors_of(const cin::Stmt& stmt) {
  TensorNames names;
  for (const Access& access : cin::operands(stmt))
    if (!has(names, access.tensor)) names.push_back(access.tensor);
  return names;
}

cin::Stmt changed(const cin::Stmt& stmt, const std::function<void(cin::Assign&)>& change) {
  if (const cin::Forall* loop = stmt.as<cin::Forall>()) {
    cin::Forall copy = *loop;
    copy.body[0] = changed(loop->body[0], change);
    return copy;
  }
  cin::Assign assign = *stmt.as<cin::Assign>();
  change(assign);
  return assign;
}

cin::Stmt rewritten(const cin::Stmt& stmt, const std::function<Expr(const Expr&)>& rule) {
  return changed(stmt, [&](cin::Assign& assign) { assign.rhs = rewrite(assign.rhs, rule); });
}

cin::Stmt renamed(const cin::Stmt& stmt, const TensorNames& from, const TensorNames& to) {
  return rewritten(stmt, [&](const Expr& expr) {
    const Access* access = expr.as<Access>();
    if (!access) return expr;
    const auto at = std::find(from.begin(), from.end(), access->tensor);
    if (at == from.end()) return expr;
    return Expr(Access{to[static_cast<std::size_t>(at - from.begin())], access->indices}, expr.span());
  });
}

namespace {

const Apply* sign_of(const Expr& expr) {
  const Apply* node = expr.as<Apply>();
  return node && node->op == Operator::neg ? node : nullptr;
}

}  // namespace

bool is_negative(const cin::Stmt& stmt) {
  const cin::Assign* assign = cin::assignment_in(stmt);
  return assign && sign_of(assign->rhs);
}

cin::Stmt without_sign(const cin::Stmt& stmt) {
  return changed(stmt, [](cin::Assign& assign) {
    if (const Apply* sign = sign_of(assign.rhs)) assign.rhs = Expr(sign->operands[0]);
  });
}

cin::Stmt multiplied(const Expr& factor, const cin::Stmt& stmt) {
  return changed(
      stmt, [&](cin::Assign& assign) { assign.rhs = apply(Operator::mul, {factor, assign.rhs}, assign.rhs.span()); });
}

bool is_parameter(const Kernel& kernel, const TensorDeclaration* tensor) {
  return tensor && kernel.tensors.find(tensor->name) == tensor;
}

bool have_equal_format(const TensorDeclaration& a, const TensorDeclaration& b) {
  return a.order == b.order && a.value == b.value && a.format == b.format;
}

std::string stem(const TensorNames& names) {
  std::string common = names[0];
  for (const std::string& name : names)
    common.resize(static_cast<std::size_t>(std::mismatch(common.begin(), common.end(), name.begin(), name.end()).first -
                                           common.begin()));
  while (!common.empty() && (common.back() == '_' || (common.back() >= '0' && common.back() <= '9'))) common.pop_back();
  return common.empty() ? "x" : common;
}

std::string fresh_name(const Kernel& kernel, const std::string& wanted) {
  std::string name = wanted;
  for (int n = 2; kernel.find(name) || kernel.indices.count(name); ++n)
    if (name.size() == 1 && name != "z" && name != "Z")
      ++name[0];
    else
      name = wanted + "_" + std::to_string(n);
  return name;
}

std::string table_entry(Kernel& kernel, const TensorNames& operands) {
  TensorDeclaration tensor = kernel.tensor(operands[0]);
  tensor.name = fresh_name(kernel, stem(operands));
  tensor.stands_for = operands;
  kernel.tensors.push_back(std::move(tensor));
  return kernel.tensors.back().name;
}

Expr table_entry(Kernel& kernel, std::vector<Literal> numbers, ValueType type) {
  TensorDeclaration tensor;
  tensor.name = fresh_name(kernel, "number");
  tensor.value = type;
  tensor.format = dense_format(0, tensor.value);
  tensor.stands_for_numbers = std::move(numbers);
  kernel.tensors.push_back(std::move(tensor));
  return Access{kernel.tensors.back().name, {}};
}

const Access* operand_stored_again(const cin::Where& where, const Kernel& kernel) {
  if (const Access* operand = cin::converted_operand(where)) return operand;
  const cin::Assign* assign = where.distinct ? cin::assignment_in(where.producer()) : nullptr;
  const Apply* product = assign ? assign->rhs.as<Apply>() : nullptr;
  const Access* signs = product && product->op == Operator::mul ? product->operands[0].as<Access>() : nullptr;
  const TensorDeclaration* numbers =
      signs ? kernel.find(signs->tensor) : nullptr;  // null: a scalar of an earlier statement
  if (!numbers || numbers->stands_for_numbers.empty()) return nullptr;
  return product->operands[1].as<Access>();
}

std::vector<const TensorDeclaration*> operand_table(const cin::Stmt& stmt, const Kernel& kernel) {
  std::vector<const TensorDeclaration*> found;
  if (!assignment_in(stmt)) return found;
  for (const std::string& name : tensors_of(stmt))
    if (const TensorDeclaration* tensor = kernel.find(name);
        tensor && (!tensor->stands_for.empty() || !tensor->stands_for_numbers.empty()))
      found.push_back(tensor);
  return found;
}

}  // namespace scorchc::lower
