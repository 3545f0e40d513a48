// Prefetches components before they are used. While a loop walks the entries of one operand, it prefetches the
// components of another operand that a later entry will read; the row may end in between. Of a sparse operand it
// prefetches the beginning of a row.
#include <algorithm>

#include "lower/iterator.h"

namespace scorchc::lower {
namespace {

using loop::integer;

// Prefetching shorter rows costs more than waiting for them. Longer rows are walked a tile at a time, and their lines
// are evicted before their tile is reached (docs/scheduling.md, `prefetch`).
constexpr std::int64_t shortest_row = 256, longest_row = 2048;  // bytes; the latter is excluded

std::int64_t size_of(loop::Type type) { return type == loop::Type::f64 || type == loop::Type::i64 ? 8 : 4; }

std::size_t level_of(const Access& access, const StoredTensor& tensor, const std::string& index) {
  std::size_t l = 0;
  while (access.indices[static_cast<std::size_t>(tensor.levels[l].mode)] != index) ++l;
  return l;
}

// The condition that rows below level `gathered` are neither short nor long, and that all rows exceed `cache` bytes. It
// divides by the extents, since their product may overflow if one of them is 0.
loop::Expr is_large(const StoredTensor& tensor, std::size_t gathered, std::int64_t cache) {
  const auto extent = [&](std::size_t l) { return dense_extent(tensor, l); };
  const std::int64_t size = size_of(tensor.value);
  loop::Expr shortest = integer((shortest_row - 1) / size), longest = integer(longest_row / size);
  loop::Expr holds = loop::boolean(true), all = integer(cache / size);
  for (std::size_t l = tensor.levels.size() - 1; l > 0; --l) {
    if (l == gathered + 1)
      holds = loop::both(holds, loop::both(loop::less(shortest, extent(l)), loop::less(extent(l), longest)));
    else
      holds = loop::both(holds, loop::less(integer(0), extent(l)));
    shortest = loop::divide(shortest, extent(l));
    longest = loop::divide(longest, extent(l));
    all = loop::divide(all, extent(l));
  }
  return loop::both(holds, loop::less(all, extent(0)));
}

bool is_sparse(const StoredTensor& tensor) {
  return std::any_of(tensor.levels.begin(), tensor.levels.end(),
                     [](const StoredLevel& level) { return !level.site.crd.empty(); });
}

// The condition that `last` + 1 entries exceed `cache` bytes.
loop::Expr has_many(const StoredTensor& tensor, const loop::Expr& last, std::int64_t cache) {
  return loop::less(integer(cache / (size_of(tensor.levels[1].site.crd_type) + size_of(tensor.value))), last);
}

void add_loops(const cin::Stmt& stmt, std::vector<const cin::Forall*>& found) {
  match(
      stmt, [](const cin::Assign&) {},
      [&](const cin::Forall& loop) {
        if (!loop.prefetches.empty()) found.push_back(&loop);
        add_loops(loop.body[0], found);
      },
      [&](const cin::Where& where) {
        for (const cin::Stmt& part : where.parts) add_loops(part, found);
      },
      [&](const cin::Sequence& sequence) {
        for (const cin::Stmt& part : sequence.statements) add_loops(part, found);
      });
}

}  // namespace

// Declares before all loops the conditions and positions that prefetches use.
void Lowerer::prepare_prefetch(Block& out) {
  if (!with_values()) return;
  std::vector<const cin::Forall*> loops;
  add_loops(program_.body, loops);
  for (const cin::Forall* loop : loops) {
    const std::vector<Access> read = cin::operands(loop->body[0]);
    for (const cin::Prefetched& each : loop->prefetches) {
      // Addends that are one statement over an operand table do not read the operand by its name.
      if (std::find(read.begin(), read.end(), each.access) == read.end()) continue;
      const StoredTensor& tensor = storage_.tensor(each.access.tensor);
      const std::string key = print(each.access);
      if (is_sparse(tensor)) declare_last_position(key, 2, out);
      if (each.always || prefetch_.large.count(key)) continue;
      const std::string& name = prefetch_.large[key] = storage_.names.fresh(tensor.name + "_is_large");
      if (is_sparse(tensor)) {
        out.push_back(loop::Comment{"prefetch: enabled if the operand exceeds the L2 cache"});
        out.push_back(
            constant(name, has_many(tensor, loop::index_variable(prefetch_.last.at(key)), kernel_.caches.second)));
        continue;
      }
      out.push_back(
          loop::Comment{"prefetch: enabled if the operand exceeds the L2 cache and its rows have 256 bytes to 2 KB"});
      out.push_back(
          constant(name, is_large(tensor, level_of(each.access, tensor, loop->index), kernel_.caches.second)));
    }
    for (const std::string& walked : iterators(iteration_tree(*loop, kernel_)))
      declare_last_position(walked, storage_.tensor(tensor_of(walked)).levels.size(), out);
  }
}

// Names the position of the last entry in the first `levels` levels of an operand, if its arrays exist before all
// loops.
void Lowerer::declare_last_position(const std::string& access, std::size_t levels, Block& out) {
  const StoredTensor& operand = storage_.tensor(tensor_of(access));
  const bool is_made = kernel_.temporaries.find(operand.name) != nullptr;
  const std::optional<loop::Expr> entries = is_made ? std::nullopt : stored_entries(operand, levels);
  const StoredLevel& level = operand.levels[levels - 1];
  if (!entries || level.site.crd.empty() || prefetch_.last.count(access)) return;
  const std::string& name = prefetch_.last[access] = storage_.names.fresh(level_name(level) + "_last");
  out.push_back(constant(name, loop::sub(*entries, integer(1))));
}

PrefetchedAccess Lowerer::prefetched_entry(const cin::Prefetched& request, const cin::Forall& loop,
                                           const Iterator& leader) const {
  const StoredTensor& operand = storage_.tensor(tensor_of(leader.access));
  const auto known = prefetch_.last.find(leader.access);
  const bool is_known = known != prefetch_.last.end() && leader.level == &operand.levels.back();
  const loop::Expr last = is_known ? loop::index_variable(known->second) : loop::sub(leader.range.end, integer(1));
  const auto tested = prefetch_.large.find(print(request.access));
  const loop::Expr position = loop::minimum(loop::add(leader.at(), integer(request.distance)), last);
  return {loop.index, leader.level->format->position_iteration->access(leader.level->site, position),
          tested == prefetch_.large.end() ? loop::boolean(true) : loop::flag_variable(tested->second)};
}

Scope Lowerer::with_prefetched_entries(const cin::Forall& loop, const Iterator& leader, Scope scope) const {
  if (!with_values()) return scope;
  for (const cin::Prefetched& each : loop.prefetches)
    if (!is_sparse(storage_.tensor(each.access.tensor)))
      scope.ahead.insert_or_assign(print(each.access), prefetched_entry(each, loop, leader));
  return scope;
}

// Prefetches the first entry of the row that a later entry selects. Empty rows at the end have no entry, so its
// position is limited to the last one.
void Lowerer::prefetch_rows(const cin::Forall& loop, const Iterator& leader, const Scope& scope, Block& out) const {
  if (!with_values() || is_bounding()) return;
  for (const cin::Prefetched& each : loop.prefetches) {
    const StoredTensor& tensor = storage_.tensor(each.access.tensor);
    const auto last = prefetch_.last.find(print(each.access));
    if (!is_sparse(tensor) || last == prefetch_.last.end()) continue;
    const PrefetchedAccess ahead = prefetched_entry(each, loop, leader);
    Scope there = scope;
    there.coordinates.insert_or_assign(ahead.index, ahead.coordinate);
    AccessState row;
    advance(each.access, row, there);
    const StoredLevel& level = tensor.levels[row.level];
    const loop::Expr first = level.format->position_iteration->bounds(level.site, row.position).begin;
    const loop::Expr position = loop::minimum(first, loop::index_variable(last->second));
    const loop::Stmt crd = loop::Prefetch{level.site.crd, level.site.crd_type, position};
    const loop::Stmt vals = loop::Prefetch{tensor.vals, tensor.value, position};
    Block requests = &level == &tensor.levels.back() ? Block{crd, vals} : Block{crd};
    const loop::Expr has_entries = loop::less(integer(-1), loop::index_variable(last->second));
    guarded(each.always ? has_entries : ahead.condition, std::move(requests), out);
  }
}

void Lowerer::prefetch_access(const cin::Assign& assign, const Scope& scope, Block& out) const {
  if (scope.ahead.empty()) return;
  for (const Access& access : accesses(assign.rhs)) {
    const auto ahead = scope.ahead.find(print(access));
    if (ahead == scope.ahead.end()) continue;
    Scope there = scope;
    there.coordinates.insert_or_assign(ahead->second.index, ahead->second.coordinate);
    AccessState state;
    advance(access, state, there);
    const StoredTensor& tensor = storage_.tensor(access.tensor);
    guarded(ahead->second.condition, {loop::Prefetch{tensor.vals, tensor.value, state.position.begin}}, out);
  }
}

}  // namespace scorchc::lower
