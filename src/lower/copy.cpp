// Assembles sparse results that hold exactly what one operand stores, visited in the storage order of both. The
// coordinates of the last level and the values are copied as whole arrays. Loops only fill the levels above the last
// one.
#include "lower/lowerer.h"

namespace scorchc::lower {
namespace {

// The position of the tensor's first entry. Entries are stored without gaps: a row ends where the next one begins.
loop::Expr first_entry(const StoredTensor& tensor) {
  loop::Expr first = loop::integer(0);
  for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
    const levels::LevelSite& site = tensor.levels[l].site;
    if (!site.pos.empty())
      first = loop::load_index(site.pos, site.pos_type, first);
    else if (site.crd.empty())
      first = loop::mul(first, dense_extent(tensor, l));
  }
  return first;
}

}  // namespace

loop::Stmt moved_instead(const loop::Stmt& entry, const loop::Block& moved_arrays) {
  const loop::Allocate* made = entry.as<loop::Allocate>();
  for (const loop::Stmt& each : moved_arrays)
    if (made && made->field == each.as<loop::Move>()->field) return each;
  return entry;
}

// The operand whose entries are the result's, in the same order. Null if threads fill the rows: each thread copies its
// own.
const StoredTensor* Lowerer::copied_operand(const cin::Stmt& body, const Scope& scope) const {
  const Access* access = sparse_result_ ? cin::moved_operand(body, kernel_) : nullptr;
  if (!access) return nullptr;
  const StoredTensor& operand = storage_.tensor(access->tensor);
  const bool walks_segments = operand.levels[0].format->forms_runs && !operand.levels[0].site.is_run_last;
  const cin::Forall& loop = *body.as<cin::Forall>();
  if ((may_run_parallel(loop, scope) || may_be_partitioned(loop, scope)) && !walks_segments) return nullptr;
  return stored_entries(operand) ? &operand : nullptr;
}

// Whether the result has the same positions as the operand: one sparse level below the same dense ones.
bool Lowerer::has_positions_of(const StoredTensor& operand) const {
  const std::size_t first = groups_[0].first;
  if (groups_.size() > 1 || first == 0 || groups_[0].last != first) return false;
  return operand.levels.size() == result_.levels.size() && !operand.levels[first].site.pos.empty() &&
         dense_levels(operand) == first;
}

// Counts or copies what it can. Returns whether loops have nothing left to do.
bool Lowerer::copy_entries(const StoredTensor& operand, Block& out) {
  const StoredLevel& top = result_.levels[groups_[0].first];
  const bool has_upper_levels = groups_.size() > 1 || groups_[0].first < groups_[0].last;
  const bool counts = assembly_.counts && !appends_levels();
  if (!counts && move_last_level(operand)) {
    is_last_level_copied_ = true;
    return !has_upper_levels;
  }
  const bool is_one_run = groups_.size() == 1 && !top.format->append->has_pos(top.site);
  are_positions_copied_ = counts && has_positions_of(operand);
  if (counts && !is_one_run && !are_positions_copied_) return false;
  loop::Expr first = first_entry(operand);
  out.push_back(loop::Comment{"the entries of " + operand.name + ", in storage order"});
  if (!first.as<loop::Integer>()) {
    const std::string name = storage_.names.fresh(operand.name + "_first");
    out.push_back(loop::Declare{name, first});
    first = loop::index_variable(name);
  }
  const loop::Expr count = loop::sub(*stored_entries(operand), first);
  const std::string name = counts ? top.count_field : storage_.names.fresh(operand.name + "_stored");
  out.push_back(loop::Declare{name, count});
  if (are_positions_copied_) copy_positions(operand, first, loop::index_variable(name), out);
  if (counts) return true;
  copy_last_level(operand, first, loop::index_variable(name), out);
  is_last_level_copied_ = true;
  return !assembly_.writes_crd || !has_upper_levels;
}

// Moves the arrays of a temporary that is made for this call into the result, instead of copying them.
bool Lowerer::move_last_level(const StoredTensor& operand) {
  const levels::LevelSite &from = operand.levels.back().site, &to = result_.levels.back().site;
  if (!in_passes_ || operand.temporary.rows.empty() || from.crd_type != to.crd_type || operand.value != result_.value)
    return false;
  const std::string &object = result_.object, &tuples = operand.temporary.tuples;
  moved_arrays_ = {loop::Move{object, to.crd, to.crd_type, tuples, from.crd, operand.levels.size() - 1},
                   loop::Move{object, result_.vals, result_.value, tuples, operand.vals}};
  return true;
}

void Lowerer::copy_positions(const StoredTensor& operand, const loop::Expr& first, const loop::Expr& count,
                             Block& out) const {
  const levels::LevelSite &from = operand.levels.back().site, &to = result_.levels.back().site;
  if (to.pos_type == loop::Type::i32 && from.pos_type != loop::Type::i32)
    out.push_back(
        loop::ReturnIf{loop::less(loop::integer(i32_limit), count), loop::Status::index_overflow, result_.object});
  const std::string parent = storage_.names.fresh("p");
  const loop::Expr next = loop::add(loop::index_variable(parent), loop::integer(1));
  const loop::Expr end = loop::sub(loop::load_index(from.pos, from.pos_type, next), first);
  out.push_back(loop::For{parent,
                          loop::integer(0),
                          number_of_rows(result_),
                          {loop::Store{to.pos, to.pos_type, next, loop::Update::set, loop::cast(to.pos_type, end)}}});
}

void Lowerer::copy_last_level(const StoredTensor& operand, const loop::Expr& first, const loop::Expr& count,
                              Block& out) const {
  const levels::LevelSite &from = operand.levels.back().site, &to = result_.levels.back().site;
  const std::string place = storage_.names.fresh("n");
  const loop::Expr there = loop::index_variable(place), here = loop::add(first, there);
  const auto copy = [&](const std::string& array, loop::Type type, const loop::Expr& value) {
    const loop::Store store{array, type, there, loop::Update::set, loop::cast(type, value)};
    out.push_back(loop::For{place, loop::integer(0), count, {store}});
  };
  if (assembly_.writes_crd) copy(to.crd, to.crd_type, loop::load_index(from.crd, from.crd_type, here));
  if (assembly_.writes_vals)
    copy(result_.vals, result_.value, loop::cast(compute_type_, loop::load(operand.vals, operand.value, here)));
}

}  // namespace scorchc::lower
