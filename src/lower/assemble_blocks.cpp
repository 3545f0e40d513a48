// Assembles rows of blocks with loops that visit a row's entries in any order (Kernel::can_assemble_blocks). For each
// row the loops run twice: first to find the blocks that hold something, then to store each entry at its place in its
// block.
//
//   row of blocks   . a b .  . . . .  c . . .     found: 2, 0       sorted: 0, 2
//                   d . . .  . . . .  . e . .     place: 0 -> first of the row, 2 -> the next position
//
// An operand without a loop over rows (coo) has rows as segments of its first level. If an operand stores columns first
// (csc), blocks arrive in order: append_blocks_in_order.cpp.
#include <algorithm>

#include "ir/loop_uses.h"
#include "lower/iterator.h"

namespace scorchc::lower {

bool needs_block_assembly(const cin::Program& program) {
  return program.split.places(cin::loops_to_assignment(program.body));
}

// Names the variables before all loops, since the scopes of loops release the names made in them.
void Lowerer::prepare_block_assembly(Block& out) {
  const std::string prefix = level_name(result_.levels[dense_levels(result_)]);
  blocks_.seen = storage_.names.fresh(prefix + "_seen");
  if (appends_blocks_in_order()) {
    if (!assembly_.counts) blocks_.next = declare_cursors(result_, out);
    return;
  }
  blocks_.count = storage_.names.fresh("n" + prefix);
  if (assembly_.counts) return;
  blocks_.found = storage_.names.fresh(prefix + "_found");
  blocks_.scratch = storage_.names.fresh(prefix + "_scratch");
  blocks_.places = storage_.names.fresh(prefix + "_place");
}

// Whether the loop runs over a whole index whose blocks are the rows.
bool Lowerer::assembles_whole_rows(const cin::Forall& loop, const Scope& scope) const {
  if (is_row_of_result(loop.index)) return false;
  Scope inside = scope;
  inside.coordinates.insert_or_assign(loop.index, loop::integer(0));
  return find_row(kernel_.statement.lhs, inside).has_value();
}

void Lowerer::assemble_blocks(const cin::Forall& loop, const Scope& scope, Block& out) {
  if (blocks_.step != BlockAssembly::Step::none || appends_blocks_in_order())
    lower_forall(loop, scope, out);
  else if (find_row(kernel_.statement.lhs, scope))
    lower_row(loop, scope, out);
  else if (assembles_whole_rows(loop, scope))
    assemble_block_rows(loop, scope, out);
  else
    lower_forall(loop, scope, out);
}

void Lowerer::declare_block_assembly(const std::string& name, const Assembly& wanted) {
  const bool is_wanted = (wanted.counts && assembly_.counts) || (wanted.writes_crd && assembly_.writes_crd) ||
                         (wanted.writes_vals && assembly_.writes_vals);
  if (!is_wanted || !declared_.insert(name).second) return;
  const loop::Expr& extent = result_.levels[dense_levels(result_)].site.extent;
  locals_->push_back(loop::LocalArray{name, loop::Type::i64, extent, name == blocks_.seen, cleanup()});
}

// Walks the stored coordinates of an index block by block. The loop over the index itself runs inside each block's
// segment.
void Lowerer::assemble_block_rows(const cin::Forall& loop, Scope scope, Block& out) {
  const std::string& index = kernel_.statement.lhs.indices[static_cast<std::size_t>(result_.levels[0].mode)];
  const std::size_t names = storage_.names.mark();
  const std::string access = iterators(iteration_tree(loop, kernel_)).front();
  const StoredLevel& level = storage_.tensor(tensor_of(access)).levels[0];
  const levels::PositionIteration& walk = *level.format->position_iteration;
  const levels::Positions all = walk.bounds(level.site, scope.access(access).position);
  const std::string prefix = "p" + level_name(level);
  const std::string begin = storage_.names.fresh(prefix + "_row"), stored = storage_.names.fresh(prefix + "_stored");
  const std::string end = storage_.names.fresh(prefix + "_row_end");
  const loop::Expr size = loop::integer(kernel_.indices.at(index).block);
  const loop::Expr row = loop::index_variable(storage_.coordinate(index)), last = loop::index_variable(stored);
  const loop::Expr from = loop::index_variable(begin), to = loop::index_variable(end);
  scope.coordinates.insert_or_assign(index, row);
  scope.accesses[access].segment = {from, to};

  out.push_back(loop::Comment{index + ": " + access + ", one block at a time"});
  out.push_back(loop::Declare{begin, all.begin, true});
  out.push_back(loop::Declare{stored, all.end});
  const auto row_at = [&](const loop::Expr& position) { return loop::divide(walk.access(level.site, position), size); };
  Block body = {loop::Declare{storage_.coordinate(index), row_at(from)}, loop::Declare{end, from, true},
                loop::While{loop::both(loop::less(to, last), loop::equal(row_at(to), row)),
                            {loop::Assign{end, loop::Update::add, loop::integer(1)}}}};
  lower_row(loop, scope, body);
  body.push_back(loop::Assign{begin, loop::Update::set, to});
  out.push_back(loop::While{loop::less(from, last), std::move(body)});
  storage_.names.forget_since(names);
}

// Lowers the loops inside a row: to find its blocks, then to fill them.
void Lowerer::lower_row(const cin::Forall& loop, const Scope& scope, Block& out) {
  declare_block_assembly(blocks_.seen, {true, true, false});
  declare_block_assembly(blocks_.found, {false, true, false});
  declare_block_assembly(blocks_.scratch, {false, true, false});
  declare_block_assembly(blocks_.places, {false, false, true});
  blocks_.row = find_row(kernel_.statement.lhs, scope).value();
  if (assembly_.counts || assembly_.writes_crd) {
    out.push_back(loop::Declare{blocks_.count, loop::integer(0), true});
    blocks_.step = BlockAssembly::Step::finding;
    lower_forall(loop, scope, out);
  }
  if (assembly_.counts) {
    const levels::LevelSite& site = result_.levels[dense_levels(result_)].site;
    out.push_back(loop::Store{site.pos, site.pos_type, loop::add(blocks_.row, loop::integer(1)), loop::Update::set,
                              loop::cast(site.pos_type, loop::index_variable(blocks_.count))});
  } else {
    order_row(out);
  }
  if (assembly_.writes_vals) {
    blocks_.step = BlockAssembly::Step::filling;
    lower_forall(loop, scope, out);
  }
  blocks_.step = BlockAssembly::Step::none;
}

// Sorts the found blocks, stores them as the row's coordinates, and records the position of each.
void Lowerer::order_row(Block& out) {
  const levels::LevelSite& site = result_.levels[dense_levels(result_)].site;
  const std::size_t names = storage_.names.mark();
  const std::string name = storage_.names.fresh("p" + level_name(result_.levels[dense_levels(result_)]));
  storage_.names.forget_since(names);
  const auto position = [&](const loop::Expr& row) { return loop::load_index(site.pos, site.pos_type, row); };
  const loop::Expr at = loop::index_variable(name), begin = position(blocks_.row);
  const auto is_at = [&](const loop::Expr& coordinate, const loop::Expr& entry) {
    return loop::Store{blocks_.places, loop::Type::i64, coordinate, loop::Update::set, entry};
  };
  if (!assembly_.writes_crd) {
    const loop::Expr stored = loop::load_index(site.crd, site.crd_type, at);
    out.push_back(loop::For{name, begin, position(loop::add(blocks_.row, loop::integer(1))), {is_at(stored, at)}});
    return;
  }
  const loop::Expr count = loop::index_variable(blocks_.count), entry = loop::add(begin, at);
  const loop::Expr found = loop::load(blocks_.found, loop::Type::i64, at);
  out.push_back(loop::SortList{blocks_.found, blocks_.scratch, count, site.extent});
  Block body = {loop::Store{site.crd, site.crd_type, entry, loop::Update::set, loop::cast(site.crd_type, found)}};
  if (assembly_.writes_vals) body.push_back(is_at(found, entry));
  out.push_back(loop::For{name, loop::integer(0), count, std::move(body)});
}

// Lowers an assignment: finds the entry's block, or stores the entry at its place in the block.
void Lowerer::place(const cin::Assign& assign, const Value& value, const Scope& scope, Block& out) {
  Block body;
  const std::string& index = assign.lhs.indices[static_cast<std::size_t>(result_.levels[dense_levels(result_)].mode)];
  if (appends_blocks_in_order()) {
    blocks_.starts_from_zero = blocks_.starts_from_zero || !blocks_.met;
    const AppendedBlock met = blocks_.met ? *blocks_.met : append_next_block(scope, body);
    if (assembly_.writes_vals) body.push_back(store_in_block(met.position, assign, value, scope));
    return guarded(value.present, std::move(body), out);
  }
  loop::Expr block = coordinate(index, scope);
  if (!block.as<loop::Variable>()) {
    body.push_back(loop::Declare{storage_.coordinate(index), block});
    block = loop::index_variable(storage_.coordinate(index));
  }
  if (blocks_.step == BlockAssembly::Step::finding)
    body.push_back(find_block(block));
  else
    body.push_back(store_in_block(loop::load(blocks_.places, loop::Type::i64, block), assign, value, scope));
  guarded(value.present, std::move(body), out);
}

// Whether all iterations of the loop find the same block: one iteration suffices then.
bool Lowerer::finds_same_block(const std::string& index, const Block& body) const {
  return blocks_.step == BlockAssembly::Step::finding && !loop::used_names(body).count(index);
}

// Marks a block that is new in its row with the row, and lists it.
loop::Stmt Lowerer::find_block(const loop::Expr& block) const {
  const loop::Expr mark = loop::add(blocks_.row, loop::integer(1)), count = loop::index_variable(blocks_.count);
  Block is_new = {loop::Store{blocks_.seen, loop::Type::i64, block, loop::Update::set, mark}};
  if (!assembly_.counts) is_new.push_back(loop::Store{blocks_.found, loop::Type::i64, count, loop::Update::set, block});
  is_new.push_back(loop::Assign{blocks_.count, loop::Update::add, loop::integer(1)});
  const loop::Expr seen = loop::equal(loop::load(blocks_.seen, loop::Type::i64, block), mark);
  return loop::If{{loop::negate(seen)}, {std::move(is_new)}};
}

loop::Stmt Lowerer::store_in_block(loop::Expr position, const cin::Assign& assign, const Value& value,
                                   const Scope& scope) const {
  for (std::size_t l = dense_levels(result_) + 1; l < result_.levels.size(); ++l) {
    const StoredLevel& level = result_.levels[l];
    const loop::Expr at = coordinate(assign.lhs.indices[static_cast<std::size_t>(level.mode)], scope);
    position = level.format->locate->position(level.site, position, at);
  }
  const loop::Update update = assign.op == AssignOp::add ? loop::Update::add : loop::Update::set;
  return loop::Store{result_.vals, result_.value, position, update, loop::cast(result_.value, value.value)};
}

}  // namespace scorchc::lower
