#include "schedule/legality/reads_in_place.h"

#include <algorithm>
#include <set>

#include "schedule/legality/loop_order.h"
#include "schedule/legality/stored_components.h"

namespace scorchc::schedule {

std::vector<Access> reads_of_result(const Kernel& kernel) {
  std::vector<Access> found;
  for (const Access* access : accesses_in(kernel.statement.rhs))
    if ((access->tensor == kernel.result().name || kernel.tensor(access->tensor).alias_of == kernel.result().name) &&
        std::find(found.begin(), found.end(), *access) == found.end())
      found.push_back(*access);
  return found;
}

bool reads_result(const Kernel& kernel) { return !reads_of_result(kernel).empty(); }

bool reads_in_place(const Kernel& kernel) {
  const Statement& statement = kernel.statement;
  const std::vector<Access> reads = reads_of_result(kernel);
  if (reads.empty()) return true;
  const std::set<std::string> distinct(statement.lhs.indices.begin(), statement.lhs.indices.end());
  // With reductions, or if some components are not assigned, the result is set to zero first.
  return reads.size() == 1 && reads[0] == statement.lhs && distinct.size() == statement.lhs.indices.size() &&
         !has_reduction(statement.rhs) && is_full(statement.rhs, statement.lhs.indices, kernel);
}

}  // namespace scorchc::schedule
