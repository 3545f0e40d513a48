#include "schedule/legality/loop_constraints.h"

#include <algorithm>

#include "schedule/legality/loop_order.h"

namespace scorchc::schedule {
namespace {

using Reason = LoopConstraint::Reason;

// Collects constraints without duplicates. They are few, so linear search is faster than sorting.
class Collector {
 public:
  void add(const std::string& outer, const std::string& inner, const Access& access, Reason reason) {
    const auto is_same = [&](const LoopConstraint& each) {
      return each.reason == reason && each.outer == outer && each.inner == inner && *each.access == access;
    };
    if (outer == inner || std::any_of(constraints.begin(), constraints.end(), is_same)) return;
    constraints.push_back({outer, inner, reason, &access});
  }
  std::vector<LoopConstraint> constraints;
};

// Whether `order` binds the index of a sparse level before an index that is stored above it.
bool is_walked_against(const Access& access, const Format& format, const std::vector<std::string>& order) {
  std::ptrdiff_t furthest = 0;  // position in `order` of the levels above
  for (const LevelSpec& level : format.levels) {
    const std::ptrdiff_t place =
        std::find(order.begin(), order.end(), access.indices[static_cast<std::size_t>(level.mode)]) - order.begin();
    if (!is_dense(level) && place < furthest) return true;
    furthest = std::max(furthest, place);
  }
  return false;
}

std::vector<std::string> storage_order(const Access& access, const Format& format) {
  std::vector<std::string> order;
  for (const LevelSpec& level : format.levels) order.push_back(access.indices[static_cast<std::size_t>(level.mode)]);
  return order;
}

void add_operand(const Access& access, const TensorDeclaration& tensor, Collector& collector) {
  if (tensor.converted_from) return;  // its storage order will follow the loops
  const Format& format = *tensor.format;
  const auto index_of = [&](std::size_t l) -> const std::string& {
    return access.indices[static_cast<std::size_t>(format.levels[l].mode)];
  };
  for (std::size_t l = 0; l < format.levels.size(); ++l) {
    if (is_dense(format.levels[l])) continue;
    for (std::size_t above = 0; above < l; ++above)
      collector.add(index_of(above), index_of(l), access, Reason::operand);
  }
}

void add_result(const Kernel& kernel, Collector& collector) {
  const TensorDeclaration& result = kernel.result();
  const Format& format = *result.format;
  if (format.is_dense()) return;
  const Access& lhs = kernel.statement.lhs;
  const std::vector<std::string> order = storage_order(lhs, format);
  std::vector<std::string> reductions;
  for (const std::string& index : all_indices(kernel.statement))
    if (std::find(lhs.indices.begin(), lhs.indices.end(), index) == lhs.indices.end()) reductions.push_back(index);
  // Rows of entries or blocks can be filled in any order, as long as each row fills in order.
  const bool needs_counting_sort = kernel.can_counting_sort(), places = kernel.can_assemble_blocks();
  // Dense levels below the last sparse one are arrays, so their components can be written in any order.
  std::size_t arrays = order.size();
  while (is_dense(format.levels[arrays - 1])) --arrays;
  for (std::size_t l = 0; l < order.size(); ++l) {
    const bool goes_by_rows = needs_counting_sort || (places && !is_dense(format.levels[l]));
    for (std::size_t above = 0; above < std::min(l, arrays) && !result.mode_order_open && !goes_by_rows; ++above)
      collector.add(order[above], order[l], lhs, Reason::result_order);
    if (is_dense(format.levels[l]) && !needs_counting_sort) continue;
    for (const std::string& reduction : reductions) collector.add(order[l], reduction, lhs, Reason::result_append);
  }
}

// The length of a block depends on its number: the last one may be shorter.
void add_blocks(const Kernel& kernel, Collector& collector) {
  const auto is_in_blocks = [](const auto& declared) { return declared.second.part != BlockPart::whole; };
  if (std::none_of(kernel.indices.begin(), kernel.indices.end(), is_in_blocks)) return;
  const std::vector<std::string> all = all_indices(kernel.statement);
  const auto used = [&](const std::string& index) { return std::find(all.begin(), all.end(), index) != all.end(); };
  for (const auto& [inner, place] : kernel.indices)
    for (const auto& [outer, number] : kernel.indices)
      if (place.part == BlockPart::inner && number.part == BlockPart::outer && place.block_of == number.block_of &&
          place.block == number.block && used(inner) && used(outer))
        collector.add(outer, inner, kernel.statement.lhs, Reason::block);
}

void add_tiles(const Kernel& kernel, Collector& collector) {
  if (kernel.outermost.empty()) return;
  std::vector<std::string> inside = all_indices(kernel.statement);
  for (const std::string& outer : kernel.outermost) {
    if (std::erase(inside, outer) == 0) continue;
    for (const std::string& inner : inside) collector.add(outer, inner, kernel.statement.lhs, Reason::tile);
  }
}

void add_extrema(const Expr& expr, const Access& lhs, Collector& collector) {
  match(
      expr, [](const Access&) {}, [](const Literal&) {}, [](const Equal&) {},
      [&](const Apply& node) {
        for (const Expr& operand : node.operands) add_extrema(operand, lhs, collector);
      },
      [&](const Reduce& node) {
        add_extrema(node.body[0], lhs, collector);
        if (node.op == ReduceOp::sum) return;
        for (const std::string& outer : free_indices(expr))
          for (const std::string& inner : node.indices) collector.add(outer, inner, lhs, Reason::extremum);
      });
}

}  // namespace

std::vector<LoopConstraint> loop_constraints(const Kernel& kernel, Freedom freedom) {
  Collector collector;
  for (const Access* access : accesses_in(kernel.statement.rhs))
    add_operand(*access, kernel.tensor(access->tensor), collector);
  add_result(kernel, collector);
  add_blocks(kernel, collector);
  add_extrema(kernel.statement.rhs, kernel.statement.lhs, collector);
  add_tiles(kernel, collector);
  // Precomputed temporaries are stored once, in the order of their indices, so they cannot be converted.
  const auto is_user_operand = [&](const Access& access) {
    const TensorDeclaration* made = kernel.temporaries.find(access.tensor);
    return !made || made->assigned_earlier;
  };
  std::erase_if(collector.constraints, [&](const LoopConstraint& constraint) {
    return (constraint.reason == Reason::result_append && freedom != Freedom::none) ||
           (constraint.reason == Reason::operand && freedom == Freedom::conversions &&
            is_user_operand(*constraint.access));
  });
  return std::move(collector.constraints);
}

std::vector<Access> discordant_operands(const Kernel& kernel, const std::vector<std::string>& order) {
  const std::vector<const Access*> read = accesses_in(kernel.statement.rhs);
  std::vector<Access> found;
  const auto add = [&](const Access& access) {
    if (std::find(found.begin(), found.end(), access) == found.end()) found.push_back(access);
  };
  for (const Access* access : read)
    if (kernel.tensor(access->tensor).converted_from) add(*access);
  for (const Access* access : read) {
    const TensorDeclaration& tensor = kernel.tensor(access->tensor);
    if (!tensor.converted_from && is_walked_against(*access, *tensor.format, order)) add(*access);
  }
  return found;
}

const LoopConstraint* first_broken(const std::vector<LoopConstraint>& constraints,
                                   const std::vector<std::string>& order) {
  const auto place = [&](const std::string& index) { return std::find(order.begin(), order.end(), index); };
  for (const LoopConstraint& constraint : constraints)
    if (place(constraint.outer) > place(constraint.inner)) return &constraint;
  return nullptr;
}

}  // namespace scorchc::schedule
