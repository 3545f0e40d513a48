#include "schedule/legality/vector_loops.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "levels/registry.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

class LaneRules {
 public:
  LaneRules(const cin::Forall& loop, const Kernel& kernel, ValueType type)
      : index_(loop.index), kernel_(kernel), type_(type) {
    if (const cin::Forall* inner = loop.fused_as.empty() ? nullptr : loop.body[0].as<cin::Forall>()) {
      index_ = inner->index;
      above_ = loop.index;
    }
    require(loop.unroll == 1, {"it is unrolled"});
    require(type_ == ValueType::f32 || type_ == ValueType::f64, {"its values are integers"});
    visit(cin::inside(loop));
    // A loop that sets components to one value is left to the C++ compiler, which emits a fill.
    require(reads_, {"no operand depends on it"});
  }
  bool hold() const { return holds_; }
  std::optional<std::string> why() const {
    if (holds_) return {};
    std::string text;
    for (const std::string_view part : problem_) text += part;
    return text;
  }

 private:
  // The parts of a message; they refer to names of the kernel or the loops. Joined only if the message is needed.
  using Text = std::array<std::string_view, 5>;
  void require(bool holds, const Text& problem) {
    if (holds || !holds_) return;
    holds_ = false;
    problem_ = problem;
  }

  void visit(const cin::Stmt& stmt) {
    if (!holds_) return;
    match(
        stmt, [&](const cin::Assign& assign) { visit(assign); },
        [&](const cin::Forall& inner) {
          require(!inner.parallel, {"it contains a parallel loop"});
          visit(inner.body[0]);
        },
        [&](const cin::Where& where) {
          require(where.temporary.indices.empty(), {"`", where.temporary.tensor, "` is computed inside it"});
          scalars_.insert(where.temporary.tensor);
          for (const cin::Stmt& part : where.parts) visit(part);
        },
        [&](const cin::Sequence& sequence) {
          for (const cin::Stmt& part : sequence.statements) visit(part);
        });
  }

  void visit(const cin::Assign& assign) {
    const std::vector<const Access*> read = accesses_in(assign.rhs);
    for (const Access* access : read) look_at(*access);
    if (!holds_) return;
    const bool reads_index =
        std::any_of(read.begin(), read.end(), [&](const Access* access) { return has(access->indices, index_); });
    reads_ = reads_ || reads_index;
    if (!assign.lhs.indices.empty()) {
      require(has(assign.lhs.indices, index_),
              {"its iterations write the same components of `", assign.lhs.tensor, "`"});
      look_at(assign.lhs);
    } else if (!scalars_.count(assign.lhs.tensor)) {
      require(kernel_.result().name != assign.lhs.tensor, {"its iterations write the same component"});
      require(assign.op == AssignOp::add && reads_index, {"its iterations share `", assign.lhs.tensor, "`"});
    }
    look_at_operators(assign.rhs);
  }

  // Requires that the index is unit-stride in the access, if it occurs: its only level is the last one and dense. A
  // fused loop requires this of both indices, in the last two levels.
  void look_at(const Access& access) {
    if (!has(access.indices, index_) && !has(access.indices, above_)) return;
    const TensorDeclaration* tensor = kernel_.find(access.tensor);
    if (!tensor || !tensor->format) return;
    const std::vector<LevelSpec>& levels = tensor->format->levels;
    const auto is_along = [&](std::size_t from_last, const std::string& index) {
      return levels.size() > from_last && is_along_once(access, levels[levels.size() - 1 - from_last], index);
    };
    require(is_along(0, index_) && (above_.empty() || is_along(1, above_)),
            {"accesses to `", access.tensor, "` are not contiguous along `", index_, "`"});
    require(tensor->value == type_, {"its operands have different value types"});
  }

  void look_at_operators(const Expr& expr) {
    if (const Apply* node = expr.as<Apply>()) {
      for (const Expr& operand : node->operands) look_at_operators(operand);
      require(info(node->op).lanes || is_common(expr), {"`", info(node->op).name, "` has no SIMD form"});
    }
    if (const Equal* node = expr.as<Equal>())
      require(!is_own(node->left) && !is_own(node->right), {"it runs along a diagonal"});
  }

  // Whether the expression has the same value in all lanes.
  bool is_common(const Expr& expr) const {
    const std::vector<const Access*> read = accesses_in(expr);
    return std::none_of(read.begin(), read.end(), [&](const Access* access) {
      return std::any_of(access->indices.begin(), access->indices.end(),
                         [&](const std::string& index) { return is_own(index); }) ||
             scalars_.count(access->tensor) > 0;
    });
  }
  bool is_own(const std::string& index) const { return index == index_ || index == above_; }

  std::string index_;
  std::string above_;  // first index of a fused loop, else empty
  const Kernel& kernel_;
  ValueType type_;
  std::set<std::string> scalars_;  // private to each lane
  bool reads_ = false;
  bool holds_ = true;
  Text problem_ = {};
};

