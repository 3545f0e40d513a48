#include "schedule/loop_constraints.h"

#include <algorithm>
#include <set>

#include "schedule/parts.h"

namespace scorchc::schedule {
namespace {

class Collector {
 public:
  void add(const std::string& outer, const std::string& inner, const std::string& tensor, const char* role) {
    if (outer == inner || !seen_.insert({outer, inner}).second) return;
    constraints.push_back({outer, inner, tensor, role == result_role});
  }
  static constexpr const char* result_role = "result";
  static constexpr const char* operand_role = "operand";
  std::vector<LoopConstraint> constraints;

 private:
  std::set<std::pair<std::string, std::string>> seen_;
};

std::vector<std::string> storage_order(const Access& access, const Format& format) {
  std::vector<std::string> order;
  for (const LevelSpec& level : format.levels) order.push_back(access.indices[static_cast<std::size_t>(level.mode)]);
  return order;
}

void add_operand(const Access& access, const Format& format, Collector& collector) {
  const std::vector<std::string> order = storage_order(access, format);
  for (std::size_t l = 0; l < order.size(); ++l) {
    if (format.levels[l].level == "dense") continue;
    for (std::size_t above = 0; above < l; ++above)
      collector.add(order[above], order[l], access.tensor, Collector::operand_role);
  }
}

void add_result(const Kernel& kernel, Collector& collector) {
  const TensorDeclaration& result = kernel.result();
  const Format& format = *result.format;
  const Access& lhs = kernel.statement.lhs;
  const std::vector<std::string> order = storage_order(lhs, format);
  std::vector<std::string> reductions;
  for (const std::string& index : all_indices(kernel.statement))
    if (std::find(lhs.indices.begin(), lhs.indices.end(), index) == lhs.indices.end()) reductions.push_back(index);
  if (format.is_dense()) return;
  for (std::size_t l = 0; l < order.size(); ++l) {
    for (std::size_t above = 0; above < l && !result.mode_order_open; ++above)
      collector.add(order[above], order[l], result.name, Collector::result_role);
    if (format.levels[l].level == "dense") continue;
    for (const std::string& reduction : reductions) collector.add(order[l], reduction, result.name, Collector::result_role);
  }
}

}  // namespace

std::vector<LoopConstraint> loop_constraints(const Kernel& kernel) {
  Collector collector;
  for (const Access& access : accesses(kernel.statement.rhs))
    add_operand(access, *kernel.tensor(access.tensor).format, collector);
  add_result(kernel, collector);
  return std::move(collector.constraints);
}

const LoopConstraint* first_broken(const std::vector<LoopConstraint>& constraints, const std::vector<std::string>& order) {
  const auto place = [&](const std::string& index) { return std::find(order.begin(), order.end(), index); };
  for (const LoopConstraint& constraint : constraints)
    if (place(constraint.outer) > place(constraint.inner)) return &constraint;
  return nullptr;
}

}  // namespace scorchc::schedule
