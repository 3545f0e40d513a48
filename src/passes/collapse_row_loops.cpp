#include "passes/collapse_row_loops.h"

#include <optional>
#include <set>
#include <string>

#include "ir/loop_uses.h"
#include "ir/loop_walk.h"
#include "passes/analyses/segments.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;

bool is_plain_loop(const loop::For& node) {
  return !node.parallel && !node.vector && node.unroll == 1 && node.locals.empty() && !node.chunked && !node.product;
}

/// The loop over the entries of one row, if the loop over rows contains nothing else; else null. The rows must be all
/// coordinates of a dense level: positions exist even if there is no row.
const loop::For* entries_of(const loop::For& rows) {
  if (!is_plain_loop(rows) || rows.begin != loop::integer(0) || !rows.end.as<loop::Variable>() || rows.body.empty())
    return nullptr;
  const bool has_comment = rows.body[0].as<loop::Comment>() != nullptr;
  const loop::For* entries = rows.body.size() == (has_comment ? 2 : 1) ? rows.body.back().as<loop::For>() : nullptr;
  return entries && is_plain_loop(*entries) ? entries : nullptr;
}

/// "j, i: A(i,j)" from "j: every coordinate" and "i: A(i,j)".
std::string on_both(const std::string& rows, const std::string& entries) {
  return rows.substr(0, rows.find(": ")) + ", " + entries;
}

std::optional<loop::For> join_both(const loop::For& rows) {
  const loop::For* entries = entries_of(rows);
  if (!entries) return {};
  const auto position = [&](const Expr& row) { return coordinate_at(row, rows.name, entries->begin); };
  const std::optional<Expr> behind = position(loop::add(loop::index_variable(rows.name), loop::integer(1)));
  if (!behind || *behind != entries->end) return {};
  const std::set<std::string> ends = loop::own_reads(entries->begin);
  for (const std::string& name : loop::used_names(entries->body))
    if (ends.count(name)) return {};  // including the row's own coordinate
  loop::For all = *entries;
  all.begin = *position(rows.begin);
  all.end = *position(rows.end);
  all.origin = {rows.origin.number, entries->origin.number};
  return all;
}

}  // namespace

Block collapse_row_loops(const Block& body) {
  Block out;
  for (const Stmt& stmt : body) {
    const Stmt inner = loop::with_blocks(stmt, collapse_row_loops);
    const loop::For* rows = inner.as<loop::For>();
    std::optional<loop::For> all = rows ? join_both(*rows) : std::nullopt;
    if (!all) {
      out.push_back(inner);
      continue;
    }
    const loop::Comment *outside = out.empty() ? nullptr : out.back().as<loop::Comment>(),
                        *inside = rows->body[0].as<loop::Comment>();
    if (outside && inside) out.back() = loop::Comment{on_both(outside->text, inside->text)};
    out.push_back(std::move(*all));
  }
  return out;
}

}  // namespace scorchc::passes