// Whether the loop runs over the positions of one sparse level: only one access has the index in a sparse level, and
// there is nothing to do where that access stores nothing.
class PositionRules {
 public:
  PositionRules(const cin::Forall& loop, const Kernel& kernel, ValueType type)
      : index_(loop.index), kernel_(kernel), type_(type) {
    const cin::Assign* assign = loop.body[0].as<cin::Assign>();
    adds_up = assign && loop.fused_as.empty() && loop.unroll == 1 && is_floating(type_) &&
              assign->op == AssignOp::add && assign->lhs.indices.empty() &&
              kernel_.result().name != assign->lhs.tensor && walked(assign->rhs) == 1 && are_lanes(assign->rhs) &&
              is_needed(assign->rhs);
    reads_blocks = adds_up && is_part_of_block() && !is_read_once(assign->rhs);
  }
  bool adds_up = false;       // the loop adds up terms at positions
  bool reads_blocks = false;  // blocks of another operand, of which the last may be partial

 private:
  // Whether every position of the level is one coordinate.
  bool has_positions(const Access& access) const {
    const std::vector<LevelSpec>& levels = kernel_.tensor(access.tensor).format->levels;
    const auto is_own = [&](const LevelSpec& level) {
      return access.indices[static_cast<std::size_t>(level.mode)] == index_;
    };
    const auto own = std::find_if(levels.begin(), levels.end(), is_own);
    const bool is_last_of_run = own + 1 == levels.end() || is_dense(*(own + 1));
    return levels::level_format(own->level).properties.compact &&
           (is_last_of_run || levels::level_format(own->level).properties.unique);
  }

  // The last vector of a segment also runs for entries of the segment before. In its last block, which may be partial,
  // another operand lacks the components at the offsets of these.
  bool is_part_of_block() const {
    const auto declared = kernel_.indices.find(index_);
    return declared != kernel_.indices.end() && !declared->second.block_of.empty();
  }
  bool is_read_once(const Expr& expr) const {
    const std::vector<const Access*> read = accesses_in(expr);
    return std::count_if(read.begin(), read.end(),
                         [&](const Access* access) { return has(access->indices, index_); }) == 1;
  }

  std::ptrdiff_t walked(const Expr& expr) const {
    const std::vector<const Access*> read = accesses_in(expr);
    return std::count_if(read.begin(), read.end(),
                         [&](const Access* access) { return is_sparse_along(*access, index_, kernel_); });
  }

  bool are_lanes(const Expr& expr) const {
    if (const Access* access = expr.as<Access>()) {
      const TensorDeclaration* tensor = kernel_.find(access->tensor);
      return !tensor || tensor->value == type_;
    }
    const Apply* node = expr.as<Apply>();
    if (!node) return !expr.as<Equal>();
    const auto is_lane = [&](const Expr& operand) { return are_lanes(operand); };
    return info(node->op).lanes && std::all_of(node->operands.begin(), node->operands.end(), is_lane);
  }

  // Whether the expression is zero wherever the operand stores nothing.
  bool is_needed(const Expr& expr) const {
    if (const Access* access = expr.as<Access>())
      return is_sparse_along(*access, index_, kernel_) && has_positions(*access);
    const Apply* node = expr.as<Apply>();
    if (!node) return false;
    if (node->op == Operator::mul) return is_needed(node->operands[0]) || is_needed(node->operands[1]);
    const bool keeps_zero = node->op == Operator::div || node->op == Operator::neg || node->op == Operator::abs ||
                            node->op == Operator::relu;
    return keeps_zero && is_needed(node->operands[0]);
  }

  const std::string& index_;
  const Kernel& kernel_;
  ValueType type_;
};

}  // namespace

bool is_along_once(const Access& access, const LevelSpec& level, const std::string& index) {
  return is_dense(level) && access.indices[static_cast<std::size_t>(level.mode)] == index &&
         std::count(access.indices.begin(), access.indices.end(), index) == 1;
}

bool is_sparse_along(const Access& access, const std::string& index, const Kernel& kernel) {
  const TensorDeclaration* tensor = kernel.find(access.tensor);
  return tensor && tensor->format &&
         std::any_of(tensor->format->levels.begin(), tensor->format->levels.end(), [&](const LevelSpec& level) {
           return !is_dense(level) && access.indices[static_cast<std::size_t>(level.mode)] == index;
         });
}

std::optional<std::string> why_scalar(const cin::Forall& loop, const Kernel& kernel, ValueType type) {
  const PositionRules positions(loop, kernel, type);
  if (positions.reads_blocks) return "the last block along `" + loop.index + "` may be partial";
  return positions.adds_up ? std::nullopt : LaneRules(loop, kernel, type).why();
}

bool can_be_vector(const cin::Forall& loop, const Kernel& kernel, ValueType type) {
  return adds_positions(loop, kernel, type) || LaneRules(loop, kernel, type).hold();
}

bool adds_positions(const cin::Forall& loop, const Kernel& kernel, ValueType type) {
  const PositionRules positions(loop, kernel, type);
  return positions.adds_up && !positions.reads_blocks;
}

}  // namespace scorchc::schedule
