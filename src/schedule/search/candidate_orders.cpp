#include "schedule/search/candidate_orders.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <set>
#include <unordered_map>

#include "schedule/estimate/cardinality.h"
#include "schedule/estimate/cost.h"
#include "schedule/legality/vector_loops.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// Prefixes kept per length: `kept_for_each` for each wanted order, at most `widest_layer` in all.
constexpr std::size_t kept_for_each = 64, widest_layer = 1024;
constexpr std::size_t most_remembered_prices = 65536;  // cached loop costs

// Whether the expression multiplies operands only. What a loop walks of one factor then does not depend on the others.
bool is_product(const Expr& expr) {
  return match(
      expr, [](const Access&) { return true; }, [](const Literal&) { return true; }, [](const Equal&) { return false; },
      [](const Apply& node) {
        return pattern_of(node) == Pattern::intersection &&
               std::all_of(node.operands.begin(), node.operands.end(), is_product);
      },
      [](const Reduce& node) { return is_product(node.body[0]); });
}

// Indices are numbered as in the statement, from 0.
enum class Lanes { no, yes };  // whether loops that may be vector loops are priced as such
class Orders {
 public:
  Orders(const Kernel& kernel, const std::vector<LoopConstraint>& constraints, const Sizes& sizes, Lanes lanes)
      : indices_(all_indices(kernel.statement)),
        constraints_(constraints),
        patterns_(kernel, sizes),
        statement_(cin::Assign{kernel.statement.lhs, AssignOp::set, kernel.statement.rhs}),
        exhaustive_(indices_.size() <= most_exhaustive) {
    const Bound all = is_product(kernel.statement.rhs) ? 0 : ~Bound{0};
    for (const std::string& index : indices_) loops_.push_back({patterns_.bit(index), 0, all, {}, {}});
    for (const LoopConstraint& constraint : constraints)
      if (Loop* inner = loop(constraint.inner)) inner->outer |= patterns_.bit(constraint.outer);
    for (std::size_t n = 0; lanes == Lanes::yes && n < loops_.size(); ++n)
      if (may_be_lanes(kernel, indices_[n])) lanes_.push_back(n);
    std::set<std::string> seen;
    for (const Access* read : accesses_in(kernel.statement.rhs)) {
      const Access& access = *read;
      Bound together = 0;
      for (const std::string& index : access.indices) together |= patterns_.bit(index);
      for (const std::string& index : access.indices) loop(index)->cost_indices |= together;
      const TensorDeclaration* tensor = kernel.find(access.tensor);
      if (!tensor || !tensor->format || tensor->format->is_dense() || !seen.insert(print(access)).second) continue;
      const auto prefixes = sizes.prefixes.find(access.tensor);
      const bool is_known = prefixes != sizes.prefixes.end() && !prefixes->second.empty();
      add_operand(access, *tensor->format, is_known ? prefixes->second.back() : 1);
    }
  }

