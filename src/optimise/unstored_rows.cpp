#include "optimise/unstored_rows.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "ir/loop_uses.h"
#include "ir/loop_walk.h"

namespace scorchc::optimise {
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
  if (!loop::own_reads(is_stored).count(rows.name) || loop::reads_any(is_stored, inside) || loop::reads_any(store->index, declared)) return {};
  Split result{rows, rows};
  loop::For all = *lanes, zeros = *lanes;
  loop::Store value = *store, zero = *store;
  value.value = select->operands[1];
  zero.value = select->operands[2];
  all.body.back() = value;
  zeros.body = {zero};
  zeros.vector = false;  // there are few: not worth the code
  result.zeros.work.reset();
  result.rows.body.back() = all;
  result.zeros.body = {loop::If{{loop::negate(is_stored)}, {{zeros}}}};
  return result;
}

Block split_in(const Block& block) {
  Block out;
  for (const Stmt& stmt : block) {
    const loop::For* rows = stmt.as<loop::For>();
    const std::optional<Split> found = rows ? split(*rows) : std::nullopt;
    if (!found) {
      out.push_back(loop::with_blocks(stmt, split_in));
      continue;
    }
    out.push_back(found->rows);
    out.push_back(loop::Comment{"rows without any term"});
    out.push_back(found->zeros);
  }
  return out;
}

}  // namespace

loop::Module split_unstored_rows(loop::Module module) {
  for (loop::Function& function : module.functions) function.body = split_in(function.body);
  return module;
}

}  // namespace scorchc::optimise
