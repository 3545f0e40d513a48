#include "schedule/legality/loop_forms.h"

#include <algorithm>

#include "schedule/legality/iteration_domain.h"

namespace scorchc::schedule {

bool has_segments(const Kernel& kernel) {
  return std::any_of(kernel.tensors.begin(), kernel.tensors.end(), [](const TensorDeclaration& tensor) {
    if (!tensor.format) return false;
    const std::vector<LevelSpec>& levels = tensor.format->levels;
    return std::adjacent_find(levels.begin(), levels.end(), are_of_one_list) != levels.end();
  });
}

namespace {

bool walks_one_list(const cin::Forall& loop, const Kernel& kernel) { return walked(loop, kernel).size() == 1; }

/// Whether `next` runs over the next level of the loop's coordinate list, and over the entries of the levels below.
bool collapses_with(const cin::Forall& loop, const cin::Forall& next, const Kernel& kernel) {
  for (const Access& access : cin::operands(loop.body[0])) {
    const TensorDeclaration* tensor = kernel.find(access.tensor);
    if (!tensor || !tensor->format || tensor->copy_of) continue;
    const std::vector<LevelSpec>& levels = tensor->format->levels;
    const auto index_of = [&](std::size_t l) -> const std::string& {
      return access.indices[static_cast<std::size_t>(levels[l].mode)];
    };
    for (std::size_t l = 0; l + 1 < levels.size(); ++l) {
      if (index_of(l) != loop.index || !are_of_one_list(levels[l], levels[l + 1])) continue;
      if (index_of(l + 1) != next.index || !walks_one_list(next, kernel)) return false;
      const bool is_last = l + 2 == levels.size() || !are_of_one_list(levels[l + 1], levels[l + 2]);
      return is_last || collapses_segments(next, kernel);
    }
  }
  return false;
}

}  // namespace

bool collapses_segments(const cin::Forall& loop, const Kernel& kernel) {
  const cin::Forall* next = loop.body[0].as<cin::Forall>();
  return next && !loop.vector && !next->vector && walks_one_list(loop, kernel) && collapses_with(loop, *next, kernel);
}

bool can_specialise_singleton_segments(const cin::Forall& loop, const Kernel& kernel) {
  const cin::Forall* next = loop.body[0].as<cin::Forall>();
  if (!next || !next->vector || loop.vector || !walks_one_list(loop, kernel)) return false;
  for (; next && next->vector; next = next->body[0].as<cin::Forall>())
    if (!walked(*next, kernel).empty()) return false;
  if (!next || !collapses_with(loop, *next, kernel)) return false;
  const cin::Stmt* inside = &next->body[0];
  while (const cin::Forall* deeper = inside->as<cin::Forall>()) inside = &deeper->body[0];
  const cin::Assign* assign = inside->as<cin::Assign>();
  return assign && assign->op == AssignOp::add;
}

bool skips_empty_rows(const cin::Forall& rows) {
  const cin::Stmt* inside = &rows.body[0];
  const auto stores_by_rows = [&](const cin::Assign& assign) {
    return !assign.lhs.indices.empty() && assign.lhs.indices.front() == rows.index;
  };
  if (rows.vector) return false;
  if (const cin::Where* sum = inside->as<cin::Where>()) {
    const cin::Forall* terms = sum->producer().as<cin::Forall>();
    const cin::Assign* assign = sum->consumer().as<cin::Assign>();
    return sum->temporary.indices.empty() && terms && assign && (terms->vector || !stores_by_rows(*assign));
  }
  const cin::Forall* entries = inside->as<cin::Forall>();
  if (!entries) return false;
  const bool sums_rows = entries->vector;
  for (; entries && (sums_rows || !entries->vector); entries = inside->as<cin::Forall>()) inside = &entries->body[0];
  const cin::Assign* assign = inside->as<cin::Assign>();
  return assign && stores_by_rows(*assign) == sums_rows;
}

}  // namespace scorchc::schedule