  CandidateOrders run(std::size_t most) {
    if (indices_.size() > std::size_t{max_tracked_indices}) return first_legal();
    layers_.assign(1, std::vector<Beginning>(1));
    CandidateOrders found;
    for (std::size_t depth = 0; depth < indices_.size(); ++depth) {
      std::vector<Beginning> next;
      next.reserve(2 * layers_.back().size());
      known_inside_.clear(layers_.back().size() + 1);  // and one for all loops together
      inside_.clear();
      steps_.clear();
      if (remembered_ > most_remembered_prices) forget();
      if (!exhaustive_) known_.clear(layers_.back().size() * (indices_.size() - depth));
      found_ = 0;
      for (std::size_t n = 0; n < layers_.back().size(); ++n) extend(n, next);
      if (!exhaustive_) {
        prune(next, std::min(widest_layer, kept_for_each * most));
        found.complete = false;
      }
      layers_.push_back(std::move(next));
    }
    std::vector<Beginning>& whole = layers_.back();
    std::sort(whole.begin(), whole.end(), is_likelier);
    found.legal = whole.size();
    for (std::size_t n = 0; n < whole.size() && n < most; ++n) found.orders.push_back(order_of(whole[n]));
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

  // An operand that the loop walks discordantly unless all indices in `above`, those above its sparse level, are bound.
  struct Turn {
    Bound operand, above;
    double cost;
  };
  struct Loop {
    Bound own;
    Bound outer;         // must be bound before
    Bound cost_indices;  // the bound indices on which the loop's cost depends
    std::vector<Turn> turns;
    std::unordered_map<Bound, double> prices;  // by those of `cost_indices` that are bound
  };
  // A loop that may come next, and the operands that it walks discordantly.
  struct Step {
    std::uint32_t loop;
    double price;
    Bound turned;
  };
  // Loops that may follow a set of bound indices. Their cost depends on the set, not on its order.
  struct Inside {
    Bound bound;
    double iterations = 0;           // of the enclosing loops
    std::size_t begin = 0, end = 0;  // in `steps_`
  };
  // The first loops of an order: a prefix of the previous layer and one more loop. There are many, so they are kept
  // small.
  struct Beginning {
    double cost = 0;
    Bound bound = 0;
    Bound converted = 0;  // operands that these loops walk discordantly
    std::uint32_t before = 0;
    std::uint32_t number = 0;  // position in the layer: of equal costs the first one wins
    std::uint32_t loop = 0;
  };

  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr Bound odd = 0x9e3779b97f4a7c15;  // multiplier that spreads similar sets over the table
  // An open-addressing hash table that maps keys to positions in a list, for at most `most` keys.
  class Places {
   public:
    void clear(std::size_t most) { places_.assign(std::bit_ceil(2 * most + 1), none); }
    // The slot of the key for which `is_it` holds, or a free slot with value `none`, to be set. `mixed` is the key's
    // hash.
    template <class Is>
    std::uint32_t& of(Bound mixed, const Is& is_it) {
      std::size_t at = static_cast<std::size_t>(mixed >> 20);
      for (at &= places_.size() - 1; places_[at] != none && !is_it(places_[at]);) at = (at + 1) & (places_.size() - 1);
      return places_[at];
    }

   private:
    std::vector<std::uint32_t> places_;
  };

  Loop* loop(const std::string& index) {
    const auto it = std::find(indices_.begin(), indices_.end(), index);
    return it == indices_.end() ? nullptr : &loops_[static_cast<std::size_t>(it - indices_.begin())];
  }

  void add_operand(const Access& access, const Format& format, double entries) {
    if (operands_ == max_tracked_indices) return;
    const Bound number = Bound{1} << operands_++;
    Bound above = 0;
    for (const LevelSpec& level : format.levels) {
      const std::string& index = access.indices[static_cast<std::size_t>(level.mode)];
      if (!is_dense(level)) loop(index)->turns.push_back({number, above, entries * constants_.row_move});
      above |= patterns_.bit(index);
    }
  }

  // Whether the loop over the index can be a vector loop at any depth: the index is unit-stride in every access that
  // has it.
  static bool may_be_lanes(const Kernel& kernel, const std::string& index) {
    const auto is_along = [&](const Access& access) {
      const TensorDeclaration* tensor = kernel.find(access.tensor);
      return !has(access.indices, index) || !tensor || !tensor->format ||
             is_along_once(access, tensor->format->levels.back(), index);
    };
    const std::vector<const Access*> read = accesses_in(kernel.statement.rhs);
    return kernel.result().format && is_floating(kernel.result().value) && is_along(kernel.statement.lhs) &&
           std::all_of(read.begin(), read.end(), [&](const Access* access) { return is_along(*access); });
  }

  // Loops inside a vector loop run once per tile: tiles per coordinate, or 1 without a vector loop.
  double share_of_tiles(Bound bound) const {
    for (const std::size_t n : lanes_)
      if (loops_[n].own & bound) {
        const double extent = patterns_.extent(indices_[n]);
        return std::ceil(extent / constants_.tile) / std::max(1.0, extent);
      }
    return 1;
  }

  Inside inside(Bound bound) {
    std::uint32_t& place = known_inside_.of(bound * odd, [&](std::uint32_t n) { return inside_[n].bound == bound; });
    if (place != none) return inside_[place];
    place = static_cast<std::uint32_t>(inside_.size());
    Inside made{bound};
    made.begin = steps_.size();
    const double share = share_of_tiles(bound);
    made.iterations = bound == 0 ? 1 : patterns_.box(bound) * patterns_.density(statement_, bound) * share;
    for (std::size_t n = 0; n < loops_.size(); ++n) {
      const Loop& loop = loops_[n];
      if ((loop.own & bound) || (loop.outer & ~bound)) continue;
      const double tiles = share < 1 ? 1 : share_of_tiles(loop.own);
      Bound turned = 0;
      for (const Turn& turn : loop.turns)
        if (turn.above & ~(bound | loop.own)) turned |= turn.operand;
      steps_.push_back({static_cast<std::uint32_t>(n),
                        made.iterations * tiles * price_of_one(n, bound & loop.cost_indices), turned});
    }
    made.end = steps_.size();
    inside_.push_back(made);
    return made;
  }

  void forget() {
    for (Loop& loop : loops_) loop.prices.clear();
    remembered_ = 0;
  }

  // Cost of the loop per iteration of the enclosing loops.
  double price_of_one(std::size_t n, Bound bound) {
    const auto [it, is_new] = loops_[n].prices.try_emplace(bound);
    if (!is_new) return it->second;
    ++remembered_;
    it->second =
        price_of_walk(patterns_.walk(statement_, bound, indices_[n]), patterns_.extent(indices_[n]), constants_);
    return it->second;
  }

  void extend(std::size_t before, std::vector<Beginning>& next) {
    const Beginning& beginning = layers_.back()[before];
    const Inside around = inside(beginning.bound);
    for (std::size_t n = around.begin; n < around.end; ++n) {
      const Step step = steps_[n];  // a copy: extending may add steps
      const Loop& loop = loops_[step.loop];
      Beginning longer{beginning.cost + step.price,
                       beginning.bound | loop.own,
                       beginning.converted,
                       static_cast<std::uint32_t>(before),
                       found_++,
                       step.loop};
      if (step.turned & ~beginning.converted) turn(loop.turns, longer);
      if (layers_.size() == loops_.size()) longer.cost += inside(longer.bound).iterations;
      add(longer, next);
    }
  }

  static void turn(const std::vector<Turn>& turns, Beginning& beginning) {
    for (const Turn& turn : turns)
      if (!(beginning.converted & turn.operand) && (turn.above & ~beginning.bound)) {
        beginning.converted |= turn.operand;
        beginning.cost += turn.cost;
      }
  }

  // Adds the prefix to the layer. Unless the search is exhaustive, of prefixes with equal continuations only the
  // cheapest stays.
  void add(const Beginning& beginning, std::vector<Beginning>& layer) {
    if (!exhaustive_) {
      const auto goes_on_alike = [&](std::uint32_t n) {
        return layer[n].bound == beginning.bound && layer[n].converted == beginning.converted;
      };
      std::uint32_t& place = known_.of(((beginning.bound * odd) ^ beginning.converted) * odd, goes_on_alike);
      if (place != none) {
        if (is_likelier(beginning, layer[place])) layer[place] = beginning;
        return;
      }
      place = static_cast<std::uint32_t>(layer.size());
    }
    layer.push_back(beginning);
  }

  LoopOrder order_of(const Beginning& whole) const {
    LoopOrder order(indices_.size());
    const Beginning* at = &whole;
    for (std::size_t depth = order.size(); depth-- > 0; at = &layers_[depth][at->before])
      order[depth] = indices_[at->loop];
    return order;
  }

  static bool is_likelier(const Beginning& a, const Beginning& b) {
    return a.cost != b.cost ? a.cost < b.cost : a.number < b.number;
  }

  // Keeps the cheapest prefixes. The result is no longer exact: a dropped one may have had cheaper continuations.
  static void prune(std::vector<Beginning>& layer, std::size_t widest) {
    const std::size_t kept = std::min(widest, layer.size());
    if (kept < layer.size())
      std::nth_element(layer.begin(), layer.begin() + static_cast<std::ptrdiff_t>(kept), layer.end(), is_likelier);
    layer.resize(kept);
    std::sort(layer.begin(), layer.end(), is_likelier);
    for (std::size_t n = 0; n < kept; ++n) layer[n].number = static_cast<std::uint32_t>(n);
  }

  const std::vector<std::string> indices_;
  const std::vector<LoopConstraint>& constraints_;
  const Constants constants_;
  CardinalityEstimator patterns_;
  const cin::Stmt statement_;
  const bool exhaustive_;
  std::vector<Loop> loops_;
  std::vector<std::size_t> lanes_;  // loops that may be vector loops
  int operands_ = 0;
  std::vector<Inside> inside_;                  // the sets of the layer being extended,
  Places known_inside_;                         // their positions,
  std::vector<Step> steps_;                     // and all their steps
  Places known_;                                // prefixes of the layer being built
  std::uint32_t found_ = 0;                     // number of prefixes found in it
  std::size_t remembered_ = 0;                  // cached loop costs
  std::vector<std::vector<Beginning>> layers_;  // by length
};

}  // namespace

