// Partitions the coordinates of a result whose first level is sparse into chunks, one per thread. The coordinates of
// the outermost loop are split so that chunks have about the same work. A search finds where a chunk begins in each
// operand's first level, so all operands of a merge are split at the same coordinates. If the result's pattern is
// given, a search also finds where a chunk begins in it. Otherwise each chunk appends to all levels, from where the
// chunks before it would end at most; then the chunks are moved together.
#include <algorithm>

#include "lower/iterator.h"
#include "lower/thread_locals.h"
#include "support/words.h"

namespace scorchc::lower {

using loop::index_variable;

namespace {

bool begins_dense(const StoredTensor& tensor) { return tensor.levels[0].format->locate.has_value(); }

loop::Expr element(const std::string& array, const loop::Expr& at) { return loop::load(array, loop::Type::i64, at); }

loop::Stmt store(const std::string& array, const loop::Expr& at, const loop::Expr& value) {
  return loop::Store{array, loop::Type::i64, at, loop::Update::set, value};
}

}  // namespace

// Operands that the loop's index indexes and that have a sparse level.
std::vector<Access> Lowerer::leading_operands(const cin::Forall& loop) const {
  std::vector<Access> found;
  for (const Access& access : cin::operands(loop.body[0])) {
    if (!has(access.indices, loop.index)) continue;
    const StoredTensor& tensor = storage_.tensor(access.tensor);
    if (dense_levels(tensor) < tensor.levels.size()) found.push_back(access);
  }
  return found;
}

// Whether iterations find their positions from those before them: in merges, in segments of equal coordinates, and
// where sparse levels advance alongside a loop over every coordinate.
bool Lowerer::walks_in_sequence(const cin::Forall& loop, const Scope& scope) const {
  const IterationTree tree = iteration_tree(loop, kernel_);
  const std::vector<Iterator> walked = make_iterators(tree, scope_at(loop, scope));
  const bool is_alone = walked.size() == 1 && !is_in_iteration_domain(tree, {});
  return is_alone ? walked[0].has_segments : !walked.empty();
}

// Whether what the outermost loops compute has all components: the result, or the temporary that is being filled.
bool Lowerer::fills_array() const {
  if (filled_.empty()) return !sparse_result_;
  const std::optional<Format>& format = kernel_.tensor(filled_).format;
  return format && format->is_dense();
}

// Whether the loop is the outermost one of what it computes, cannot be shared among threads as it is, and each operand
// stores a chunk's coordinates contiguously in its first level, which can be searched.
bool Lowerer::may_be_partitioned(const cin::Forall& loop, const Scope& scope) const {
  if (!loop.parallel || is_partitioned_ || !scope.coordinates.empty() || !loop.fused_as.empty() ||
      !storage_.part_of(loop.index).empty())
    return false;
  if (!fills_array()) {
    const bool has_pattern = upper_bound_.step == UpperBoundAssembly::Step::none && !in_passes_ && !assembly_.counts &&
                             !assembly_.writes_crd;
    if (scope.result.level != 0 || !filled_.empty() || !(has_pattern || appends_levels() || bounds_levels()) ||
        counting_sorted_ || in_blocks_ || is_last_level_copied_ || !opens_group(loop.index, scope))
      return false;
  } else if (upper_bound_.step != UpperBoundAssembly::Step::none || !walks_in_sequence(loop, scope)) {
    return false;
  }
  const std::vector<Access> all = leading_operands(loop);
  return std::all_of(all.begin(), all.end(), [&](const Access& access) {
    const StoredTensor& tensor = storage_.tensor(access.tensor);
    const StoredLevel& first = tensor.levels[0];
    return tensor.table.empty() && access.indices[static_cast<std::size_t>(first.mode)] == loop.index &&
           (begins_dense(tensor) || first.format->search);
  });
}

// The first position of each operand that is not before `coordinate`, searched from the positions `from` on if known.
Lowerer::FirstPositions Lowerer::find_first(const cin::Forall& loop, const Scope& scope, const loop::Expr& coordinate,
                                            const std::string& suffix, const FirstPositions& from, Block& out) {
  FirstPositions found;
  for (const Access& access : leading_operands(loop)) {
    const std::string printed = print(access);
    const StoredTensor& tensor = storage_.tensor(access.tensor);
    if (begins_dense(tensor)) {
      found.emplace(printed, coordinate);
      continue;
    }
    const Iterator iterator = make_iterator(printed, scope);
    levels::Positions range = iterator.range;
    if (const auto known = from.find(printed); known != from.end()) range.begin = known->second;
    const std::string name = storage_.names.fresh("p" + level_name(*iterator.level) + suffix);
    out.push_back(constant(name, iterator.level->format->search->among(iterator.level->site, range, coordinate)));
    found.emplace(printed, index_variable(name));
  }
  return found;
}

// The work before a coordinate at which the operands have these positions: the entries, and the positions above them.
loop::Expr Lowerer::work_prefix_at(const cin::Forall& loop, const FirstPositions& positions,
                                   const loop::Expr& coordinate) const {
  loop::Expr work = is_in_iteration_domain(iteration_tree(loop, kernel_), {}) ? coordinate : loop::integer(0);
  for (const Access& access : leading_operands(loop)) {
    const StoredTensor& tensor = storage_.tensor(access.tensor);
    const loop::Expr& position = positions.at(print(access));
    if (const std::optional<loop::Expr> entries = entries_before(tensor, 1, position)) work = loop::add(work, *entries);
    if (!begins_dense(tensor)) work = loop::add(work, position);
  }
  return work;
}

// Where a chunk begins: the first iteration, up to `extent`, before which there is at least the chunk's share of the
// work, found by binary search. If the loop is partitioned by iterations, a multiple of the chunk's size.
loop::Expr Lowerer::find_chunk(const cin::Forall& loop, const loop::Expr& all, const loop::Expr& extent,
                               const WorkPrefix& before, Block& out) {
  const loop::Expr part = index_variable(upper_bound_.chunk), parts = index_variable(upper_bound_.chunks);
  if (loop.partition == Partition::iterations) return loop::mul(loop::divide(extent, parts), part);
  const std::string share = storage_.names.fresh("share"), first = storage_.names.fresh("first"),
                    last = storage_.names.fresh("last"), middle = storage_.names.fresh("middle");
  const loop::Expr begin = index_variable(first), end = index_variable(last), between = index_variable(middle);
  Block step = {constant(middle, loop::divide(loop::add(begin, end), loop::integer(2)))};
  const loop::Expr work = before(between, step);
  step.push_back(loop::If{{loop::less(work, index_variable(share))},
                          {{loop::Assign{first, loop::Update::set, loop::add(between, loop::integer(1))}},
                           {loop::Assign{last, loop::Update::set, between}}}});
  out.push_back(constant(share, loop::mul(loop::divide(all, parts), part)));
  out.push_back(variable(first, loop::integer(0)));
  out.push_back(variable(last, extent));
  out.push_back(loop::While{loop::less(begin, end), std::move(step)});
  return begin;
}

// Computes where the coordinates of each chunk begin, and, if the result is appended to, its entries in each group of
// levels.
void Lowerer::partition(const cin::Forall& loop, const Scope& scope, Block& out) {
  UpperBoundAssembly& names = upper_bound_;
  const std::string& index = storage_.coordinate(loop.index);
  names.chunks = storage_.names.fresh("chunks");
  names.chunk = storage_.names.fresh("chunk");
  names.begin = storage_.names.fresh(index + "_begin");
  const bool appends = appends_levels() || bounds_levels();
  std::string offset;  // shared by all groups while loops compute bounds: no group needs more than the last one
  if (bounds_levels()) offset = storage_.names.fresh(level_name(result_.levels[groups_.back().first]) + "_offset");
  for (std::size_t group = 0; group < groups_.size() && appends; ++group) {
    const std::string level = level_name(result_.levels[groups_[group].first]);
    names.groups.push_back({storage_.names.fresh("p" + level),
                            offset.empty() ? storage_.names.fresh(level + "_offset") : offset,
                            storage_.names.fresh(level + "_end")});
  }
  const loop::Expr parts = index_variable(names.chunks), part = index_variable(names.chunk), one = loop::integer(1);
  const loop::Expr extent = storage_.extent(loop.index);
  FirstPositions ends;
  for (const Access& access : leading_operands(loop))
    ends.emplace(print(access),
                 begins_dense(storage_.tensor(access.tensor)) ? extent : make_iterator(print(access), scope).range.end);

  const std::string work = storage_.names.fresh("work");
  const bool is_even = loop.partition == Partition::iterations;
  out.push_back(constant(work, work_prefix_at(loop, ends, extent)));
  out.push_back(loop::ChunkCount{names.chunks, index_variable(work), index, loop.partition,
                                 is_even ? "the same number of coordinates per thread"
                                         : "coordinates in chunks, one per thread, with about the same work"});
  out.push_back(loop::LocalArray{names.begin, loop::Type::i64, loop::add(parts, one), true, cleanup()});
  for (const UpperBoundAssembly::Group& group : names.groups) {
    if (offset.empty() || &group == &names.groups.front())
      out.push_back(loop::LocalArray{group.offset, loop::Type::i64, parts, true, cleanup()});
    out.push_back(loop::LocalArray{group.end, loop::Type::i64, parts, false, cleanup()});
  }
  const std::size_t mark = storage_.names.mark();
  Block body;
  const loop::Expr first = find_chunk(
      loop, index_variable(work), extent,
      [&](const loop::Expr& middle, Block& step) {
        return work_prefix_at(loop, find_first(loop, scope, middle, "_middle", {}, step), middle);
      },
      body);
  body.push_back(store(names.begin, part, first));
  if (appends_levels()) {
    const FirstPositions here = find_first(loop, scope, first, "_first", {}, body);
    const std::vector<std::optional<loop::Expr>> most = most_of_groups(here, first);
    for (std::size_t group = 0; group < groups_.size(); ++group)
      body.push_back(store(names.groups[group].offset, part, *most[group]));
  }
  storage_.names.forget_since(mark);
  out.push_back(loop::For{names.chunk, one, parts, std::move(body)});
  out.push_back(store(names.begin, parts, extent));
  if (appends || fills_array()) return;
  // Vector loops read arrays and numbers, but no struct fields.
  const StoredLevel& level = result_.levels[0];
  names.entries = storage_.names.fresh(level_name(level) + "_entries");
  out.push_back(
      constant(names.entries, level.format->position_iteration->bounds(level.site, {loop::integer(0), one}).end));
}

// Lowers the loop without what it computes: it stores the upper bound of each chunk's entries. Returns that of all
// chunks.
loop::Expr Lowerer::bound_chunks(const cin::Forall& loop, Block& out) {
  partition(loop, Scope(), out);
  is_partitioned_ = true;
  const UpperBoundAssembly::Group& last = upper_bound_.groups.back();
  const loop::Expr part = index_variable(upper_bound_.chunk), parts = index_variable(upper_bound_.chunks);
  const ThreadLocals own(*this, true);
  Block body = {variable(upper_bound_.counter, loop::integer(0))};
  lower_chunk(loop, producer_scope(Scope()), body);
  body.push_back(store(last.end, part, index_variable(upper_bound_.counter)));
  loop::For bounding{upper_bound_.chunk, loop::integer(0), parts, std::move(body), true, own.locals};
  bounding.chunked = true;
  is_partitioned_ = false;
  const std::string before = storage_.names.fresh(last.offset);
  out.push_back(loop::Comment{"upper bound of the entries of each chunk"});
  out.push_back(std::move(bounding));
  out.push_back(variable(before, loop::integer(0)));
  out.push_back(loop::For{upper_bound_.chunk,
                          loop::integer(0),
                          parts,
                          {store(last.offset, part, index_variable(before)),
                           loop::Assign{before, loop::Update::add, element(last.end, part)}}});
  return index_variable(before);
}

// The loop as a parallel loop over its chunks.
void Lowerer::lower_in_chunks(const cin::Forall& loop, const Scope& scope, Block& out) {
  if (upper_bound_.groups.empty()) partition(loop, scope, out);
  is_partitioned_ = true;
  const ThreadLocals own(*this, true);
  Block body;
  lower_chunk(loop, scope, body);
  loop::For parts{upper_bound_.chunk, loop::integer(0), index_variable(upper_bound_.chunks), std::move(body), true,
                  own.locals};
  parts.chunked = true;
  out.push_back(std::move(parts));
  if (appends_levels()) join_levels(out);
  upper_bound_.groups.clear();
  is_partitioned_ = false;
}

void Lowerer::lower_chunk(const cin::Forall& loop, Scope scope, Block& out) {
  const loop::Expr part = index_variable(upper_bound_.chunk);
  const std::size_t mark = storage_.names.mark();
  const FirstPositions first = find_first(loop, scope, element(upper_bound_.begin, part), "_first", {}, out);
  const FirstPositions last =
      find_first(loop, scope, element(upper_bound_.begin, loop::add(part, loop::integer(1))), "_last", first, out);
  for (const Access& access : leading_operands(loop))
    if (!begins_dense(storage_.tensor(access.tensor)))
      scope.accesses[print(access)].segment = levels::Positions{first.at(print(access)), last.at(print(access))};
  const std::vector<UpperBoundAssembly::Group> appended =
      bounds_levels() ? std::vector<UpperBoundAssembly::Group>() : upper_bound_.groups;
  for (const UpperBoundAssembly::Group& group : appended)
    out.push_back(variable(group.counter, element(group.offset, part)));
  lower_loop(loop, scope, out);
  for (const UpperBoundAssembly::Group& group : appended)
    out.push_back(store(group.end, part, index_variable(group.counter)));
  storage_.names.forget_since(mark);
}

// Where the chunk's entries begin in the result's first level, whose coordinates are given.
loop::Expr Lowerer::first_of_chunk() const {
  const StoredLevel& first = result_.levels[0];
  const levels::Positions all{loop::integer(0), index_variable(upper_bound_.entries)};
  return first.format->search->among(first.site, all, chunk_begin(index_variable(upper_bound_.chunk)));
}

// Moves the entries of all chunks together. Positions decrease by the capacity that the chunks before have not used.
void Lowerer::join_levels(Block& out) {
  const loop::Expr part = index_variable(upper_bound_.chunk), zero = loop::integer(0), one = loop::integer(1);
  const std::size_t mark = storage_.names.mark();
  const std::string entry = storage_.names.fresh("n");
  Block moves, sums;
  loop::Expr is_apart = loop::boolean(false);
  std::vector<loop::Expr> totals, offsets, stored;
  out.push_back(loop::Comment{"move the entries of the chunks together"});
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const StoredLevel& level = result_.levels[groups_[g].first];
    const UpperBoundAssembly::Group& group = upper_bound_.groups[g];
    // The totals of groups below the first one are declared before all loops.
    if (g == 0)
      out.push_back(variable(level.total, element(group.end, zero)));
    else
      out.push_back(loop::Assign{level.total, loop::Update::set, element(group.end, zero)});
    totals.push_back(index_variable(level.total));
    offsets.push_back(element(group.offset, part));
    stored.push_back(loop::sub(element(group.end, part), offsets[g]));
    is_apart = loop::either(is_apart, loop::less(totals[g], offsets[g]));
    sums.push_back(loop::Assign{level.total, loop::Update::add, stored[g]});
  }
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const levels::LevelSite& site = result_.levels[groups_[g].first].site;
    if (g > 0) {
      const loop::Expr nth = loop::add(index_variable(entry), one);
      const loop::Expr end = loop::load_index(site.pos, site.pos_type, loop::add(offsets[g - 1], nth));
      const loop::Store shifted{site.pos, site.pos_type, loop::add(totals[g - 1], nth), loop::Update::set,
                                loop::cast(site.pos_type, loop::sub(end, loop::sub(offsets[g], totals[g])))};
      moves.push_back(loop::For{entry, zero, stored[g - 1], {shifted}});
    }
    for (std::size_t l = groups_[g].first; l <= groups_[g].last; ++l)
      moves.push_back(
          loop::Memmove{result_.levels[l].site.crd, result_.levels[l].site.crd_type, totals[g], offsets[g], stored[g]});
  }
  const auto cells = [&](loop::Expr of_entries) {
    for (std::size_t l = groups_.back().last + 1; l < result_.levels.size(); ++l)
      of_entries = loop::mul(of_entries, dense_extent(result_, l));
    return of_entries;
  };
  moves.push_back(
      loop::Memmove{result_.vals, result_.value, cells(totals.back()), cells(offsets.back()), cells(stored.back())});
  storage_.names.forget_since(mark);
  sums.insert(sums.begin(), loop::If{{is_apart}, {std::move(moves)}});
  loop::For parts{upper_bound_.chunk, one, index_variable(upper_bound_.chunks), std::move(sums)};
  parts.chunked = true;
  out.push_back(std::move(parts));
  const StoredLevel& root = result_.levels[0];
  if (root.site.pos.empty())
    out.push_back(loop::Declare{root.count_field, totals[0]});
  else
    out.push_back(loop::Store{root.site.pos, root.site.pos_type, one, loop::Update::set,
                              loop::cast(root.site.pos_type, totals[0])});
}

}  // namespace scorchc::lower
