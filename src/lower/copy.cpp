// Sparse results that hold what one operand does, met in the order in which both store it: the coordinates of the last
// level and the values are the operand's, copied array by array. Loops only fill what stands above the last level.
#include <algorithm>

#include "lower/lowerer.h"

namespace scorchc::lower {
namespace {

std::vector<std::string> in_storage_order(const Access& access, const StoredTensor& tensor) {
  std::vector<std::string> indices;
  for (const StoredLevel& level : tensor.levels)
    indices.push_back(access.indices[static_cast<std::size_t>(level.mode)]);
  return indices;
}

// The position of what a tensor stores first. What it stores lies without gaps: a row ends where the next one begins.
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

// The operand whose entries are the result's, in the same order. Rows that threads fill are copied by their threads.
const StoredTensor* Lowerer::copied_operand(const cin::Stmt& body, const Scope& scope) const {
  const cin::Forall* rows = body.as<cin::Forall>();
  if (!sparse_result_ || scattered_ || !rows) return nullptr;
  const cin::Stmt* inside = &body;
  while (const cin::Forall* loop = inside->as<cin::Forall>()) inside = &loop->body[0];
  const cin::Assign* assign = inside->as<cin::Assign>();
  const Access* access = assign && assign->op == AssignOp::set ? assign->rhs.as<Access>() : nullptr;
  if (!access || access->indices.empty()) return nullptr;
  const StoredTensor& operand = storage_.tensor(access->tensor);
  const bool walks_segments = operand.levels[0].format->forms_runs && !operand.levels[0].site.is_run_last;
  if (may_run_parallel(*rows, scope) && !walks_segments) return nullptr;
  const std::vector<std::string> loops = loops_to_assignment(body);
  const bool has_parts = std::any_of(loops.begin(), loops.end(),
                                     [&](const std::string& index) { return !storage_.part_of(index).empty(); });
  const bool is_in_order =
      in_storage_order(assign->lhs, result_) == loops && in_storage_order(*access, operand) == loops;
  const bool ends_sparse = result_.levels.back().format->append && operand.levels.back().format->append;
  return !has_parts && is_in_order && ends_sparse && stored_entries(operand) ? &operand : nullptr;
}

// Counts or copies what it can. True if loops have nothing left to do.
bool Lowerer::copy_entries(const StoredTensor& operand, Block& out) {
  const StoredLevel& top = result_.levels[groups_[0].first];
  const bool is_one_run = groups_.size() == 1 && !top.format->append->has_pos(top.site);
  if (assembly_.counts && !is_one_run) return false;
  loop::Expr first = first_entry(operand);
  out.push_back(loop::Comment{"all that " + operand.name + " stores, as it is stored"});
  if (!first.as<loop::Integer>()) {
    const std::string name = storage_.names.fresh(operand.name + "_first");
    out.push_back(loop::Declare{name, first});
    first = loop::index_variable(name);
  }
  const loop::Expr count = loop::sub(*stored_entries(operand), first);
  const std::string name = assembly_.counts ? top.count_field : storage_.names.fresh(operand.name + "_stored");
  out.push_back(loop::Declare{name, count});
  if (assembly_.counts) return true;
  copy_last_level(operand, first, loop::index_variable(name), out);
  is_last_level_copied_ = true;
  const bool has_upper_levels = groups_.size() > 1 || groups_[0].first < groups_[0].last;
  return !assembly_.writes_crd || !has_upper_levels;
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
