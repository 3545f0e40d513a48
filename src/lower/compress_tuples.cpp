// Converts operands to tuples with a compressed first level, so that no array is as long as an extent. Each coordinate
// is stored once, with the positions of its entries:
//
//   A, by i   0: 1 3   2: 0 2 3         by j   0: 2   1: 0   2: 2   3: 0 2
//
// The producer walks what an operand stores, so it may run twice. If an array over the index is no longer than what is
// stored, entries are counted in it and then put in place. Otherwise they are sorted: the extent may be huge, and with
// fewer entries than coordinates, sorting is no slower.
#include <algorithm>

#include "lower/lowerer.h"

namespace scorchc::lower {
namespace {

// Twice as many fit in a cache as of i64; cache misses dominate the time to put entries in place.
constexpr loop::Type place_type = loop::Type::i32;

bool fits_places(const StoredTensor& operand) {
  return std::any_of(operand.levels.begin(), operand.levels.end(), [](const StoredLevel& level) {
    return !level.site.pos.empty() && level.site.pos_type == place_type;
  });
}

}  // namespace

void Lowerer::fill_compressed_tuples(const cin::Where& where, const StoredTensor& tensor, const Scope& scope,
                                     Block& out) {
  const TemporaryNames& names = tensor.temporary;
  const levels::LevelSite &first = tensor.levels[0].site, &second = tensor.levels[1].site;
  const StoredTensor& operand = storage_.tensor(cin::converted_operand(where)->tensor);
  const loop::Expr most = *stored_entries(operand);
  const bool is_filled_again = declared_.count(tensor.name) > 0;
  declare_workspace(tensor, where);
  if (!is_filled_again) {
    const loop::Expr rows = loop::minimum(most, first.extent);
    locals_->push_back(
        loop::LocalArray{second.pos, second.pos_type, loop::add(rows, loop::integer(1)), false, cleanup()});
  }
  if (is_filled_again && scope.coordinates.empty())
    out.push_back(loop::Assign{names.rows, loop::Update::set, loop::integer(0)});
  else
    out.push_back(loop::Declare{names.rows, loop::integer(0), true});

  workspaces_[tensor.name] = &where;
  const Scope inside = producer_scope(scope_inside(where.producer(), scope));
  const std::size_t keys = cin::keys_out_of_order(where, kernel_);
  Block sorted;
  if (is_filled_again || !scope.coordinates.empty()) sorted.push_back(loop::ResetTuples{names.tuples});
  lower(where.producer(), inside, sorted);
  sort_compressed_tuples(tensor, keys, sorted);
  if (keys > 1) {
    // Put in place by the first coordinate, they would be unordered by the second.
    out.insert(out.end(), sorted.begin(), sorted.end());
  } else {
    loop::Expr is_too_long = loop::less(most, first.extent);
    if (!fits_places(operand)) is_too_long = loop::either(loop::less(loop::integer(i32_limit), most), is_too_long);
    Block placed;
    const loop::Expr is_placed = declare_places(tensor, loop::negate(is_too_long));
    put_tuples_in_place(where.producer(), tensor, inside, placed);
    out.push_back(loop::If{{is_placed}, {std::move(placed), std::move(sorted)}});
  }
  workspaces_.erase(tensor.name);
}

// Declares the array of cursors, and the flag that selects whether entries are put in place. Returns the flag.
loop::Expr Lowerer::declare_places(const StoredTensor& tensor, const loop::Expr& has_space) {
  const std::string flag = storage_.names.fresh(tensor.name + "_placed");
  const loop::Expr is_placed = loop::flag_variable(flag);
  tuple_compression_.next = storage_.names.fresh(level_name(tensor.levels[0]) + "_next");
  const loop::Expr count = loop::add(tensor.levels[0].site.extent, loop::integer(1));
  locals_->push_back(loop::Declare{flag, has_space});
  locals_->push_back(loop::LocalArray{tuple_compression_.next, place_type,
                                      loop::select(is_placed, count, loop::integer(1)), false, cleanup()});
  return is_placed;
}

void Lowerer::put_tuples_in_place(const cin::Stmt& producer, const StoredTensor& tensor, const Scope& scope,
                                  Block& out) {
  const levels::LevelSite& first = tensor.levels[0].site;
  const std::string coordinate = storage_.coordinate(tensor.indices[static_cast<std::size_t>(tensor.levels[0].mode)]);
  const loop::Expr at = loop::index_variable(coordinate), behind = loop::add(at, loop::integer(1));
  const auto next = [&](const loop::Expr& of) { return loop::load_index(tuple_compression_.next, place_type, of); };
  out.push_back(loop::Clear{tuple_compression_.next, place_type, loop::add(first.extent, loop::integer(1))});
  tuple_compression_.step = TupleCompression::Step::counting;
  counts_rows_ = true;
  lower(producer, scope, out);
  counts_rows_ = false;
  out.push_back(loop::Comment{"where the entries of each " + coordinate + " go: prefix sums of the counts"});
  out.push_back(loop::For{coordinate,
                          loop::integer(0),
                          first.extent,
                          {loop::Store{tuple_compression_.next, place_type, behind, loop::Update::set,
                                       loop::cast(place_type, loop::add(next(behind), next(at)))}}});
  tuple_compression_.step = TupleCompression::Step::filling;
  lower(producer, scope, out);
  tuple_compression_.step = TupleCompression::Step::none;
  find_compressed_rows(tensor, out);
}

void Lowerer::find_compressed_rows(const StoredTensor& tensor, Block& out) const {
  const levels::LevelSite &first = tensor.levels[0].site, &second = tensor.levels[1].site;
  const std::string coordinate = storage_.coordinate(tensor.indices[static_cast<std::size_t>(tensor.levels[0].mode)]);
  const loop::Expr at = loop::index_variable(coordinate);
  const loop::Expr next = loop::load_index(tuple_compression_.next, place_type, at);
  const loop::Expr row = loop::index_variable(tensor.temporary.rows);
  const loop::Expr end = loop::load_index(second.pos, second.pos_type, row);
  out.push_back(loop::Comment{"list each " + coordinate + " with entries, which end at its cursor"});
  out.push_back(loop::Store{second.pos, second.pos_type, loop::integer(0), loop::Update::set, loop::integer(0)});
  Block found = {loop::Store{first.crd, first.crd_type, row, loop::Update::set, loop::cast(first.crd_type, at)},
                 loop::Assign{tensor.temporary.rows, loop::Update::add, loop::integer(1)},
                 loop::Store{second.pos, second.pos_type, row, loop::Update::set, next}};
  out.push_back(
      loop::For{coordinate, loop::integer(0), first.extent, {loop::If{{loop::less(end, next)}, {std::move(found)}}}});
}

// Counts an entry, or puts it in place.
void Lowerer::compress_tuples(const cin::Assign& assign, const Value& value, const Scope& scope, Block& out) const {
  const StoredTensor& tensor = storage_.tensor(assign.lhs.tensor);
  const auto at_level = [&](std::size_t l) {
    return coordinate(assign.lhs.indices[static_cast<std::size_t>(tensor.levels[l].mode)], scope);
  };
  const loop::Expr row = at_level(0);
  if (tuple_compression_.step == TupleCompression::Step::counting) {
    out.push_back(loop::Store{tuple_compression_.next, place_type, loop::add(row, loop::integer(1)), loop::Update::add,
                              loop::integer(1)});
    return;
  }
  const std::size_t names = storage_.names.mark();
  const std::string place = storage_.names.fresh("p" + level_name(tensor.levels[1]));
  storage_.names.forget_since(names);
  const loop::Expr at = loop::index_variable(place);
  out.push_back(loop::Declare{place, loop::load_index(tuple_compression_.next, place_type, row)});
  out.push_back(loop::Store{tuple_compression_.next, place_type, row, loop::Update::set,
                            loop::cast(place_type, loop::add(at, loop::integer(1)))});
  for (std::size_t l = 1; l < tensor.levels.size(); ++l) {
    const levels::LevelSite& site = tensor.levels[l].site;
    out.push_back(loop::Store{site.crd, site.crd_type, at, loop::Update::set, loop::cast(site.crd_type, at_level(l))});
  }
  if (with_values())
    out.push_back(loop::Store{tensor.vals, tensor.value, at, loop::Update::set, loop::cast(tensor.value, value.value)});
}

// Sorts the tuples, and replaces each run of equal first coordinates by one of them.
void Lowerer::sort_compressed_tuples(const StoredTensor& tensor, std::size_t keys, Block& out) {
  const levels::LevelSite &first = tensor.levels[0].site, &second = tensor.levels[1].site;
  std::vector<loop::Expr> extents;
  for (std::size_t l = 0; l < keys; ++l) extents.push_back(tensor.levels[l].site.extent);
  out.push_back(loop::SortTuples{tensor.temporary.tuples, std::move(extents), cleanup()});
  const std::size_t names = storage_.names.mark();
  const std::string place = storage_.names.fresh("p" + level_name(tensor.levels[0]));
  storage_.names.forget_since(names);
  const loop::Expr at = loop::index_variable(place), row = loop::index_variable(tensor.temporary.rows);
  const loop::Expr count = loop::index_variable(tensor.temporary.count);
  const auto coordinate = [&](const loop::Expr& of) { return loop::load_index(first.crd, first.crd_type, of); };
  const auto begins = [&](const loop::Expr& begin) {
    return loop::Store{second.pos, second.pos_type, row, loop::Update::set, begin};
  };
  const loop::Expr last = coordinate(loop::sub(row, loop::integer(1)));
  const loop::Expr is_new = loop::either(loop::equal(row, loop::integer(0)), loop::less(last, coordinate(at)));
  Block found = {
      loop::Store{first.crd, first.crd_type, row, loop::Update::set, loop::cast(first.crd_type, coordinate(at))},
      begins(at), loop::Assign{tensor.temporary.rows, loop::Update::add, loop::integer(1)}};
  out.push_back(loop::Comment{"list each coordinate once"});
  out.push_back(loop::For{place, loop::integer(0), count, {loop::If{{is_new}, {std::move(found)}}}});
  out.push_back(begins(count));
}

}  // namespace scorchc::lower
