// Implements the legality and profitability check for register blocking over rows.
#include "passes/analyses/row_blocks.h"

#include <algorithm>
#include <map>
#include <vector>

#include "ir/loop_uses.h"
#include "ir/loop_walk.h"
#include "passes/analyses/lanes.h"
#include "support/words.h"

namespace scorchc::passes {
namespace {

using loop::Assign;
using loop::Binary;
using loop::BinaryOp;
using loop::Block;
using loop::Comment;
using loop::Declare;
using loop::Expr;
using loop::For;
using loop::If;
using loop::Integer;
using loop::Load;
using loop::Search;
using loop::Stmt;
using loop::Store;
using loop::Variable;
using loop::VectorFor;

/// True if `expr` is computed from extents alone, without loads: it is not a segment bound.
bool is_extent(const Expr& expr) {
  return !loop::any_part(expr, [](const Expr& part) { return part.as<Load>() || part.as<Search>(); });
}

/// True if `expr` has the form of a position in dense levels (sums and products of coordinates and extents), so that
/// different coordinates give different positions.
bool is_place(const Expr& expr) {
  return !loop::any_part(expr, [](const Expr& part) {
    const Binary* node = part.as<Binary>();
    const bool is_sum = node && (node->op == BinaryOp::add || node->op == BinaryOp::mul);
    return !is_sum && !part.as<Variable>() && !part.as<Integer>();
  });
}

class RowAnalysis {
 public:
  RowAnalysis(const For& node, const VectorFor& lanes) : row_(node.name), loop_(lanes) {}

  std::optional<Rows> run(Block before) {
    if (loop_.over == VectorFor::Over::positions || !loop_.sums.empty()) return {};
    add(before);
    require(!is_own(loop_.end));
    add(loop_.body);
    for (const Load& load : loaded_)
      if (const auto places = stored_.find(load.array); places != stored_.end())
        require(places->second == load.index[0]);
    if (!fits_ || stored_.empty() || !shares_ || !differs_) return {};
    return Rows{std::move(before), loop_, own_};
  }

 private:
  void require(bool holds) { fits_ = fits_ && holds; }
  bool is_own(const Expr& expr) const { return loop::own_reads(expr).count(row_) > 0 || loop::reads_any(expr, own_); }
  bool has_lanes(const Expr& expr) const { return varies(expr, loop_); }

  void add(const Block& block) {
    for (const Stmt& stmt : block) add(stmt);
  }

  void add(const Stmt& stmt) {
    match(
        stmt, [&](const Declare& node) { add(node); },
        [&](const Assign& node) {
          look_at(node.value);
          require(scorchc::has(loop_.varying, node.name) || !is_own(node.value));
        },
        [&](const Store& node) {
          look_at(node.value);
          require(is_place(node.index) && loop::own_reads(node.index).count(row_) > 0 &&
                  !loop::reads_any(node.index, own_));
          require(stored_.try_emplace(node.array, node.index).first->second == node.index);
        },
        [&](const For& node) {
          require(!is_own(node.begin) && !is_own(node.end));
          is_inside_ = true;
          add(node.body);
          is_inside_ = false;
        },
        [&](const If& node) {
          for (const Expr& condition : node.conditions) require(!is_own(condition));
          for (const Block& block : node.blocks) add(block);
        },
        [](const Comment&) {}, [&](const auto&) { require(false); });
  }

  void add(const Declare& node) {
    look_at(node.value);
    if (scorchc::has(loop_.varying, node.name) || !is_own(node.value)) return;
    require(!node.is_mutable);
    own_.insert(node.name);
  }

  /// Records the loads of a value. Sets `shares_` if an inner loop loads something that all rows share, and `differs_`
  /// if the value depends on the row.
  void look_at(const Expr& value) {
    differs_ = differs_ || is_own(value);
    loop::any_part(value, [&](const Expr& part) {
      const Load* load = part.as<Load>();
      if (load) loaded_.push_back(*load);
      shares_ = shares_ || (load && is_inside_ && has_lanes(part) && !is_own(part));
      return false;
    });
  }

  const std::string& row_;
  const VectorFor& loop_;
  std::set<std::string> own_;
  std::map<std::string, Expr> stored_;  // array -> the only index at which it is stored to
  std::vector<Load> loaded_;
  bool fits_ = true, shares_ = false, differs_ = false;
  bool is_inside_ = false;  // the current statement is in a loop inside the vector loop
};

}  // namespace

std::optional<Rows> rows_around(const For& node) {
  if (node.unroll > 1 || node.body.empty() || !node.locals.empty()) return {};
  const VectorFor* lanes = node.body.back().as<VectorFor>();
  const bool leads_there = std::all_of(node.body.begin(), node.body.end() - 1, loop::is_constant);
  if (!lanes || !leads_there || !is_extent(node.begin) || !is_extent(node.end)) return {};
  return RowAnalysis(node, *lanes).run(Block(node.body.begin(), node.body.end() - 1));
}

}  // namespace scorchc::passes
