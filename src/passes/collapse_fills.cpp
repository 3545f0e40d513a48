#include "passes/collapse_fills.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "ir/loop_uses.h"
#include "ir/loop_walk.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;

/// Two nested loops whose only statement sets consecutive components to a value. Not three: the product of two extents
/// may overflow if a third one is 0.
struct Fill {
  std::vector<const loop::For*> loops;
  const loop::Store* store = nullptr;
};

std::optional<Fill> fill_of(const loop::For& outermost) {
  Fill fill;
  Expr index = loop::integer(0);
  for (const loop::For* node = &outermost;;) {
    const bool is_outermost = fill.loops.empty();
    if (node->vector || node->unroll != 1 || !node->locals.empty() || node->chunked) return {};
    if (!is_outermost && (node->parallel || node->begin != loop::integer(0) || !node->end.as<loop::Variable>()))
      return {};
    const Expr at = loop::index_variable(node->name);
    index = is_outermost ? at : loop::add(loop::mul(index, node->end), at);
    fill.loops.push_back(node);
    const Block& body = node->body;
    const auto stmt =
        std::find_if_not(body.begin(), body.end(), [](const Stmt& each) { return each.as<loop::Comment>(); });
    if (stmt == body.end() || stmt + 1 != body.end()) return {};
    node = stmt->as<loop::For>();
    if (node) continue;
    fill.store = stmt->as<loop::Store>();
    const bool is_fill = fill.store && body.size() == 1 && fill.store->update == loop::Update::set &&
                         fill.store->value.as<loop::Number>();
    return is_fill && fill.loops.size() == 2 && fill.store->index == index ? std::optional(fill) : std::nullopt;
  }
}

/// Replaces the comment on the outermost loop, which precedes it, by "j, k: every coordinate".
void say(const Fill& fill, Block& out) {
  const loop::Comment* comment = out.empty() ? nullptr : out.back().as<loop::Comment>();
  const std::size_t at = comment ? comment->text.find(": ") : std::string::npos;
  if (at == std::string::npos) return;
  std::string names;
  for (const loop::For* node : fill.loops) names += (names.empty() ? "" : ", ") + node->name;
  out.back() = loop::Comment{names + comment->text.substr(at)};
}

void flatten(const Fill& fill, Names& names, Block& out) {
  const std::string name = names.fresh(fill.loops[0]->name + "_" + fill.loops[1]->name),
                    size = names.fresh(name + "_size");
  const Expr& row = fill.loops[1]->end;
  loop::For flat = *fill.loops.front();
  flat.origin.inside = fill.loops[1]->origin.number;
  out.push_back(loop::Declare{size, loop::mul(flat.end, row)});
  flat.begin = loop::mul(flat.begin, row);
  flat.end = loop::index_variable(size);
  if (flat.work) {
    flat.work->before = loop::index_variable(name);
    std::erase_if(flat.work->steps,
                  [&](const Expr& steps) { return steps == row || steps == loop::maximum(row, loop::integer(1)); });
  }
  flat.name = name;
  loop::Store store = *fill.store;
  store.index = loop::index_variable(name);
  flat.body = {store};
  out.push_back(std::move(flat));
}

}  // namespace

Block collapse_fills(const Block& block, Names& names) {
  Block out;
  for (const Stmt& stmt : block) {
    const loop::For* node = stmt.as<loop::For>();
    if (const std::optional<Fill> fill = node ? fill_of(*node) : std::nullopt) {
      say(*fill, out);
      flatten(*fill, names, out);
    } else if (stmt.as<loop::Matmul>()) {
      out.push_back(stmt);
    } else {
      out.push_back(loop::with_blocks(stmt, [&](const Block& each) { return collapse_fills(each, names); }));
    }
  }
  return out;
}

loop::Module collapse_fills(loop::Module module) {
  for (loop::Function& function : module.functions) {
    Names names = loop::names_in(function);
    function.body = collapse_fills(function.body, names);
  }
  return module;
}

}  // namespace scorchc::passes
