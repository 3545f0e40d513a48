// Assembles tensors by a counting sort: loops that do not visit rows in order run twice, first to count the rows, then
// to fill them. It serves sparse results whose storage order the loops do not follow (Kernel::can_counting_sort),
// operands that are converted to another storage order, and precomputed products. Whatever the order of the loops, each
// row receives its own coordinates in ascending order.
#include <algorithm>

#include "lower/lowerer.h"

namespace scorchc::lower {

bool needs_counting_sort(const cin::Program& program) {
  return program.split.needs_counting_sort(cin::loops_to_assignment(program.body));
}

// Whether the producer's loops visit the coordinates below each row in ascending order, whatever the order of the
// others.
bool counting_sorts_into(const cin::Where& where, const StoredTensor& tensor, const Storage& storage) {
  const std::size_t rows = dense_levels(tensor);
  if (!where.distinct || rows == 0 || rows == tensor.levels.size()) return false;
  const std::vector<std::string> loops = cin::loops_to_assignment(where.producer());
  std::vector<std::size_t> places;  // of the loops that bind coordinates of the sparse levels, level by level
  for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
    const std::string& index = where.temporary.indices[static_cast<std::size_t>(tensor.levels[l].mode)];
    const std::size_t known = places.size();
    // An index is bound by its own loop, or by the loops over its blocks and the places in them, in this order.
    for (std::size_t n = 0; n < loops.size(); ++n)
      if (loops[n] == index || storage.part_of(loops[n]) == index) places.push_back(n);
    if (places.size() == known) return false;
    if (l < rows) places.clear();
  }
  return std::is_sorted(places.begin(), places.end());
}

// Declares the array of cursors: the next free position of each row.
std::string Lowerer::declare_cursors(const StoredTensor& tensor, Block& out) {
  const StoredLevel& level = tensor.levels[dense_levels(tensor)];
  const loop::Type type = level.site.pos_type;
  const std::string next = storage_.names.fresh(level_name(level) + "_next");
  locals_->push_back(loop::LocalArray{next, type, number_of_rows(tensor), false, cleanup()});
  const std::size_t names = storage_.names.mark();
  const std::string row = storage_.names.fresh("row");
  storage_.names.forget_since(names);
  const loop::Expr at = loop::index_variable(row);
  out.push_back(loop::Comment{"where the next entry of each row goes"});
  out.push_back(loop::For{row,
                          loop::integer(0),
                          number_of_rows(tensor),
                          {loop::Store{next, type, at, loop::Update::set, loop::load(level.site.pos, type, at)}}});
  return next;
}

// Whether iterations over the index write to different rows.
bool Lowerer::is_row_of_result(const std::string& index) const {
  return std::any_of(result_.levels.begin(), result_.levels.end(), [&](const StoredLevel& level) {
    return level.format->locate && result_.indices[static_cast<std::size_t>(level.mode)] == index;
  });
}

// Whether a temporary's rows are being filled. Then only loops over these rows are parallel, whatever the result is.
bool Lowerer::fills_temporary_rows() const {
  return std::any_of(rows_.begin(), rows_.end(), [&](const auto& rows) { return rows.first != result_.name; });
}

// The row of the accessed component; empty if not all of its coordinates are bound.
std::optional<loop::Expr> Lowerer::find_row(const Access& access, const Scope& scope) const {
  const StoredTensor& tensor = storage_.tensor(access.tensor);
  loop::Expr row = loop::integer(0);
  for (std::size_t l = 0; l < dense_levels(tensor); ++l) {
    const StoredLevel& level = tensor.levels[l];
    const std::optional<loop::Expr> at = find_coordinate(access.indices[static_cast<std::size_t>(level.mode)], scope);
    if (!at) return {};
    row = level.format->locate->position(level.site, row, *at);
  }
  return row;
}

// Keeps the cursor of a row in a variable during a loop that assigns to one row only. Compilers cannot do this, since
// the array of cursors might alias others.
std::optional<Lowerer::OpenRow> Lowerer::open_row(const cin::Forall& loop, const Scope& scope, Block& out) {
  const cin::Assign* assign = cin::assignment_in(loop.body[0]);
  const auto found = assign ? rows_.find(assign->lhs.tensor) : rows_.end();
  if (found == rows_.end() || !found->second.here.empty()) return {};
  const std::optional<loop::Expr> row = find_row(assign->lhs, scope);
  if (!row) return {};
  Rows& rows = found->second;
  const StoredTensor& tensor = storage_.tensor(assign->lhs.tensor);
  const StoredLevel& level = tensor.levels[dense_levels(tensor)];
  OpenRow opened{found->first, *row};
  if (!rows.counting) {
    const std::string name = storage_.names.fresh("row");
    out.push_back(loop::Declare{name, *row});
    opened.row = loop::index_variable(name);
  }
  rows.here = storage_.names.fresh((rows.counting ? "n" : "p") + level_name(level));
  const loop::Expr start =
      rows.counting ? loop::integer(0) : loop::load_index(rows.next, level.site.pos_type, opened.row);
  out.push_back(loop::Declare{rows.here, start, true});
  return opened;
}

