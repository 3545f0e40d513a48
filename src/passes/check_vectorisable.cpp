#include "passes/check_vectorisable.h"

#include <algorithm>
#include <map>
#include <string>

#include "ir/loop_walk.h"
#include "passes/analyses/lanes.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;

/// Whether it divides integers, which may set the division-by-zero flag, or reads fields of parameters.
bool prevents_lanes(const Expr& expr) {
  return loop::any_part(expr, [](const Expr& part) {
    const loop::Compute* node = part.as<loop::Compute>();
    const bool is_integer = node && (node->type == loop::Type::i32 || node->type == loop::Type::i64);
    return (is_integer && node->op == Operator::div) || part.as<loop::Field>();
  });
}

/// Whether it touches only variables and arrays: no fields of parameters, no lists of tuples, no allocation. It never
/// sets the division-by-zero flag.
bool touches_only_arrays(const Stmt& stmt) {
  const auto all = [](const Block& block) { return std::all_of(block.begin(), block.end(), touches_only_arrays); };
  const auto plain = [](const Expr& expr) { return !prevents_lanes(expr); };
  if (stmt.as<loop::Comment>() || stmt.as<loop::Clear>() || stmt.as<loop::SortList>() || stmt.as<loop::SetBit>() ||
      stmt.as<loop::NonzeroWords>())
    return true;
  if (const loop::Declare* node = stmt.as<loop::Declare>()) return plain(node->value);
  if (const loop::Assign* node = stmt.as<loop::Assign>()) return plain(node->value);
  if (const loop::Store* node = stmt.as<loop::Store>()) return plain(node->index) && plain(node->value);
  if (const loop::Prefetch* node = stmt.as<loop::Prefetch>()) return plain(node->index);
  if (const loop::LoadMask* node = stmt.as<loop::LoadMask>()) return plain(node->first);
  if (const loop::PopLowestBit* node = stmt.as<loop::PopLowestBit>()) return plain(node->first);
  if (const loop::While* node = stmt.as<loop::While>()) return plain(node->condition) && all(node->body);
  if (const loop::MergeLists* node = stmt.as<loop::MergeLists>()) return plain(node->value) && all(node->body);
  if (const loop::If* node = stmt.as<loop::If>())
    return std::all_of(node->conditions.begin(), node->conditions.end(), plain) &&
           std::all_of(node->blocks.begin(), node->blocks.end(), all);
  const loop::For* node = stmt.as<loop::For>();
  return node && plain(node->begin) && plain(node->end) && all(node->body) &&
         std::all_of(node->locals.begin(), node->locals.end(),
                     [](const Stmt& local) { return local.as<loop::LocalArray>() != nullptr; });
}

class VectorChecker {
 public:
  Block outside(const Block& block) {
    Block out;
    for (const Stmt& stmt : block) {
      if (stmt.as<loop::If>()) {
        out.push_back(loop::with_blocks(stmt, [&](const Block& inner) { return outside(inner); }));
        continue;
      }
      around_ = touches_only_arrays(stmt) ? std::string() : "the enclosing loops do more than compute and store";
      out.push_back(inside(stmt));
    }
    return out;
  }
  const std::map<std::string, std::string>& dropped() const { return dropped_; }

 private:
  Block inside(const Block& block) {
    Block out;
    for (const Stmt& stmt : block) out.push_back(inside(stmt));
    return out;
  }

  Stmt inside(const Stmt& stmt) {
    const auto go_in = [&](const Block& block) { return inside(block); };
    const loop::For* node = stmt.as<loop::For>();
    if (!node || !node->vector) return loop::with_blocks(stmt, go_in);
    loop::For copy = *node;
    if (in_vector_loop_) {
      copy.vector = false;
      return loop::with_blocks(copy, go_in);
    }
    const std::string problem = around_.empty() ? lanes_of(copy).problem : around_;
    if (!problem.empty()) dropped_.emplace(copy.name, problem);
    copy.vector = in_vector_loop_ = problem.empty();
    const Stmt result = loop::with_blocks(copy, go_in);
    in_vector_loop_ = false;
    return result;
  }

  std::string around_;  // why the enclosing loops prevent vector loops; empty if they do not
  bool in_vector_loop_ = false;
  std::map<std::string, std::string> dropped_;  // by loop: the reason
};

}  // namespace

loop::Module check_vectorisable(loop::Module module, Decisions& decisions) {
  VectorChecker checker;
  for (loop::Function& function : module.functions) function.body = checker.outside(function.body);
  for (const auto& [index, why] : checker.dropped())
    decisions.push_back({"optimise", "vector loop", "not " + index, why});
  return module;
}

}  // namespace scorchc::passes