OrderSearch::OrderSearch(const Kernel& kernel, std::vector<LoopConstraint> constraints, const Sizes& sizes,
                         std::size_t most_ever)
    : kernel_(kernel), constraints_(std::move(constraints)), sizes_(sizes), most_ever_(most_ever) {}

CandidateOrders OrderSearch::likeliest(std::size_t most) {
  if (!plain_) {
    const bool is_exhaustive = all_indices(kernel_.statement).size() <= most_exhaustive;
    CandidateOrders plain = Orders(kernel_, constraints_, sizes_, Lanes::no).run(is_exhaustive ? most_ever_ : most);
    if (!is_exhaustive) return plain;
    plain_ = std::move(plain);
  }
  if (plain_->legal <= most) return *plain_;
  // Orders rank differently with plain and with vector loops, so half of the result comes from either ranking.
  if (!vectors_) vectors_ = Orders(kernel_, constraints_, sizes_, Lanes::yes).run(most_ever_);
  std::vector<LoopOrder> both;
  for (std::size_t n = 0; n < most; ++n)
    for (const LoopOrder& order : {plain_->orders[n], vectors_->orders[n]})
      if (both.size() < most && std::find(both.begin(), both.end(), order) == both.end()) both.push_back(order);
  return {std::move(both), plain_->legal, plain_->complete};
}

}  // namespace scorchc::schedule
