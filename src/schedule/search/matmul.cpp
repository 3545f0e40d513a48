#include "schedule/search/matmul.h"

#include <algorithm>

#include "schedule/transform/parts.h"
#include "schedule/transform/split_blocks.h"
#include "schedule/transform/stages.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

struct Found {
  const Reduce* sum = nullptr;
  bool is_scaled = false;
};

// Adds the reductions that are not inside another one. A scaled reduction is recorded as such: hoisting would pull it
// out of the surrounding product.
void find_reductions(const Expr& expr, bool is_scaled, std::vector<Found>& found) {
  if (const Reduce* reduce = expr.as<Reduce>()) found.push_back({reduce, is_scaled});
  const Apply* node = expr.as<Apply>();
  if (!node) return;
  for (std::size_t n = 0; n < node->operands.size(); ++n) {
    const bool scales = node->op == Operator::mul || node->op == Operator::neg || (node->op == Operator::sub && n == 1);
    find_reductions(node->operands[n], is_scaled || scales, found);
  }
}

// Whether all tensors are dense, have the one type of the computation, and no operand is the result.
bool is_dense_throughout(const Kernel& kernel) {
  const ValueType type = computation_type(kernel);
  const auto fits = [&](const std::string& name) {
    const TensorDeclaration& tensor = kernel.tensor(name);
    return tensor.value == type && tensor.format->is_dense() && !tensor.format->is_blocked();
  };
  const std::vector<const Access*> read = accesses_in(kernel.statement.rhs);
  return (type == ValueType::f32 || type == ValueType::f64) && fits(kernel.result().name) &&
         std::all_of(read.begin(), read.end(), [&](const Access* access) {
           return access->tensor != kernel.result().name && fits(access->tensor);
         });
}

// Assigns the roles of the result's indices. The remaining ones are batch indices. Empty if the operands do not fit.
std::optional<Matmul> with_roles(Matmul product, const Kernel& kernel) {
  const std::vector<std::string>& lhs = kernel.statement.lhs.indices;
  std::vector<std::string> stored;
  for (const LevelSpec& level : kernel.result().format->levels)
    stored.push_back(lhs[static_cast<std::size_t>(level.mode)]);
  product.lane = stored.back();
  stored.pop_back();
  if (has(product.reused.indices, product.lane) == has(product.other.indices, product.lane)) return {};
  if (!has(product.reused.indices, product.lane)) std::swap(product.reused, product.other);
  for (const std::string& index : stored) {
    if (!has(product.reused.indices, index) && !has(product.other.indices, index)) return {};
    if (!has(product.reused.indices, index)) product.row = index;
  }
  for (const std::string& index : stored)
    if (index != product.row) product.batch.push_back(index);
  return product;
}

}  // namespace

std::optional<Matmul> find_matmul(const Kernel& kernel) {
  const Statement& statement = kernel.statement;
  const bool accumulates = statement.op == AssignOp::set || statement.op == AssignOp::add;
  if (!accumulates || statement.lhs.indices.empty() || has_repeats(statement.lhs.indices)) return {};
  if (!is_dense_throughout(kernel)) return {};
  std::vector<Found> found;
  find_reductions(statement.rhs, false, found);
  if (found.size() != 1 || found[0].sum->op != ReduceOp::sum || found[0].sum->indices.size() != 1) return {};
  const Reduce& sum = *found[0].sum;
  const Apply* product = sum.body[0].as<Apply>();
  if (!product || product->op != Operator::mul) return {};
  const Access *left = product->operands[0].as<Access>(), *right = product->operands[1].as<Access>();
  if (!left || !right || has_repeats(left->indices) || has_repeats(right->indices)) return {};
  const std::string& depth = sum.indices[0];
  if (!has(left->indices, depth) || !has(right->indices, depth)) return {};
  Matmul wanted;
  wanted.depth = depth;
  wanted.other = *left;
  wanted.reused = *right;
  wanted.is_alone = statement.rhs.as<Reduce>() != nullptr;
  wanted.is_scaled = found[0].is_scaled;
  wanted.size_of_value = computation_type(kernel) == ValueType::f32 ? 4 : 8;
  return with_roles(std::move(wanted), kernel);
}

Factor separate_factor(const Matmul& product, const Kernel& kernel, const Kernel& split) {
  Factor factor;
  for (const BlockPart part : {BlockPart::outer, BlockPart::inner})
    if (const std::optional<std::string> loop = loop_over(product.depth, part, split)) factor.indices.push_back(*loop);
  for (const Access& access : {product.other, product.reused})
    factor.factors.push_back(access_in_blocks(access, kernel, split));
  return factor;
}

bool is_summed_in_result(const Kernel& split, const Commands& commands, const Reorder& order) {
  return !needs_workspace(make_parts(stages(split, commands).back().kernel, order.indices), order.indices);
}

}  // namespace scorchc::schedule
