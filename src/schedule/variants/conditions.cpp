#include "schedule/variants/conditions.h"

#include <algorithm>
#include <cmath>

#include "schedule/legality/refuse.h"
#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

class Checking {
 public:
  Checking(const Kernel& kernel, const Variant& variant) : kernel_(kernel), variant_(variant) {
    for (const Access& access : all_operands(kernel)) {
      const TensorDeclaration* tensor = kernel.find(access.tensor);
      if (!tensor || tensor->name == kernel.result().name || kernel.is_assigned_earlier(tensor->name)) continue;
      if (!has(tensors_, access.tensor)) tensors_.push_back(access.tensor);
      indices_.insert(indices_.end(), access.indices.begin(), access.indices.end());
    }
  }

  void check(const Condition& condition) const {
    for (const Quantity* quantity : {&condition.left, &condition.right}) check(*quantity);
    if (condition.left == condition.right || (is_fixed(condition.left) && is_fixed(condition.right)))
      refuse(kernel_, variant_, "a condition has the same value in every call");
  }

 private:
  void check(const Quantity& quantity) const {
    if (!quantity.tensor.empty()) {
      if (!has(tensors_, quantity.tensor))
        refuse(kernel_, variant_, quoted(quantity.tensor) + " is not an operand", nearest(quantity.tensor, tensors_));
      if (kernel_.tensor(quantity.tensor).format->is_dense())
        refuse(kernel_, variant_, quoted(quantity.tensor) + " is dense: compare its extents instead of `nnz`");
    }
    if (!quantity.index.empty()) check(quantity.index);
    for (const std::string& index : quantity.rows) check(index);
  }

  void check(const std::string& index) const {
    if (!has(indices_, index))
      refuse(kernel_, variant_, "no operand has the index " + quoted(index), nearest(index, indices_));
  }

  bool is_fixed(const Quantity& quantity) const {
    const auto is_given = [&](const std::string& index) {
      const auto declared = kernel_.indices.find(index);
      return declared != kernel_.indices.end() && declared->second.extent;
    };
    return quantity.tensor.empty() && (quantity.index.empty() || is_given(quantity.index)) &&
           std::all_of(quantity.rows.begin(), quantity.rows.end(), is_given);
  }

  const Kernel& kernel_;
  const Variant& variant_;
  std::vector<std::string> tensors_, indices_;  // of operands
};

double value(const Quantity& quantity, const Sizes& sizes) {
  double found = !quantity.tensor.empty()  ? sizes.prefixes.at(quantity.tensor).back()
                 : !quantity.index.empty() ? sizes.extent(quantity.index)
                                           : static_cast<double>(quantity.number);
  for (const std::string& index : quantity.rows) found = std::floor(found / std::max(1.0, sizes.extent(index)));
  return std::floor(found / static_cast<double>(quantity.parts));
}

}  // namespace

void check_conditions(const Kernel& kernel, const Variant& variant) {
  const Checking checking(kernel, variant);
  for (const Condition& condition : variant.conditions) checking.check(condition);
}

bool is_counted(const TensorDeclaration& operand, const Kernel& kernel) {
  const std::vector<LevelSpec>& levels = operand.format->levels;
  const auto dense = [](const LevelSpec& level) { return is_dense(level); };
  return !levels.empty() && std::none_of(levels.begin() + (operand.order >= 2 ? 1 : 0), levels.end(), dense) &&
         operand.old_value_of.empty() && operand.alias_of.empty() && !operand.format->is_blocked() &&
         !kernel.is_assigned_earlier(operand.name);
}

bool hold(const std::vector<Condition>& conditions, const Sizes& sizes) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
    const double left = value(condition.left, sizes), right = value(condition.right, sizes);
    return condition.side == Condition::Side::below ? left < right : right < left;
  });
}

}  // namespace scorchc::schedule
