#include "lower/stand_ins.h"

#include <algorithm>

#include "support/words.h"

namespace scorchc::lower {

TensorNames tensors_of(const cin::Stmt& stmt) {
  TensorNames names;
  for (const Access& access : cin::operands(stmt))
    if (!has(names, access.tensor)) names.push_back(access.tensor);
  return names;
}

cin::Stmt rewritten(const cin::Stmt& stmt, const std::function<Expr(const Expr&)>& rule) {
  if (const cin::Forall* loop = stmt.as<cin::Forall>()) {
    cin::Forall copy = *loop;
    copy.body[0] = rewritten(loop->body[0], rule);
    return copy;
  }
  cin::Assign assign = *stmt.as<cin::Assign>();
  assign.rhs = rewrite(assign.rhs, rule);
  return assign;
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

bool is_parameter(const Kernel& kernel, const TensorDeclaration* tensor) {
  return tensor && kernel.tensors.find(tensor->name) == tensor;
}

bool are_stored_alike(const TensorDeclaration& a, const TensorDeclaration& b) {
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

std::string stand_in(Kernel& kernel, const TensorNames& operands) {
  TensorDeclaration tensor = kernel.tensor(operands[0]);
  tensor.name = fresh_name(kernel, stem(operands));
  tensor.stands_for = operands;
  kernel.tensors.push_back(std::move(tensor));
  return kernel.tensors.back().name;
}

std::vector<const TensorDeclaration*> stand_ins(const cin::Stmt& stmt, const Kernel& kernel) {
  std::vector<const TensorDeclaration*> found;
  if (!assignment_in(stmt)) return found;
  for (const std::string& name : tensors_of(stmt))
    if (const TensorDeclaration* tensor = kernel.find(name);
        tensor && (!tensor->stands_for.empty() || !tensor->stands_for_numbers.empty()))
      found.push_back(tensor);
  return found;
}

}  // namespace scorchc::lower
