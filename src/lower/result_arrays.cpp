#include "lower/result_arrays.h"

#include <limits>

#include "lower/interface.h"

namespace scorchc::lower {
namespace {

constexpr std::int64_t first_capacity = 64;  // of a `pos` array whose number of parents is not known yet

}  // namespace

ResultArrays::ResultArrays(const cin::Program& program, Storage& storage)
    : program_(program), storage_(storage), result_(storage.tensor(program.kernel.result().name)) {}

void ResultArrays::allocate_entries(const std::optional<loop::Expr>& capacity, loop::Block& out) const {
  const std::string& object = result_.object;
  out.push_back(loop::SetField{object, "owned", -1, loop::number(loop::Type::i32, 1, 1)});
  for (std::size_t l = 0; l < result_.levels.size(); ++l) {
    const StoredLevel& level = result_.levels[l];
    if (!level.site.crd.empty())
      out.push_back(loop::Allocate{object, level.site.crd, level.site.crd_type, capacity.value_or(entries(l)), false});
  }
  out.push_back(loop::Allocate{object, result_.vals, result_.value, capacity.value_or(values_count()), false});
}

loop::Block ResultArrays::before_appending() const {
  const std::string& object = result_.object;
  const LevelGroup group = sparse_groups(result_)[0];
  const StoredLevel& first = result_.levels[group.first];
  loop::Block out = make_prologue(program_, storage_, ResultDimensions::are_taken);
  for (const StoredLevel& level : result_.levels)
    if (!level.site.crd.empty() && level.site.crd_type == loop::Type::i32)
      out.push_back(
          loop::ReturnIf{loop::less(loop::integer(i32_limit), level.site.extent), loop::Status::index_overflow, {}});
  if (!first.site.pos.empty()) check_parents(result_, group.first, {}, out);
  out.push_back(loop::SetField{object, "owned", -1, loop::number(loop::Type::i32, 0, 0)});
  if (!first.site.pos.empty())
    out.push_back(loop::Allocate{object, first.site.pos, first.site.pos_type,
                                 loop::add(parents(result_, group.first), loop::integer(1)), true});
  return out;
}

loop::Block ResultArrays::before_counting() const {
  const std::vector<LevelGroup> groups = sparse_groups(result_);
  loop::Block out = before_appending();
  for (std::size_t g = 1; g < groups.size(); ++g) {
    const StoredLevel& level = result_.levels[groups[g].first];
    if (level.site.pos.empty()) continue;
    out.push_back(
        loop::Allocate{result_.object, level.site.pos, level.site.pos_type, loop::integer(first_capacity), true});
    out.push_back(loop::Declare{level.capacity, loop::integer(first_capacity), true});
  }
  return out;
}

loop::Block ResultArrays::after_counting(Counted counted_are) {
  const std::string& object = result_.object;
  const std::vector<LevelGroup> groups = sparse_groups(result_);
  loop::Block out;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (g > 0) check_parents(result_, groups[g].first, object, out);
    if (counted_are == Counted::entries)
      sum_up(groups[g], result_.levels[groups[g].first].count_field, loop::Status::index_overflow, out);
  }
  check_parents(result_, result_.levels.size(), object, out);
  take_numbers(out);
  return out;
}

void ResultArrays::take_numbers(loop::Block& out) const {
  const std::string& object = result_.object;
  const loop::Block dimensions = take_dimensions(program_.kernel, storage_);
  out.insert(out.end(), dimensions.begin(), dimensions.end());
  for (const LevelGroup& group : sparse_groups(result_))
    out.push_back(loop::SetField{object, result_.levels[group.first].count_field, -1, counted(result_, group)});
  out.push_back(loop::SetField{object, result_.count_field, -1, parents(result_, result_.levels.size())});
}

void ResultArrays::sum_up(const LevelGroup& group, const std::string& total, loop::Status status, loop::Block& out) {
  const StoredLevel& level = result_.levels[group.first];
  if (level.site.pos.empty()) return;  // a root run has only a count, which its loop has set
  if (group.in_order) {
    // Each parent's count is the position of its end.
    out.push_back(loop::Declare{total, loop::index_variable(level.total)});
    if (level.site.pos_type == loop::Type::i32)
      out.push_back(
          loop::ReturnIf{loop::less(loop::integer(i32_limit), loop::index_variable(total)), status, result_.object});
    return;
  }
  if (parents(result_, group.first) == loop::integer(1)) {
    // A single parent: its count is the end of its entries.
    const loop::Expr end = loop::load_index(level.site.pos, level.site.pos_type, loop::integer(1));
    out.push_back(loop::Declare{total, end});
    if (may_outgrow_pos(result_, group))
      out.push_back(loop::ReturnIf{loop::less(loop::index_variable(total), loop::integer(0)), status, result_.object});
    return;
  }
  const std::string parent = storage_.names.fresh("p");
  const loop::Expr next = loop::add(loop::index_variable(parent), loop::integer(1));
  out.push_back(loop::Comment{"positions: prefix sums of the counts"});
  // Parents after the last one that was counted need positions, too.
  if (group.first != sparse_groups(result_).front().first)
    out.push_back(loop::Grow{level.site.pos, result_.object, level.site.pos, level.capacity, level.site.pos_type,
                             loop::add(parents(result_, group.first), loop::integer(1))});
  out.push_back(loop::Declare{total, loop::integer(0), true});
  loop::Block body;
  const loop::Expr count = loop::load_index(level.site.pos, level.site.pos_type, next);
  body.push_back(loop::Assign{total, loop::Update::set, loop::add(loop::index_variable(total), count)});
  const bool is_limited = level.site.pos_type == loop::Type::i32, may_outgrow = may_outgrow_pos(result_, group);
  const loop::Expr too_many = loop::less(loop::integer(i32_limit), loop::index_variable(total));
  // A count that overflows its type is visible only there, as -1. An overflow of the sum is visible at the end.
  if (is_limited && may_outgrow)
    body.push_back(loop::ReturnIf{loop::either(loop::less(count, loop::integer(0)), too_many), status, result_.object});
  body.push_back(loop::Store{level.site.pos, level.site.pos_type, next, loop::Update::set,
                             loop::cast(level.site.pos_type, loop::index_variable(total))});
  out.push_back(loop::For{parent, loop::integer(0), parents(result_, group.first), std::move(body)});
  if (is_limited && !may_outgrow) out.push_back(loop::ReturnIf{too_many, status, result_.object});
}