void Lowerer::close_row(const OpenRow& opened, Block& out) {
  Rows& rows = rows_.at(opened.tensor);
  const StoredTensor& tensor = storage_.tensor(opened.tensor);
  const levels::LevelSite& site = tensor.levels[dense_levels(tensor)].site;
  const loop::Expr here = loop::index_variable(rows.here), count = loop::add(opened.row, loop::integer(1));
  if (rows.counting)
    out.push_back(
        loop::Store{site.pos, site.pos_type, count, loop::Update::set,
                    loop::cast(site.pos_type, loop::add(loop::load_index(site.pos, site.pos_type, count), here))});
  else
    out.push_back(
        loop::Store{rows.next, site.pos_type, opened.row, loop::Update::set, loop::cast(site.pos_type, here)});
  rows.here.clear();
}

// The position of the entry; advances the row's cursor.
loop::Expr Lowerer::advance_cursor(const Access& access, const Scope& scope, Block& out) const {
  const StoredTensor& tensor = storage_.tensor(access.tensor);
  const Rows& rows = rows_.at(access.tensor);
  loop::Expr row = find_row(access, scope).value();
  if (dense_levels(tensor) > 1) {
    const std::string name = storage_.names.fresh("row");
    out.push_back(loop::Declare{name, row});
    row = loop::index_variable(name);
  }
  const StoredLevel& level = tensor.levels[dense_levels(tensor)];
  const std::string at = storage_.names.fresh("p" + level_name(level));
  const loop::Expr position = loop::index_variable(at);
  const loop::Type type = level.site.pos_type;
  out.push_back(loop::Declare{at, loop::load_index(rows.next, type, row)});
  out.push_back(
      loop::Store{rows.next, type, row, loop::Update::set, loop::cast(type, loop::add(position, loop::integer(1)))});
  return position;
}

void Lowerer::counting_sort(const cin::Assign& assign, const Value& value, const Scope& scope, Block& out) {
  const StoredTensor& tensor = storage_.tensor(assign.lhs.tensor);
  const Rows& rows = rows_.at(tensor.name);
  const bool is_result = &tensor == &result_, is_open = !rows.here.empty();
  const StoredLevel& level = tensor.levels[dense_levels(tensor)];
  const loop::Stmt next = loop::Assign{rows.here, loop::Update::add, loop::integer(1)};
  Block entry;
  if (rows.counting) {
    const loop::Expr at = loop::add(find_row(assign.lhs, scope).value(), loop::integer(1));
    const loop::Store more{level.site.pos, level.site.pos_type, at, loop::Update::add, loop::integer(1)};
    entry.push_back(is_open ? next : more);
    guarded(value.present, std::move(entry), out);
    return;
  }
  const loop::Expr position = is_open ? loop::index_variable(rows.here) : advance_cursor(assign.lhs, scope, entry);
  for (std::size_t l = dense_levels(tensor); l < tensor.levels.size() && (!is_result || assembly_.writes_crd); ++l) {
    const levels::LevelSite& site = tensor.levels[l].site;
    const loop::Expr at = coordinate(assign.lhs.indices[static_cast<std::size_t>(tensor.levels[l].mode)], scope);
    entry.push_back(loop::Store{site.crd, site.crd_type, position, loop::Update::set, loop::cast(site.crd_type, at)});
  }
  if (is_result ? assembly_.writes_vals : with_values())
    entry.push_back(
        loop::Store{tensor.vals, tensor.value, position, loop::Update::set, loop::cast(tensor.value, value.value)});
  if (is_open) entry.push_back(next);
  guarded(value.present, std::move(entry), out);
}

// Converts an operand, or precomputes a product: the producer runs twice, to count and to fill.
void Lowerer::lower_rows(const cin::Where& where, const StoredTensor& tensor, const Scope& scope, Block& out) {
  const std::size_t first = dense_levels(tensor);
  const levels::LevelSite& site = tensor.levels[first].site;
  const loop::Expr count = number_of_rows(tensor);
  locals_->push_back(loop::LocalArray{site.pos, loop::Type::i64, loop::add(count, loop::integer(1)), true, cleanup()});
  const Scope inside = producer_scope(scope_inside(where.producer(), scope));
  rows_[tensor.name].counting = counts_rows_ = true;
  lower_part(where.producer(), inside, out);
  counts_rows_ = false;

  const std::size_t names = storage_.names.mark();
  const std::string row = storage_.names.fresh("row");
  storage_.names.forget_since(names);
  const loop::Expr at = loop::index_variable(row), next = loop::add(at, loop::integer(1));
  const auto position = [&](const loop::Expr& of) { return loop::load_index(site.pos, loop::Type::i64, of); };
  out.push_back(loop::Comment{"positions: prefix sums of the counts"});
  out.push_back(loop::For{
      row,
      loop::integer(0),
      count,
      {loop::Store{site.pos, loop::Type::i64, next, loop::Update::set, loop::add(position(at), position(next))}}});
  for (std::size_t l = first; l < tensor.levels.size(); ++l)
    out.push_back(
        loop::LocalArray{tensor.levels[l].site.crd, tensor.levels[l].site.crd_type, position(count), false, cleanup()});
  if (with_values()) out.push_back(loop::LocalArray{tensor.vals, tensor.value, position(count), false, cleanup()});
  rows_[tensor.name].counting = false;
  rows_[tensor.name].next = declare_cursors(tensor, out);
  lower_part(where.producer(), inside, out);
  rows_.erase(tensor.name);
}

}  // namespace scorchc::lower
