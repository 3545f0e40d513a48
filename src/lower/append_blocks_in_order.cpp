// Assembles rows of blocks with loops that return to each row repeatedly, each time at a later block
// (Kernel::can_assemble_blocks). They occur where an operand stores columns first (csc), or blocks in columns (bcsr to
// bcsc). Within a row, all entries of a block arrive consecutively. An entry belongs to the last block of its row, or a
// new block is appended: a mark for each row tells which, unless the loops visit each block once.
//
// All values are cleared before the loops. If all blocks are moved as a whole, only the blocks at the edges are
// cleared, one by one. (Clearing every block by itself would cost more: a block with few entries may span more cache
// lines than entries.)
#include <algorithm>

#include "lower/lowerer.h"

namespace scorchc::lower {
namespace {

const std::string& index_of(const StoredLevel& level, const Access& access) {
  return access.indices[static_cast<std::size_t>(level.mode)];
}

/// The only assignment inside plain loops, and the indices of these loops.
struct Nest {
  std::set<std::string> loops;
  const cin::Assign* assign = nullptr;
};
Nest plain_nest(const cin::Stmt& body) {
  Nest nest;
  const cin::Stmt* inside = &body;
  for (const cin::Forall* loop = inside->as<cin::Forall>(); loop; loop = inside->as<cin::Forall>()) {
    nest.loops.insert(loop->index);
    inside = &loop->body[0];
  }
  nest.assign = inside->as<cin::Assign>();
  return nest;
}

/// The same loops without vectorisation, for the few blocks at the edges.
cin::Stmt one_by_one(const cin::Stmt& nest) {
  const cin::Forall* loop = nest.as<cin::Forall>();
  if (!loop) return nest;
  cin::Forall plain = *loop;
  plain.vector = false;
  plain.body[0] = one_by_one(loop->body[0]);
  return plain;
}

/// Number of values below one position of the first `levels` levels; empty if it is not a constant.
std::optional<std::int64_t> values_below(const StoredTensor& tensor, std::size_t levels) {
  std::int64_t count = 1;
  for (std::size_t l = levels; l < tensor.levels.size(); ++l) {
    const loop::Expr extent = dense_extent(tensor, l);
    if (!extent.as<loop::Integer>()) return {};
    count *= extent.as<loop::Integer>()->value;
  }
  return count;
}

loop::Expr times(const loop::Expr& position, std::int64_t count) { return loop::mul(position, loop::integer(count)); }

}  // namespace

// Whether the loop over the sparse level's index, over its blocks, or over its whole index begins before all rows are
// bound.
bool Lowerer::appends_blocks_in_order() const {
  const std::vector<std::string> loops = cin::loops_to_assignment(program_.body);
  const Access& lhs = kernel_.statement.lhs;
  const std::size_t rows = dense_levels(result_);
  const std::string& block = index_of(result_.levels[rows], lhs);
  const std::string& whole = storage_.part_of(block);
  const auto first = std::find_if(loops.begin(), loops.end(), [&](const std::string& loop) {
    return loop == block || (!whole.empty() && (loop == whole || storage_.part_of(loop) == whole));
  });
  return std::any_of(result_.levels.begin(), result_.levels.begin() + static_cast<std::ptrdiff_t>(rows),
                     [&](const StoredLevel& row) {
                       return std::none_of(loops.begin(), first, [&](const std::string& loop) {
                         return loop == index_of(row, lhs) || loop == storage_.part_of(index_of(row, lhs));
                       });
                     });
}

// Whether the enclosing loops bind the row and the block, and nothing else.
bool Lowerer::appends_block_once(const Scope& scope) const {
  const auto above = result_.levels.begin() + static_cast<std::ptrdiff_t>(dense_levels(result_)) + 1;
  return cin::single_assignment(program_.body) &&
         std::all_of(scope.coordinates.begin(), scope.coordinates.end(), [&](const auto& bound) {
           return std::any_of(result_.levels.begin(), above, [&](const StoredLevel& level) {
             return index_of(level, kernel_.statement.lhs) == bound.first;
           });
         });
}

// The condition that the row does not have this block yet. `is_new` receives the store that marks the row with it.
loop::Expr Lowerer::mark_block(const loop::Expr& row, const loop::Expr& block, Block& is_new) {
  if (declared_.insert(blocks_.seen).second)
    locals_->push_back(loop::LocalArray{blocks_.seen, loop::Type::i64, number_of_rows(result_), true, cleanup()});
  const loop::Expr mark = loop::add(block, loop::integer(1));
  is_new.push_back(loop::Store{blocks_.seen, loop::Type::i64, row, loop::Update::set, mark});
  return loop::negate(loop::equal(loop::load(blocks_.seen, loop::Type::i64, row), mark));
}

// Counts a block, or stores it after the other blocks of its row.
void Lowerer::record_block(const loop::Expr& row, const loop::Expr& block, const loop::Expr& position,
                           Block& out) const {
  const levels::LevelSite& site = result_.levels[dense_levels(result_)].site;
  const loop::Expr one = loop::integer(1);
  if (assembly_.writes_crd)
    out.push_back(loop::Store{site.crd, site.crd_type, position, loop::Update::set, loop::cast(site.crd_type, block)});
  if (assembly_.counts)
    out.push_back(loop::Store{site.pos, site.pos_type, loop::add(row, one), loop::Update::add, one});
  else
    out.push_back(loop::Store{blocks_.next, site.pos_type, row, loop::Update::add, one});
}

// The position of the current block, appended if it is new.
Lowerer::AppendedBlock Lowerer::append_next_block(const Scope& scope, Block& out) {
  const auto named = [&](const std::string& name, const loop::Expr& known) {
    if (known.as<loop::Variable>()) return known;
    out.push_back(loop::Declare{name, known});
    return loop::index_variable(name);
  };
  const Access& lhs = kernel_.statement.lhs;
  const StoredLevel& level = result_.levels[dense_levels(result_)];
  const std::string& index = index_of(level, lhs);
  const loop::Expr block = named(storage_.coordinate(index), coordinate(index, scope));
  const std::size_t names = storage_.names.mark();
  const loop::Expr row = named(storage_.names.fresh("row"), find_row(lhs, scope).value());
  storage_.names.forget_since(names);
  const loop::Expr next =
      assembly_.counts ? loop::integer(0) : loop::load_index(blocks_.next, level.site.pos_type, row);
  if (appends_block_once(scope)) {
    const std::string name = storage_.names.fresh("p" + level_name(level));
    const loop::Expr position = loop::index_variable(name);
    if (!assembly_.counts) out.push_back(loop::Declare{name, next});
    record_block(row, block, position, out);
    return {position, true};
  }
  Block is_new;
  const loop::Expr condition = mark_block(row, block, is_new);
  record_block(row, block, next, is_new);
  out.push_back(loop::If{{condition}, {std::move(is_new)}});
  return {loop::sub(next, loop::integer(1)), false};
}

// Appends a block once, in the loop that binds it, and not once for each place in it. It requires that the enclosing
// scope does not bind the block yet, and that something is surely stored in it.
void Lowerer::append_whole_block(const cin::Stmt& body, const Scope& outer, const Scope& scope, Block& out) {
  if (!in_blocks_ || blocks_.met || !filled_.empty() || !appends_blocks_in_order()) return;
  const Access& lhs = kernel_.statement.lhs;
  const StoredLevel& level = result_.levels[dense_levels(result_)];
  const auto is_known = [&](const Scope& here) {
    return find_row(lhs, here) && find_coordinate(index_of(level, lhs), here);
  };
  if (!is_known(scope) || is_known(outer) || !has_forall(body) || may_be_unstored(body, scope)) return;
  blocks_.met = append_next_block(scope, out);
  if (!assembly_.writes_vals || blocks_.met->is_new) return;
  const std::string name = storage_.names.fresh("p" + level_name(level));
  out.push_back(loop::Declare{name, blocks_.met->position});
  blocks_.met->position = loop::index_variable(name);
}

// The operand whose block the loops inside would copy to the result unchanged; empty if there is none.
std::optional<Access> Lowerer::moved_block(const cin::Stmt& body, const Scope& scope) const {
  const Nest nest = plain_nest(body);
  const Access* access = nest.assign && nest.assign->op == AssignOp::set ? nest.assign->rhs.as<Access>() : nullptr;
  if (!access || options_.bodies != Options::Bodies::plain) return {};
  const StoredTensor& operand = storage_.tensor(access->tensor);
  const AccessState state = scope.access(print(*access));
  const std::size_t from = state.level, to = dense_levels(result_) + 1, places = result_.levels.size() - to;
  if (!operand.table.empty() || operand.value != result_.value || nest.loops.size() != places) return {};
  if (operand.levels.size() - from != places || !values_below(operand, from)) return {};
  for (std::size_t l = 0; l < places; ++l) {
    const std::string& index = index_of(result_.levels[to + l], nest.assign->lhs);
    if (index_of(operand.levels[from + l], *access) != index || !nest.loops.count(index)) return {};
    if (dense_extent(operand, from + l) != dense_extent(result_, to + l)) return {};
  }
  return *access;
}

// The condition that all cells of the block lie within the extents. Cells beyond them are not read.
loop::Expr Lowerer::is_whole_block(const Scope& scope) const {
  loop::Expr whole = loop::boolean(true);
  for (std::size_t l = dense_levels(result_) + 1; l < result_.levels.size(); ++l) {
    const loop::Expr end = end_of(index_of(result_.levels[l], kernel_.statement.lhs), scope);
    const loop::Binary* least = end.as<loop::Binary>();
    if (least && least->op == loop::BinaryOp::minimum)
      whole = loop::both(whole, loop::negate(loop::less(least->operands[1], least->operands[0])));
  }
  return whole;
}

// Moves a block that has just been appended. Returns whether it did: then the loops inside have nothing left to do.
bool Lowerer::move_block(const cin::Stmt& body, const Scope& scope, Block& out) {
  if (!blocks_.met || !assembly_.writes_vals) return false;
  const loop::Expr position = blocks_.met->position;
  const std::optional<Access> moved_access = blocks_.met->is_new ? moved_block(body, scope) : std::nullopt;
  blocks_.starts_from_zero = blocks_.starts_from_zero || !moved_access;
  if (!moved_access) return false;
  const StoredTensor& operand = storage_.tensor(moved_access->tensor);
  const std::int64_t size = values_below(result_, dense_levels(result_) + 1).value();
  const std::string name = storage_.names.fresh("n");
  const loop::Expr at = loop::index_variable(name), whole = is_whole_block(scope);
  const loop::Expr begin = scope.access(print(*moved_access)).position.begin;
  const loop::Expr value = loop::load(operand.vals, operand.value, loop::add(times(begin, size), at));
  const Block moved = {loop::For{name,
                                 loop::integer(0),
                                 loop::integer(size),
                                 {loop::Store{result_.vals, result_.value, loop::add(times(position, size), at),
                                              loop::Update::set, loop::cast(result_.value, value)}}}};
  if (whole != loop::boolean(true)) {
    Block piecewise = {loop::Clear{result_.vals, result_.value, loop::integer(size), times(position, size)}};
    lower(one_by_one(body), scope, piecewise);
    out.push_back(loop::If{{whole}, {moved, std::move(piecewise)}});
  } else {
    out.insert(out.end(), moved.begin(), moved.end());
  }
  return true;
}

}  // namespace scorchc::lower
