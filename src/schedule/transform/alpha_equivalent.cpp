#include "schedule/transform/alpha_equivalent.h"

namespace scorchc::schedule {
namespace {

// Replaces the tensor's name by its value type and format. An access of a copy becomes an access of its original, with
// the copy's indices appended.
Access as_stored(const Access& access, const Kernel& kernel) {
  const TensorDeclaration* read = kernel.find(access.tensor);
  if (!read) return access;
  const Access& walked = read->copy_of ? *read->copy_of : access;
  const TensorDeclaration& tensor = kernel.tensor(walked.tensor);
  Access kind{std::string(name(tensor.value)) + " " + print_short(*tensor.format), walked.indices};
  if (read->copy_of) kind.indices.insert(kind.indices.end(), access.indices.begin(), access.indices.end());
  return kind;
}

const Expr& without_sign(const Expr& addend) {
  const Apply* sign = addend.as<Apply>();
  return sign && sign->op == Operator::neg ? sign->operands[0] : addend;
}

}  // namespace

bool is_copy(const Access& access, const Kernel& kernel) {
  const TensorDeclaration* tensor = kernel.find(access.tensor);
  return tensor && tensor->copy_of;
}

std::string kind_of(const Expr& addend, const Kernel& kernel) {
  return print(rewrite(without_sign(addend), [&](const Expr& expr) {
    if (const Literal* number = expr.as<Literal>()) return number->stored ? literal(0) : expr;
    const Access* access = expr.as<Access>();
    return access ? Expr(as_stored(*access, kernel), expr.span()) : expr;
  }));
}

std::string kind_of_copies(const Expr& addend, const Kernel& kernel) {
  return print(rewrite(without_sign(addend), [&](const Expr& expr) {
    const Access* access = expr.as<Access>();
    return access && is_copy(*access, kernel) ? Expr(as_stored(*access, kernel), expr.span()) : expr;
  }));
}

}  // namespace scorchc::schedule
