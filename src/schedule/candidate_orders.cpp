#include "schedule/candidate_orders.h"

#include <algorithm>
#include <map>
#include <set>

#include "schedule/cost.h"
#include "schedule/patterns.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// Of the beginnings of one length that many are kept.
constexpr std::size_t widest_layer = 1024;

class Orders {
 public:
  Orders(const Kernel& kernel, const std::vector<LoopConstraint>& constraints, const Sizes& sizes)
      : indices_(all_indices(kernel.statement)),
        constraints_(constraints),
        patterns_(kernel, sizes),
        statement_(cin::Assign{kernel.statement.lhs, AssignOp::set, kernel.statement.rhs}),
        exhaustive_(indices_.size() <= most_exhaustive) {
    for (const LoopConstraint& constraint : constraints)
      must_follow_[constraint.inner] |= patterns_.bit(constraint.outer);
    std::set<std::string> seen;
    for (const Access& access : accesses(kernel.statement.rhs)) {
      const TensorDeclaration* tensor = kernel.find(access.tensor);
      if (!tensor || !tensor->format || tensor->format->is_dense() || !seen.insert(print(access)).second) continue;
      Operand operand;
      for (const LevelSpec& level : tensor->format->levels) {
        operand.levels.push_back(patterns_.bit(access.indices[static_cast<std::size_t>(level.mode)]));
        operand.dense.push_back(is_dense(level));
      }
      const auto prefixes = sizes.prefixes.find(access.tensor);
      operand.entries = prefixes == sizes.prefixes.end() || prefixes->second.empty() ? 1 : prefixes->second.back();
      if (operands_.size() < 63) operands_.push_back(std::move(operand));
    }
  }

  CandidateOrders run(std::size_t most) {
    if (indices_.size() > std::size_t{most_told_apart}) return first_legal();
    std::vector<Beginning> layer(1);
    CandidateOrders found;
    for (std::size_t depth = 0; depth < indices_.size() && !layer.empty(); ++depth) {
      std::vector<Beginning> next;
      for (const Beginning& beginning : layer) extend(beginning, next);
      if (!exhaustive_ && thin_out(next)) found.complete = false;
      layer = std::move(next);
    }
    sort(layer);
    found.legal = layer.size();
    for (Beginning& each : layer) {
      if (found.orders.size() == most) break;
      found.orders.push_back(std::move(each.order));
    }
    return found;
  }

 private:
  CandidateOrders first_legal() const {
    LoopOrder order;
    std::vector<std::string> left = indices_;
    while (!left.empty()) {
      const auto next = std::find_if(left.begin(), left.end(), [&](const std::string& index) {
        return std::none_of(constraints_.begin(), constraints_.end(), [&](const LoopConstraint& constraint) {
          return constraint.inner == index && has(left, constraint.outer);
        });
      });
      if (next == left.end()) return {};
      order.push_back(*next);
      left.erase(next);
    }
    return {{order}, 1, false};
  }

  struct Operand {
    std::vector<Bound> levels;  // their indices
    std::vector<bool> dense;
    double entries = 1;
  };
  struct Beginning {
    LoopOrder order;
    Bound bound = 0;
    Bound converted = 0;  // operands that the loops so far walk against their storage order
    double iterations = 1;
    double cost = 0;
    std::size_t number = 0;  // in its layer: of equal costs the first one wins
  };

  void extend(const Beginning& beginning, std::vector<Beginning>& next) const {
    for (const std::string& index : indices_) {
      const Bound own = patterns_.bit(index);
      if (beginning.bound & own) continue;
      const auto outer = must_follow_.find(index);
      if (outer != must_follow_.end() && (outer->second & ~beginning.bound)) continue;
      Beginning longer = beginning;
      longer.order.push_back(index);
      longer.bound |= own;
      const Patterns::Walk walk = patterns_.walk(statement_, beginning.bound, index);
      const double full = patterns_.extent(index);
      longer.cost += beginning.iterations * (walk.full()           ? full * constants_.dense_iteration
                                             : walk.iterators == 1 ? walk.steps
                                                                   : walk.steps * constants_.merge_step);
      longer.iterations = patterns_.box(longer.bound) * patterns_.density(statement_, longer.bound);
      for (std::size_t n = 0; n < operands_.size(); ++n)
        if (!(longer.converted >> n & 1) && turns(operands_[n], own, beginning.bound)) {
          longer.converted |= Bound{1} << n;
          longer.cost += operands_[n].entries * constants_.row_move;
        }
      if (longer.order.size() == indices_.size()) longer.cost += longer.iterations;
      longer.number = next.size();
      next.push_back(std::move(longer));
    }
  }

  // Whether the loop over `index` comes before one that stands above its sparse level in the operand's storage.
  static bool turns(const Operand& operand, Bound index, Bound bound) {
    for (std::size_t l = 0; l < operand.levels.size(); ++l) {
      if (operand.levels[l] != index || operand.dense[l]) continue;
      for (std::size_t above = 0; above < l; ++above)
        if (!(operand.levels[above] & (bound | index))) return true;
    }
    return false;
  }

  static void sort(std::vector<Beginning>& layer) {
    std::sort(layer.begin(), layer.end(), [](const Beginning& a, const Beginning& b) {
      return a.cost != b.cost ? a.cost < b.cost : a.number < b.number;
    });
  }

  // The cheapest of those that go on alike. True if others may have been lost that are not.
  bool thin_out(std::vector<Beginning>& layer) const {
    sort(layer);
    std::set<std::pair<Bound, Bound>> seen;
    std::erase_if(layer, [&](const Beginning& each) { return !seen.insert({each.bound, each.converted}).second; });
    if (layer.size() > widest_layer) layer.erase(layer.begin() + widest_layer, layer.end());
    for (std::size_t n = 0; n < layer.size(); ++n) layer[n].number = n;
    return true;
  }

  const std::vector<std::string> indices_;
  const std::vector<LoopConstraint>& constraints_;
  const Constants constants_;
  Patterns patterns_;
  const cin::Stmt statement_;
  const bool exhaustive_;
  std::map<std::string, Bound> must_follow_;
  std::vector<Operand> operands_;
};

}  // namespace

CandidateOrders candidate_orders(const Kernel& kernel, const std::vector<LoopConstraint>& constraints, const Sizes& sizes,
                                 std::size_t most) {
  return Orders(kernel, constraints, sizes).run(most);
}

}  // namespace scorchc::schedule
