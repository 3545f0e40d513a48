// Estimates the work before each iteration of a parallel loop as a prefix sum, so that threads get about equal shares:
// the entries of operands below the loop's coordinates, which arrays of positions give, and a little for each
// iteration.
#include <algorithm>
#include <set>

#include "lower/iterator.h"
#include "lower/lowerer.h"

namespace scorchc::lower {
namespace {

// This many vector lanes take as long as one scalar step. If the number of entries in a sparse operand's rows is
// unknown, this many are assumed.
constexpr std::int64_t lanes_of_a_step = 8, entries_of_a_row = 8;

void add_inner_loops(const cin::Stmt& stmt, std::vector<cin::Forall>& loops) {
  match(
      stmt, [](const cin::Assign&) {},
      [&](const cin::Forall& loop) {
        loops.push_back(loop);
        add_inner_loops(loop.body[0], loops);
      },
      [&](const cin::Where& where) {
        add_inner_loops(where.producer(), loops);
        add_inner_loops(where.consumer(), loops);
      },
      [&](const cin::Sequence& sequence) {
        for (const cin::Stmt& part : sequence.statements) add_inner_loops(part, loops);
      });
}

}  // namespace

std::optional<loop::Work> Lowerer::work_of(const cin::Forall& loop, const Scope& scope,
                                           const loop::Expr& coordinate) const {
  Scope inside = scope;
  inside.coordinates.insert_or_assign(loop.index, coordinate);
  return work_of(loop, scope_at(loop, std::move(inside)), coordinate, "");
}

// The loop walks the positions of one operand's level.
std::optional<loop::Work> Lowerer::work_of(const cin::Forall& loop, const Iterator& leader, const Scope& scope) const {
  Scope inside = scope;
  AccessState& state = inside.accesses[leader.access];
  ++state.level;
  state.position = {leader.at(), loop::add(leader.at(), loop::integer(1))};
  return work_of(loop, inside, leader.at(), leader.access);
}

std::optional<loop::Work> Lowerer::work_of(const cin::Forall& loop, const Scope& inside, const loop::Expr& at,
                                           const std::string& leader) const {
  if (inside.coordinates.size() > (leader.empty() ? 1U : 0U))
    return std::nullopt;  // a loop inside others: OpenMP partitions it
  loop::Work work{at};
  std::set<std::string> seen, added;
  for (const Access& access : cin::operands(loop.body[0])) {
    if (inside.temporaries.count(access.tensor) || !kernel_.find(access.tensor) || !seen.insert(print(access)).second)
      continue;
    const StoredTensor& tensor = storage_.tensor(access.tensor);
    if (dense_levels(tensor) == tensor.levels.size() && tensor.table.empty()) continue;
    const AccessState state = inside.access(print(access));
    // If two levels have the same index, as on a diagonal, the end would be beyond the arrays. So may the end of the
    // last block of rows that are stored whole.
    const bool begins = tensor.table.empty() &&
                        (leader.empty() ? state.level == 1 && !is_first_half(tensor, 0) : print(access) == leader);
    const std::optional<loop::Expr> entries =
        begins ? entries_before(tensor, state.level, state.position.begin) : std::nullopt;
    if (!entries)
      work.is_known = false;
    else if (added.insert(loop::print(*entries)).second)
      work.before = loop::add(*entries, work.before);
  }
  work.steps = steps_of(loop);
  const bool is_even = loop.partition == Partition::iterations;
  if (!work.is_known || (is_even && !added.empty())) work.steps.push_back(loop::integer(entries_of_a_row));
  if (is_even) {
    work.before = at;
    work.is_known = true;
  }
  return work;
}

// The work for each entry: the extents of the dense loops inside.
std::vector<loop::Expr> Lowerer::steps_of(const cin::Forall& outermost) const {
  std::vector<cin::Forall> loops;
  add_inner_loops(outermost.body[0], loops);
  std::vector<loop::Expr> steps;
  std::set<std::string> seen;
  bool has_vectors = outermost.vector;
  for (const cin::Forall& loop : loops) {
    if (!iterators(iteration_tree(loop, kernel_)).empty() || !seen.insert(loop.index).second) continue;
    const loop::Expr extent = storage_.extent(loop.index);
    const std::int64_t least = loop.vector ? lanes_of_a_step : 1;
    const loop::Integer* known = extent.as<loop::Integer>();
    steps.push_back(known ? loop::integer(std::max(known->value, least)) : loop::maximum(extent, loop::integer(least)));
    has_vectors = has_vectors || loop.vector;
  }
  if (!has_vectors) steps.push_back(loop::integer(lanes_of_a_step));
  return steps;
}

}  // namespace scorchc::lower