// The number of entries in the sparse level l: that of its group.
loop::Expr ResultArrays::entries(std::size_t l) const {
  for (const LevelGroup& group : sparse_groups(result_))
    if (group.first <= l && l <= group.last)
      return loop::Field{result_.object, result_.levels[group.first].count_field, -1, loop::Type::i64};
  return loop::integer(0);
}
loop::Expr ResultArrays::values_count() const {
  return loop::Field{result_.object, result_.count_field, -1, loop::Type::i64};
}

void ResultArrays::name_capacity(const std::string& most, const loop::Expr& entries, const StoredLevel& level,
                                 loop::Block& out) const {
  out.push_back(loop::Declare{most, entries});
  if (!level.site.pos.empty() && level.site.pos_type == loop::Type::i32)
    out.push_back(loop::ReturnIf{loop::less(loop::integer(i32_limit), loop::index_variable(most)),
                                 loop::Status::out_of_memory, result_.object});
}

loop::Shrink ResultArrays::shrunk(const std::string& array, loop::Type element, const loop::Expr& capacity,
                                  const LevelGroup& group) const {
  return {result_.object, array, element, capacity, counted(result_, group)};
}

void ResultArrays::shrink_entries(const loop::Expr& capacity, loop::Block& out) const {
  const LevelGroup group = sparse_groups(result_)[0];
  for (const StoredLevel& level : result_.levels)
    if (!level.site.crd.empty()) out.push_back(shrunk(level.site.crd, level.site.crd_type, capacity, group));
  out.push_back(shrunk(result_.vals, result_.value, capacity, group));
}

ResultArrays::Levels ResultArrays::append_levels(const std::vector<loop::Expr>& most) {
  const std::size_t names = storage_.names.mark();
  const std::vector<LevelGroup> groups = sparse_groups(result_);
  Levels made;
  made.arrays.push_back(loop::SetField{result_.object, "owned", -1, loop::number(loop::Type::i32, 1, 1)});
  loop::Block shrinking;
  loop::Expr capacity = loop::integer(0);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const StoredLevel& level = result_.levels[groups[g].first];
    const levels::LevelSite& site = level.site;
    if (g > 0) {
      const loop::Expr positions = loop::add(capacity, loop::integer(1));
      const loop::Expr needed = loop::add(parents(result_, groups[g].first), loop::integer(1));
      made.arrays.push_back(loop::Allocate{result_.object, site.pos, site.pos_type, positions, false});
      made.starts.push_back(
          loop::Store{site.pos, site.pos_type, loop::integer(0), loop::Update::set, loop::number(site.pos_type, 0, 0)});
      shrinking.push_back(loop::Shrink{result_.object, site.pos, site.pos_type, positions, needed});
    }
    // The capacity of the group above was checked against i32 positions only if that group has positions.
    const bool is_counted = g > 0 && !result_.levels[groups[g - 1].first].site.pos.empty();
    if (!is_counted || most[g] != most[g - 1]) {
      const std::string name = storage_.names.fresh(level_name(level) + "_most");
      name_capacity(name, most[g], level, made.capacities);
      capacity = loop::index_variable(name);
    }
    for (std::size_t l = groups[g].first; l <= groups[g].last; ++l) {
      const levels::LevelSite& each = result_.levels[l].site;
      made.arrays.push_back(loop::Allocate{result_.object, each.crd, each.crd_type, capacity, false});
      shrinking.push_back(shrunk(each.crd, each.crd_type, capacity, groups[g]));
    }
    if (site.pos.empty()) continue;
    const loop::Expr end =
        g > 0 ? loop::index_variable(level.total) : loop::load_index(site.pos, site.pos_type, loop::integer(1));
    made.behind.push_back(loop::Declare{level.count_field, end});
  }
  storage_.names.forget_since(names);
  // An entry is a value, or all cells of the dense levels below it.
  for (std::size_t l = groups.back().last + 1; l < result_.levels.size(); ++l) {
    const loop::Expr extent = dense_extent(result_, l);
    const loop::Expr most_entries = loop::divide(loop::integer(std::numeric_limits<std::int64_t>::max()), extent);
    made.capacities.push_back(
        loop::ReturnIf{loop::both(loop::less(loop::integer(0), extent), loop::less(most_entries, capacity)),
                       loop::Status::out_of_memory, result_.object});
    capacity = loop::mul(capacity, extent);
  }
  made.arrays.push_back(loop::Allocate{result_.object, result_.vals, result_.value, capacity, false});
  shrinking.push_back(
      loop::Shrink{result_.object, result_.vals, result_.value, capacity, parents(result_, result_.levels.size())});
  made.behind.insert(made.behind.end(), shrinking.begin(), shrinking.end());
  return made;
}

}  // namespace scorchc::lower
