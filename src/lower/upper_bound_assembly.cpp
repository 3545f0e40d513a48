// Assembles rows of a sparse result in a single pass with upper-bound allocation: entries are appended to arrays that
// are allocated for as many as there may be, and nothing is counted. The bound of a row is the sum of the lengths of
// the operands' rows, or the number of insertions into a workspace. Memory that is never touched costs nothing, and
// unused capacity is given back. Threads take contiguous chunks of rows with about equal bounds. Each chunk appends
// from where the rows before it would end at most; then the chunks are moved together.
#include <algorithm>

#include "lower/iterator.h"

namespace scorchc::lower {
namespace {

// The loop over the coordinates of a row's entries, after its temporaries.
const cin::Forall* loop_of_row(const cin::Stmt& stmt) {
  if (const cin::Where* where = stmt.as<cin::Where>()) return loop_of_row(where->consumer());
  return stmt.as<cin::Forall>();
}

}  // namespace

// The statement for a row, below loops over all rows in order and nothing else; null if the loops are different.
const cin::Stmt* Lowerer::rows_in_order() const {
  const std::vector<std::string>& indices = kernel_.statement.lhs.indices;
  const cin::Stmt* stmt = prepared_.rest;
  for (std::size_t l = 0; l < groups_[0].first; ++l) {
    const cin::Forall* loop = stmt->as<cin::Forall>();
    if (!loop || loop->index != indices[static_cast<std::size_t>(result_.levels[l].mode)]) return nullptr;
    const IterationTree tree = iteration_tree(*loop, kernel_);
    if (!storage_.part_of(loop->index).empty() || !is_in_iteration_domain(tree, {}) || !iterators(tree).empty())
      return nullptr;
    stmt = &loop->body[0];
  }
  return stmt;
}

std::optional<std::string> Lowerer::why_not_appended() const {
  if (counting_sorted_) return "loops do not visit its entries in storage order";
  if (in_blocks_) return "its rows consist of blocks, which are located before they are filled";
  if (std::any_of(kernel_.tensors.begin(), kernel_.tensors.end(),
                  [](const auto& each) { return !each.stands_for.empty(); }))
    return "a loop over a table of operands fills its rows";
  return {};
}

// Why there is no single pass, or why it would save nothing: each row has as many entries as one operand's row.
std::optional<std::string> Lowerer::why_counted() const {
  if (const std::optional<std::string> why = why_not_appended()) return why;
  const LevelGroup& group = groups_[0];
  const StoredLevel& level = result_.levels[group.first];
  if (may_outgrow_pos(result_, group)) return "the upper bounds of its rows may overflow its type of positions";
  if (copied_operand(*prepared_.rest, prepared_.scope)) return "its arrays are copied from an operand";
  const cin::Stmt* row = rows_in_order();
  const cin::Forall* loop = row ? loop_of_row(*row) : nullptr;
  if (!loop || !prepared_.rest->as<cin::Forall>() ||
      loop->index != kernel_.statement.lhs.indices[static_cast<std::size_t>(level.mode)])
    return "the outermost loops do not visit all of its rows in order";
  for (const cin::Where& where : cin::wheres(*row))
    if (!where.temporary.indices.empty() &&
        counting_sorts_into(where, storage_.tensor(where.temporary.tensor), storage_))
      return "the temporary `" + where.temporary.tensor + "` is counted in each row";
  const IterationTree tree = iteration_tree(*loop, kernel_);
  if (is_in_iteration_domain(tree, {})) return "its rows have an entry at every coordinate";
  const bool looks_up = !cin::located_by(*loop).empty();
  if (tree.kind == IterationTree::Kind::iterator && !walks_temporary(tree) && !looks_up &&
      stores_whole_rows(loop->body[0]))
    return "its rows are as long as those of `" + tree.iterator + "`: counting is a subtraction";
  return {};
}

// Whether something is stored at each coordinate that the enclosing loop walks, unless a range is empty.
bool Lowerer::stores_whole_rows(const cin::Stmt& body) const {
  Scope scope;
  const cin::Stmt* stmt = &body;
  for (const cin::Where* where = stmt->as<cin::Where>(); where; where = stmt->as<cin::Where>()) {
    if (may_be_unstored(where->producer(), scope, Ranges::are_not_empty)) return false;
    scope.temporaries[where->temporary.tensor] = Temporary();
    stmt = &where->consumer();
  }
  return !may_be_unstored(*stmt, scope, Ranges::are_not_empty);
}

// Whether the tree walks a temporary with a list or tuples. Temporaries that are made before all loops do not count.
bool Lowerer::walks_temporary(const IterationTree& tree) const {
  const std::vector<std::string> all = iterators(tree);
  return std::any_of(all.begin(), all.end(), [&](const std::string& access) {
    const TemporaryNames& names = storage_.tensor(tensor_of(access)).temporary;
    return !prepared_.made.count(tensor_of(access)) && (!names.seen.empty() || !names.tuples.empty());
  });
}

// Upper bound of the number of coordinates in the tree; empty if it may contain every coordinate.
std::optional<loop::Expr> Lowerer::most_of(const IterationTree& tree, const Scope& scope) const {
  using Kind = IterationTree::Kind;
  if (tree.kind == Kind::full) return {};
  if (tree.kind == Kind::iterator) {
    const levels::Positions range = make_iterator(tree.iterator, scope).range;
    return loop::sub(range.end, range.begin);
  }
  std::optional<loop::Expr> most;
  for (const IterationTree& child : tree.children) {
    const std::optional<loop::Expr> next = most_of(child, scope);
    if (!next && tree.kind == Kind::either) return {};
    if (!next) continue;
    most = !most ? *next : tree.kind == Kind::either ? loop::add(*most, *next) : loop::minimum(*most, *next);
  }
  return most;
}

// Replaces a loop while bounding. For a row, stores the upper bound of its entries; in a workspace's producer, adds the
// number of insertions. A workspace holds nothing yet, only its length is known: no loops run below its coordinates.
void Lowerer::bound(const cin::Forall& loop, const IterationTree& tree, const Scope& scope, Block& out) {
  if (!upper_bound_.index.empty()) return widen_span(loop, tree, scope, out);
  const std::optional<loop::Expr> most = most_of(tree, scope);
  const bool is_row = bounds_levels() ? is_loop_over_entries(loop) : opens_group(loop.index, scope);
  const bool is_known = is_row || (!has_forall(loop.body[0]) && !filled_.empty());
  upper_bound_.is_bounded = upper_bound_.is_bounded && most && is_known;
  if (!upper_bound_.is_bounded) return;
  if (is_row && bounds_levels()) {
    const loop::Expr extent = storage_.extent(loop.index);
    out.push_back(loop::Assign{upper_bound_.counter, loop::Update::add, loop::minimum(*most, extent)});
    return;
  }
  if (is_row) {
    const levels::LevelSite& site = result_.levels[groups_[0].first].site;
    out.push_back(loop::Store{site.pos, site.pos_type, loop::add(scope.result.position, loop::integer(1)),
                              loop::Update::set, loop::cast(site.pos_type, loop::minimum(*most, site.extent))});
    return;
  }
  const loop::Expr count = loop::index_variable(storage_.tensor(filled_).temporary.count);
  out.push_back(loop::Assign{storage_.tensor(filled_).temporary.count, loop::Update::set, loop::add(count, *most)});
}

// The sum of the bounds of all rows before `row`, if the bounds are lengths of operands' rows, which the operands'
// positions have summed up; else empty.
std::optional<loop::Expr> Lowerer::capacity_before(const loop::Expr& row) const {
  const cin::Forall& loop = *loop_of_row(*rows_in_order());
  const IterationTree tree = iteration_tree(loop, kernel_);
  const auto is_union = [](const IterationTree& each) {
    return each.kind == IterationTree::Kind::either || each.kind == IterationTree::Kind::iterator;
  };
  if (!is_union(tree) || !std::all_of(tree.children.begin(), tree.children.end(), is_union)) return {};
  loop::Expr capacity = loop::integer(0);
  for (const Access& access : cin::operands(loop.body[0])) {
    const std::vector<std::string> all = iterators(tree);
    if (std::find(all.begin(), all.end(), print(access)) == all.end()) continue;
    if (!has_rows_of_result(access)) return {};
    const levels::LevelSite& site = storage_.tensor(access.tensor).levels[groups_[0].first].site;
    const auto position = [&](const loop::Expr& at) { return loop::load_index(site.pos, site.pos_type, at); };
    capacity = loop::add(capacity, loop::sub(position(row), position(loop::integer(0))));
  }
  return capacity;
}

// Whether the operand has the result's rows as its own, in the same order.
bool Lowerer::has_rows_of_result(const Access& access) const {
  const StoredTensor& tensor = storage_.tensor(access.tensor);
  const std::size_t rows = groups_[0].first;
  if (dense_levels(tensor) != rows || tensor.levels.size() != rows + 1 || tensor.levels[rows].site.pos.empty())
    return false;
  const std::vector<std::string>& indices = kernel_.statement.lhs.indices;
  for (std::size_t l = 0; l < rows; ++l)
    if (access.indices[static_cast<std::size_t>(tensor.levels[l].mode)] !=
        indices[static_cast<std::size_t>(result_.levels[l].mode)])
      return false;
  return true;
}

std::optional<Lowerer::UpperBound> Lowerer::run_upper_bound(const std::string& most, std::string& why_not) {
  UpperBound pass;
  Block locals, loops;
  tables_ = &pass.bounds;
  locals_ = &locals;
  prepare_prefetch(loops);
  prepared_ = prepare(loops);
  if (const std::optional<std::string> why = why_counted()) {
    why_not = *why;
    return {};
  }
  const StoredLevel& level = result_.levels[groups_[0].first];
  pass.most = capacity_before(number_of_rows(result_));
  if (!pass.most) {
    upper_bound_.step = UpperBoundAssembly::Step::bounding;
    lower(*prepared_.rest, prepared_.scope, loops);
    if (!upper_bound_.is_bounded) {
      why_not = "no operand bounds the number of entries in a row";
      return {};
    }
  }
  pass.bounds.insert(pass.bounds.end(), locals.begin(), locals.end());
  pass.bounds.insert(pass.bounds.end(), loops.begin(), loops.end());
  upper_bound_.step = UpperBoundAssembly::Step::filling;
  upper_bound_.counter = storage_.names.fresh("p" + level_name(level));
  Block rows;
  locals.clear();
  tables_ = &pass.filling;
  const cin::Forall& outermost = *prepared_.rest->as<cin::Forall>();
  const bool parallel = may_run_parallel(outermost, prepared_.scope);
  if (parallel) chunk_rows(outermost, loop::index_variable(most), pass.filling);
  lower(*prepared_.rest, prepared_.scope, rows);
  pass.filling.insert(pass.filling.end(), locals.begin(), locals.end());
  if (!parallel) {
    pass.filling.push_back(loop::Declare{upper_bound_.counter, loop::integer(0), true});
    pass.filling.insert(pass.filling.end(), upper_bound_.history.begin(), upper_bound_.history.end());
  }
  pass.filling.insert(pass.filling.end(), rows.begin(), rows.end());
  if (parallel)
    join_chunks(pass.filling);
  else
    pass.filling.push_back(loop::Declare{level.count_field, loop::index_variable(upper_bound_.counter)});
  return pass;
}

// The first row of an iteration of the outermost loop.
loop::Expr Lowerer::first_row(const loop::Expr& at) const {
  loop::Expr row = at;
  for (std::size_t l = 1; l < groups_[0].first; ++l) row = loop::mul(row, result_.levels[l].site.extent);
  return row;
}

// Computes where the rows of each chunk begin, and its capacity: chunks have about equal bounds, or the same number of
// iterations.
void Lowerer::chunk_rows(const cin::Forall& outermost, const loop::Expr& most, Block& out) {
  UpperBoundAssembly& names = upper_bound_;
  const std::string prefix = storage_.coordinate(outermost.index);
  names.chunks = storage_.names.fresh("chunks");
  names.chunk = storage_.names.fresh("chunk");
  names.begin = storage_.names.fresh(prefix + "_begin");
  names.offset = storage_.names.fresh(level_name(result_.levels[groups_[0].first]) + "_offset");
  const auto variable = [](const std::string& name) { return loop::index_variable(name); };
  const levels::LevelSite& site = result_.levels[groups_[0].first].site;
  const auto capacity = [&](const loop::Expr& at) {
    return capacity_before(first_row(at)).value_or(loop::load_index(site.pos, site.pos_type, first_row(at)));
  };
  const loop::Expr parts = variable(names.chunks), part = variable(names.chunk),
                   extent = storage_.extent(outermost.index);
  const bool is_even = outermost.partition == Partition::iterations;
  out.push_back(loop::ChunkCount{names.chunks, most, prefix, outermost.partition,
                                 is_even
                                     ? "the same number of rows per thread"
                                     : "rows in chunks, one per thread, with about the same upper bound of entries"});
  out.push_back(loop::LocalArray{names.begin, loop::Type::i64, loop::add(parts, loop::integer(1)), false, cleanup()});
  out.push_back(loop::LocalArray{names.offset, loop::Type::i64, parts, false, cleanup()});
  const std::size_t mark = storage_.names.mark();
  Block body;
  const loop::Expr first =
      find_chunk(outermost, most, extent, [&](const loop::Expr& middle, Block&) { return capacity(middle); }, body);
  storage_.names.forget_since(mark);
  body.push_back(loop::Store{names.begin, loop::Type::i64, part, loop::Update::set, first});
  body.push_back(loop::Store{names.offset, loop::Type::i64, part, loop::Update::set, capacity(first)});
  out.push_back(loop::For{names.chunk, loop::integer(0), parts, std::move(body)});
  out.push_back(loop::Store{names.begin, loop::Type::i64, parts, loop::Update::set, extent});
}

// The loop over rows as a parallel loop over chunks.
loop::For Lowerer::in_chunks(loop::For rows) const {
  if (upper_bound_.step != UpperBoundAssembly::Step::filling || !rows.parallel) return rows;
  const loop::Expr part = loop::index_variable(upper_bound_.chunk);
  loop::For out{upper_bound_.chunk,    loop::integer(0), loop::index_variable(upper_bound_.chunks), {}, true,
                std::move(rows.locals)};
  out.chunked = true;
  rows.parallel = false;
  rows.work.reset();
  rows.locals.clear();
  rows.begin = chunk_begin(part);
  rows.end = chunk_begin(loop::add(part, loop::integer(1)));
  out.body = {loop::Declare{upper_bound_.counter, loop::load(upper_bound_.offset, loop::Type::i64, part), true}};
  out.body.insert(out.body.end(), upper_bound_.history.begin(), upper_bound_.history.end());
  out.body.push_back(std::move(rows));
  return out;
}

loop::Expr Lowerer::chunk_begin(const loop::Expr& part) const {
  return loop::load(upper_bound_.begin, loop::Type::i64, part);
}

// Moves the entries of all chunks together.
void Lowerer::join_chunks(Block& out) {
  const StoredLevel& level = result_.levels[groups_[0].first];
  const std::size_t mark = storage_.names.mark();
  const std::string gap = storage_.names.fresh("gap"), stored = storage_.names.fresh("stored"),
                    row = storage_.names.fresh("row");
  storage_.names.forget_since(mark);
  const loop::Expr part = loop::index_variable(upper_bound_.chunk), one = loop::integer(1), next = loop::add(part, one);
  const loop::Expr capacity = loop::load(upper_bound_.offset, loop::Type::i64, part),
                   count = loop::index_variable(level.count_field);
  const auto position = [&](const loop::Expr& at) { return loop::load_index(level.site.pos, level.site.pos_type, at); };
  const auto move = [&](const std::string& array, loop::Type element) {
    return loop::Memmove{array, element, count, capacity, loop::index_variable(stored)};
  };
  const loop::Expr behind = loop::add(loop::index_variable(row), one);
  const loop::Store shifted{level.site.pos, level.site.pos_type, behind, loop::Update::set,
                            loop::cast(level.site.pos_type, loop::sub(position(behind), loop::index_variable(gap)))};
  Block body = {loop::Declare{gap, loop::sub(capacity, count)},
                loop::Declare{stored, loop::sub(position(first_row(chunk_begin(next))), capacity)},
                move(level.site.crd, level.site.crd_type),
                move(result_.vals, result_.value),
                loop::For{row, first_row(chunk_begin(part)), first_row(chunk_begin(next)), {shifted}},
                loop::Assign{level.count_field, loop::Update::set, loop::add(count, loop::index_variable(stored))}};
  out.push_back(loop::Comment{"move the entries of the chunks together"});
  out.push_back(loop::Declare{level.count_field, position(first_row(chunk_begin(one))), true});
  loop::For parts{upper_bound_.chunk,
                  one,
                  loop::index_variable(upper_bound_.chunks),
                  {loop::If{{loop::less(chunk_begin(part), chunk_begin(next))}, {std::move(body)}}}};
  parts.chunked = true;
  out.push_back(std::move(parts));
}

}  // namespace scorchc::lower
