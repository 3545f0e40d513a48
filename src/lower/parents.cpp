#include "lower/parents.h"

#include <limits>
#include <utility>

namespace scorchc::lower {
namespace {

// The entries of the last group above level l, and the first level below that group.
std::pair<loop::Expr, std::size_t> entries_above(const StoredTensor& result, std::size_t l) {
  std::pair<loop::Expr, std::size_t> above{loop::integer(1), 0};
  for (const LevelGroup& group : sparse_groups(result)) {
    if (group.first >= l) break;
    above = {counted(result, group), group.last + 1};
  }
  return above;
}

}  // namespace

loop::Expr counted(const StoredTensor& result, const LevelGroup& group) {
  return loop::index_variable(result.levels[group.first].count_field);
}

loop::Expr parents(const StoredTensor& result, std::size_t l) {
  auto [count, from] = entries_above(result, l);
  for (std::size_t level = from; level < l; ++level) count = loop::mul(count, dense_extent(result, level));
  return count;
}

void check_parents(const StoredTensor& result, std::size_t l, const std::string& cleanup, loop::Block& out) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() - 1;
  auto [count, from] = entries_above(result, l);
  for (std::size_t level = from; level < l; ++level) {
    const loop::Expr extent = dense_extent(result, level);
    const bool is_first = count == loop::integer(1);
    const loop::Expr too_large = is_first ? loop::less(loop::integer(most), extent)
                                          : loop::both(loop::less(loop::integer(0), extent),
                                                       loop::less(loop::divide(loop::integer(most), extent), count));
    out.push_back(loop::ReturnIf{too_large, loop::Status::index_overflow, cleanup});
    count = loop::mul(count, extent);
  }
}

}  // namespace scorchc::lower
