#include "passes/split_unstored_rows.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/loop_uses.h"
#include "ir/loop_walk.h"
#include "passes/analyses/effects.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;

struct Split {
  loop::For rows, zeros;
};

void add_declared(const Block& block, std::set<std::string>& names) {
  for (const Stmt& stmt : block)
    if (const loop::Declare* variable = stmt.as<loop::Declare>()) names.insert(variable->name);
}

std::optional<Split> split(const loop::For& rows) {
  const loop::For* lanes = rows.body.empty() ? nullptr : rows.body.back().as<loop::For>();
  if (rows.vector || !rows.locals.empty() || !lanes || !lanes->vector || lanes->body.empty() ||
      !std::all_of(rows.body.begin(), rows.body.end() - 1, loop::is_constant))
    return {};
  const loop::Store* store = lanes->body.back().as<loop::Store>();
  const loop::Select* select = store && store->update == loop::Update::set ? store->value.as<loop::Select>() : nullptr;
  if (!select || !select->operands[2].as<loop::Number>()) return {};
  std::set<std::string> inside = {lanes->name, store->array};
  add_declared(rows.body, inside);
  add_declared(lanes->body, inside);
  const Expr& is_stored = select->operands[0];
  std::set<std::string> declared = inside;
  declared.erase(lanes->name);
  if (!loop::own_reads(is_stored).count(rows.name) || loop::reads_any(is_stored, inside) ||
      loop::reads_any(store->index, declared))
    return {};
  Split result{rows, rows};
  loop::For all = *lanes, zeros = *lanes;
  loop::Store value = *store, zero = *store;
  value.value = select->operands[1];
  zero.value = select->operands[2];
  all.body.back() = value;
  zeros.body = {zero};
  zeros.vector = false;  // few rows: not worth vector code
  result.zeros.work.reset();
  result.rows.body.back() = all;
  result.zeros.body = {loop::If{{loop::negate(is_stored)}, {{zeros}}}};
  return result;
}

/// The loops of a nest, outermost first, and the only statement inside them that is not a comment.
struct Nest {
  std::vector<const loop::For*> loops;
  const Stmt* inside = nullptr;
};

Nest nest_of(const loop::For& outermost) {
  Nest nest;
  for (const loop::For* node = &outermost; node; node = nest.inside->as<loop::For>()) {
    nest.loops.push_back(node);
    nest.inside = nullptr;
    for (const Stmt& stmt : node->body) {
      if (stmt.as<loop::Comment>()) continue;
      if (nest.inside) return {};
      nest.inside = &stmt;
    }
    if (!nest.inside) return {};
  }
  return nest;
}

/// The nest with `body` as its innermost body.
loop::For with_inside(const std::vector<const loop::For*>& loops, const Block& body) {
  loop::For node = *loops.back();
  node.body = body;
  for (auto outer = loops.rbegin() + 1; outer != loops.rend(); ++outer) {
    loop::For around = **outer;
    around.body = {node};
    node = std::move(around);
  }
  return node;
}

/// Splits sums that accumulate in an array of zeros: after them, rows without a term are set to zero again.
std::optional<Split> split_sums(const loop::For& outermost, const std::set<std::string>& zeroed) {
  const Nest nest = nest_of(outermost);
  const loop::If* guard = nest.inside ? nest.inside->as<loop::If>() : nullptr;
  if (!guard || guard->blocks.size() != 1 || guard->conditions.size() != 1 || guard->blocks[0].empty()) return {};
  const loop::Store* store = guard->blocks[0].back().as<loop::Store>();
  if (!store || store->update != loop::Update::add || !zeroed.count(store->array) ||
      !std::all_of(guard->blocks[0].begin(), guard->blocks[0].end() - 1, loop::is_constant))
    return {};
  const Expr& is_stored = guard->conditions[0];
  std::set<std::string> names;
  const loop::For* row = nullptr;
  std::vector<const loop::For*> others;  // others that the index in the array depends on
  for (const loop::For* node : nest.loops) {
    if (!node->locals.empty() || loop::reads_any(node->begin, names) || loop::reads_any(node->end, names)) return {};
    names.insert(node->name);
    if (loop::own_reads(is_stored).count(node->name)) {
      if (row) return {};
      row = node;
    } else if (loop::own_reads(store->index).count(node->name)) {
      others.push_back(node);
    }
  }
  if (!row || others.empty() || !loop::own_reads(store->index).count(row->name) ||
      loop::own_reads(is_stored).count(store->array))
    return {};
  loop::Store zero = *store;
  zero.update = loop::Update::set;
  zero.value = loop::number(store->element, 0, 0);
  Stmt cells = zero;
  for (auto node = others.rbegin(); node != others.rend(); ++node)
    cells = loop::For{(*node)->name, (*node)->begin, (*node)->end, {cells}};
  return Split{with_inside(nest.loops, guard->blocks[0]),
               loop::For{row->name, row->begin, row->end, {loop::If{{loop::negate(is_stored)}, {{cells}}}}}};
}

/// The array, if all that the loops do is to set it to zero.
std::optional<std::string> zeroed_by(const Stmt& stmt) {
  const loop::For* node = stmt.as<loop::For>();
  const Nest nest = node ? nest_of(*node) : Nest();
  const loop::Store* store = nest.inside ? nest.inside->as<loop::Store>() : nullptr;
  const bool is_zero = store && store->update == loop::Update::set && is_positive_zero(store->value);
  return is_zero ? std::optional(store->array) : std::nullopt;
}

/// Removes the arrays that the statement changes.
void drop_changed(const Stmt& stmt, std::set<std::string>& arrays) {
  std::set<std::string> changed;
  loop::add_changed({stmt}, changed);
  for (const std::string& name : changed) arrays.erase(name);
}

Block split_in(const Block& block) {
  Block out;
  std::set<std::string> zeroed;
  for (const Stmt& stmt : block) {
    const loop::For* rows = stmt.as<loop::For>();
    std::optional<Split> found = rows ? split(*rows) : std::nullopt;
    if (rows && !found) found = split_sums(*rows, zeroed);
    if (const std::optional<std::string> array = zeroed_by(stmt))
      zeroed.insert(*array);
    else if (rows)
      zeroed.clear();
    else
      drop_changed(stmt, zeroed);
    if (!found) {
      out.push_back(loop::with_blocks(stmt, split_in));
      continue;
    }
    out.push_back(found->rows);
    out.push_back(loop::Comment{"rows without terms are 0"});
    out.push_back(found->zeros);
  }
  return out;
}

}  // namespace

loop::Module split_unstored_rows(loop::Module module) {
  for (loop::Function& function : module.functions) function.body = split_in(function.body);
  return module;
}

}  // namespace scorchc::passes
