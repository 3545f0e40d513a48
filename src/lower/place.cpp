// Rows of blocks, filled by loops that meet a row's entries in any order (Kernel::can_place): for each row, the loops run
// once to find which of its blocks hold something, and once more to put each entry in its place in its block.
//
//   row of blocks   . a b .  . . . .  c . . .     found: 2, 0       sorted: 0, 2
//                   d . . .  . . . .  . e . .     place: 0 -> first of the row, 2 -> the one behind it
#include "lower/lowerer.h"

namespace scorchc::lower {

bool places(const cin::Program& program) { return program.split.places(loops_to_assignment(program.body)); }

// Before all loops: their scopes forget the names that are made in them.
void Lowerer::name_place() {
  const std::string prefix = level_name(result_.levels[dense_levels(result_)]);
  place_.seen = storage_.names.fresh(prefix + "_seen");
  place_.count = storage_.names.fresh("n" + prefix);
  if (assembly_.counts) return;
  place_.found = storage_.names.fresh(prefix + "_found");
  place_.scratch = storage_.names.fresh(prefix + "_scratch");
  place_.places = storage_.names.fresh(prefix + "_place");
}

bool Lowerer::is_whole_row(const Scope& scope) const {
  return placed_ && place_.step == Place::Step::none && find_row(kernel_.statement.lhs, scope).has_value();
}

void Lowerer::declare_place(const std::string& name, const Assembly& wanted) {
  const bool is_wanted = (wanted.counts && assembly_.counts) || (wanted.writes_crd && assembly_.writes_crd) ||
                         (wanted.writes_vals && assembly_.writes_vals);
  if (!is_wanted || !declared_.insert(name).second) return;
  const loop::Expr& extent = result_.levels[dense_levels(result_)].site.extent;
  locals_->push_back(loop::LocalArray{name, loop::Type::i64, extent, name == place_.seen, cleanup()});
}

// The loops inside of a row.
void Lowerer::lower_row(const cin::Forall& loop, const Scope& scope, Block& out) {
  declare_place(place_.seen, {true, true, false});
  declare_place(place_.found, {false, true, false});
  declare_place(place_.scratch, {false, true, false});
  declare_place(place_.places, {false, false, true});
  place_.row = find_row(kernel_.statement.lhs, scope).value();
  if (assembly_.counts || assembly_.writes_crd) {
    out.push_back(loop::Declare{place_.count, loop::integer(0), true});
    place_.step = Place::Step::finding;
    lower_forall(loop, scope, out);
  }
  if (assembly_.counts) {
    const levels::LevelSite& site = result_.levels[dense_levels(result_)].site;
    out.push_back(loop::Store{site.pos, site.pos_type, loop::add(place_.row, loop::integer(1)), loop::Update::set,
                              loop::cast(site.pos_type, loop::index_variable(place_.count))});
  } else {
    order_row(out);
  }
  if (assembly_.writes_vals) {
    place_.step = Place::Step::filling;
    lower_forall(loop, scope, out);
  }
  place_.step = Place::Step::none;
}

// What was found in any order becomes the row's coordinates; and where each is becomes known.
void Lowerer::order_row(Block& out) {
  const levels::LevelSite& site = result_.levels[dense_levels(result_)].site;
  const std::size_t names = storage_.names.mark();
  const std::string name = storage_.names.fresh("p" + level_name(result_.levels[dense_levels(result_)]));
  storage_.names.forget_since(names);
  const auto position = [&](const loop::Expr& row) { return loop::load_index(site.pos, site.pos_type, row); };
  const loop::Expr at = loop::index_variable(name), begin = position(place_.row);
  const auto is_at = [&](const loop::Expr& coordinate, const loop::Expr& entry) {
    return loop::Store{place_.places, loop::Type::i64, coordinate, loop::Update::set, entry};
  };
  if (!assembly_.writes_crd) {
    const loop::Expr stored = loop::load_index(site.crd, site.crd_type, at);
    out.push_back(loop::For{name, begin, position(loop::add(place_.row, loop::integer(1))), {is_at(stored, at)}});
    return;
  }
  const loop::Expr count = loop::index_variable(place_.count), entry = loop::add(begin, at);
  const loop::Expr found = loop::load(place_.found, loop::Type::i64, at);
  out.push_back(loop::SortList{place_.found, place_.scratch, count, site.extent});
  Block body = {loop::Store{site.crd, site.crd_type, entry, loop::Update::set, loop::cast(site.crd_type, found)}};
  if (assembly_.writes_vals) body.push_back(is_at(found, entry));
  out.push_back(loop::For{name, loop::integer(0), count, std::move(body)});
}

// An entry: its block is found, or the entry goes to its place in it.
void Lowerer::place(const cin::Assign& assign, const Value& value, const Scope& scope, Block& out) {
  Block body;
  const std::size_t first = dense_levels(result_);
  const std::string& index = assign.lhs.indices[static_cast<std::size_t>(result_.levels[first].mode)];
  loop::Expr block = coordinate(index, scope);
  if (!block.as<loop::Variable>()) {
    body.push_back(loop::Declare{storage_.coordinate(index), block});
    block = loop::index_variable(storage_.coordinate(index));
  }
  if (place_.step == Place::Step::finding) {
    const loop::Expr mark = loop::add(place_.row, loop::integer(1)), count = loop::index_variable(place_.count);
    Block is_new = {loop::Store{place_.seen, loop::Type::i64, block, loop::Update::set, mark}};
    if (!assembly_.counts) is_new.push_back(loop::Store{place_.found, loop::Type::i64, count, loop::Update::set, block});
    is_new.push_back(loop::Assign{place_.count, loop::Update::add, loop::integer(1)});
    const loop::Expr seen = loop::equal(loop::load(place_.seen, loop::Type::i64, block), mark);
    body.push_back(loop::If{{loop::negate(seen)}, {std::move(is_new)}});
  } else {
    loop::Expr position = loop::load(place_.places, loop::Type::i64, block);
    for (std::size_t l = first + 1; l < result_.levels.size(); ++l) {
      const StoredLevel& level = result_.levels[l];
      const loop::Expr at = coordinate(assign.lhs.indices[static_cast<std::size_t>(level.mode)], scope);
      position = level.format->locate->position(level.site, position, at);
    }
    body.push_back(loop::Store{result_.vals, result_.value, position, loop::Update::set, loop::cast(result_.value, value.value)});
  }
  guarded(value.present, std::move(body), out);
}

}  // namespace scorchc::lower
