#include "passes/eliminate_dead_sorts.h"

#include <algorithm>
#include <set>
#include <string>

#include "ir/loop_uses.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Expr;
using loop::SortList;
using loop::Stmt;

// Whether the loop sets the same value at every coordinate of the list. A list only grows until it is reset.
bool sets_all(const loop::For& node, const SortList& list) {
  const loop::Store* store = node.body.size() == 1 ? node.body[0].as<loop::Store>() : nullptr;
  return store && node.begin == loop::integer(0) && node.end == list.count && store->update == loop::Update::set &&
         (store->value.as<loop::Boolean>() || store->value.as<loop::Number>()) &&
         store->index == loop::load_index(list.array, loop::Type::i64, loop::index_variable(node.name));
}

bool order_is_visible(const Block& block, const SortList& list);
bool order_is_visible(const Stmt& stmt, const SortList& list) {
  const auto reads = [&](const Expr& expr) { return loop::own_reads(expr).count(list.array) > 0; };
  if (const loop::Store* node = stmt.as<loop::Store>()) return reads(node->index) || reads(node->value);
  if (stmt.as<SortList>()) return false;
  if (const loop::For* node = stmt.as<loop::For>())
    return !sets_all(*node, list) && (reads(node->begin) || reads(node->end) || order_is_visible(node->body, list));
  if (const loop::While* node = stmt.as<loop::While>())
    return reads(node->condition) || order_is_visible(node->body, list);
  if (const loop::If* node = stmt.as<loop::If>())
    return std::any_of(node->conditions.begin(), node->conditions.end(), reads) ||
           std::any_of(node->blocks.begin(), node->blocks.end(),
                       [&](const Block& block) { return order_is_visible(block, list); });
  const loop::MergeLists* merge = stmt.as<loop::MergeLists>();
  return loop::own_reads(stmt).count(list.array) > 0 || (merge && order_is_visible(merge->body, list));
}
bool order_is_visible(const Block& block, const SortList& list) {
  return std::any_of(block.begin(), block.end(), [&](const Stmt& stmt) { return order_is_visible(stmt, list); });
}

class Drop {
 public:
  explicit Drop(const Block& whole) : whole_(whole), used_(loop::read_names(whole)) {}

  Block run(const Block& given) const {
    Block kept;
    for (const Stmt& stmt : given) {
      const SortList* sort = stmt.as<SortList>();
      const loop::LocalArray* array = stmt.as<loop::LocalArray>();
      if (sort && !order_is_visible(whole_, *sort)) continue;
      if (array && !used_.count(array->name)) continue;
      kept.push_back(inside(stmt));
    }
    return kept;
  }

 private:
  Stmt inside(const Stmt& stmt) const {
    if (const loop::For* node = stmt.as<loop::For>()) {
      loop::For copy = *node;
      copy.locals = run(node->locals);
      copy.body = run(node->body);
      return copy;
    }
    if (const loop::While* node = stmt.as<loop::While>())
      return loop::While{node->condition, run(node->body), node->origin};
    const loop::If* branch = stmt.as<loop::If>();
    if (!branch) return stmt;
    loop::If copy = *branch;
    for (Block& block : copy.blocks) block = run(block);
    return copy;
  }

  const Block& whole_;
  const std::set<std::string> used_;  // what is read, stored to or sorted
};

}  // namespace

Block eliminate_dead_sorts(const Block& body) { return Drop(body).run(body); }

}  // namespace scorchc::passes
