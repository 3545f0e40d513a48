#include "schedule/estimate/cardinality.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "schedule/legality/iteration_domain.h"

namespace scorchc::schedule {
namespace {

constexpr double tiny = 1e-300;
constexpr double stamp_probes = 0.5;  // cost of locating a component of a workspace, relative to one step of a search
constexpr double mark_probes = 0.1;   // the same if it is filled once before all loops, or masked: its flag is one byte

// Largest arity of an operator.
constexpr std::size_t most_arity = 2;
#define SCORCHC_OPERATOR(name, text, arity, ...) static_assert(arity <= most_arity);
#include "ir/operators.def"
#undef SCORCHC_OPERATOR

bool is_coordinate(const LevelSpec& level) { return level.level == "coordinate"; }

}  // namespace

CardinalityEstimator::CardinalityEstimator(const Kernel& kernel, const Sizes& sizes) : kernel_(kernel), sizes_(sizes) {
  indices_.reserve(sizes.extents.size());
  extents_.reserve(sizes.extents.size());
  for (const auto& [index, extent] : sizes.extents) {
    if (indices_.size() < std::size_t{max_tracked_indices} && !index.empty())
      by_letter_[static_cast<unsigned char>(index.back()) % by_letter_.size()] =
          static_cast<std::uint8_t>(indices_.size());
    indices_.push_back(&index);
    extents_.push_back(extent);
  }
  if (!sizes.meetings.empty()) add_factors(kernel.statement.rhs, factors_);
}

Bound CardinalityEstimator::bit(const std::string& index) const {
  const std::size_t likely =
      index.empty() ? 0 : by_letter_[static_cast<unsigned char>(index.back()) % by_letter_.size()];
  if (likely < indices_.size() && *indices_[likely] == index) return Bound{1} << likely;
  const auto it = std::lower_bound(indices_.begin(), indices_.end(), index,
                                   [](const std::string* known, const std::string& wanted) { return *known < wanted; });
  const std::ptrdiff_t place = it - indices_.begin();
  return it == indices_.end() || **it != index || place >= max_tracked_indices ? 0 : Bound{1} << place;
}

double CardinalityEstimator::extent(Bound own) const {
  return own == 0 ? assumed_dense_extent : extents_[static_cast<std::size_t>(std::countr_zero(own))];
}

double CardinalityEstimator::box(Bound indices) const {
  double cells = 1;
  for (Bound left = indices; left != 0; left &= left - 1) cells *= extent(left);
  return cells;
}

void CardinalityEstimator::add_levels(View& view, const Access& access, const Format& format,
                                      const std::vector<double>& prefixes) const {
  const TensorDeclaration* tensor = kernel_.find(access.tensor);
  const bool is_copy = tensor && tensor->copy_of;
  double cells = 1;
  view.levels.reserve(format.levels.size());
  for (std::size_t l = 0; l < format.levels.size() && l < prefixes.size(); ++l) {
    const std::string& index = access.indices[static_cast<std::size_t>(format.levels[l].mode)];
    cells *= extent(index);
    std::size_t last = l;
    // The first level of a copy is compressed: each coordinate once, with the positions of its entries.
    if (is_copy && l == 0) last = prefixes.size();
    while (is_coordinate(format.levels[l]) && last + 1 < prefixes.size() && is_coordinate(format.levels[last + 1]))
      ++last;
    view.levels.push_back({bit(index), !is_dense(format.levels[l]), std::max(tiny, std::min(1.0, prefixes[l] / cells)),
                           last < prefixes.size() ? prefixes[last] / std::max(tiny, prefixes[l]) : 1});
  }
}

CardinalityEstimator::View& CardinalityEstimator::view(const Access& access) const {
  View& view = views_[&access];
  if (!view.access) look_at(access, view);
  return view;
}

void CardinalityEstimator::look_at(const Access& access, View& view) const {
  view.access = &access;
  if (const auto scalar = producers_.find(access.tensor); access.indices.empty() && scalar != producers_.end())
    view.scalar = scalar->second;
  if (const auto made = made_.find(access.tensor); made != made_.end()) view.made = &made->second;
  const TensorDeclaration* tensor = kernel_.find(access.tensor);
  if (!tensor || !tensor->format) return;
  if (view.made) {
    add_levels(view, access, *tensor->format, view.made->prefixes);
  } else if (const auto prefixes = sizes_.prefixes.find(access.tensor); prefixes != sizes_.prefixes.end()) {
    add_levels(view, access, *tensor->format, prefixes->second);
  }
}

const cin::Stmt* CardinalityEstimator::in_place_of(const View& view, Bound bound) {
  if (view.scalar) return view.scalar;
  return view.made && (bound & view.made->outside) != view.made->outside ? view.made->producer : nullptr;
}

double CardinalityEstimator::density(View& view, Bound bound) const {
  double share = 1;
  for (const Level& level : view.levels) {
    if ((level.index & bound) != level.index) break;
    share = level.density;
  }
  if (!view.outside) {
    view.outside = 1;  // ends the recursion
    if (view.made) view.outside = density(*view.made->producer, view.made->outside);
  }
  return share * *view.outside;
}

CardinalityEstimator::Term CardinalityEstimator::term(const Expr& expr) const {
  using Kind = Term::Kind;
  return match(
      expr,
      [&](const Access& access) {
        return Term{
            .kind = Kind::access, .expr = &expr, .access = &access, .view = &views_[&access], .along = along(access)};
      },
      [&](const Literal& number) { return Term{.expr = &expr, .share = number.stored ? 1.0 : tiny}; },
      [&](const Equal& equal) {
        if (equal.negated) return Term{.expr = &expr};
        return Term{
            .expr = &expr, .together = bit(equal.left) | bit(equal.right), .share = 1 / sizes_.extent(equal.left)};
      },
      [&](const Reduce& node) {
        Term body = term(node.body[0]);
        body.expr = &expr;
        return body;
      },
      [&](const Apply& node) {
        const Pattern pattern = pattern_of(node);
        Term all{.expr = &expr};
        if (pattern == Pattern::full) return all;
        all.kind = pattern == Pattern::numerator      ? Kind::first
                   : pattern == Pattern::intersection ? Kind::product
                                                      : Kind::sum;
        all.parts.reserve(node.operands.size());
        all.along = 0;
        for (auto operand = node.operands.begin(); operand != node.operands.end(); ++operand) {
          if (node.is_constant_elsewhere && is_unstored(*operand)) continue;
          all.parts.push_back(term(*operand));
          all.along |= all.parts.back().along;
          all.parts.back().is_repeated =
              pattern == Pattern::intersection && std::find(node.operands.begin(), operand, *operand) != operand;
        }
        return all;
      });
}

// Any loop may walk part of a scalar temporary, or of one that is computed inside other loops.
Bound CardinalityEstimator::along(const Access& access) const {
  const auto made = made_.find(access.tensor);
  if (access.indices.empty() || (made != made_.end() && made->second.outside != 0)) return ~Bound{0};
  Bound all = 0;
  for (const std::string& index : access.indices) all |= bit(index);
  return all;
}

const CardinalityEstimator::Term& CardinalityEstimator::term(const cin::Assign& assign) const {
  const auto known = terms_.find(&assign);
  return known != terms_.end() ? known->second : terms_.emplace(&assign, term(assign.rhs)).first->second;
}

double CardinalityEstimator::density(const Expr& expr, Bound bound) const { return density(term(expr), bound); }

double CardinalityEstimator::density(const Term& term, Bound bound) const {
  switch (term.kind) {
    case Term::Kind::access: {
      if (!term.view->access) look_at(*term.access, *term.view);
      const cin::Stmt* producer = in_place_of(*term.view, bound);
      return producer ? density_of(*producer, bound) : density(*term.view, bound);
    }
    case Term::Kind::fixed:
      return (bound & term.together) == term.together ? term.share : 1.0;
    case Term::Kind::first:
      return density(term.parts[0], bound);
    case Term::Kind::product: {
      double share = 1;
      if (sizes_.meetings.empty() || term.parts.size() != 2) {
        for (const Term& factor : term.parts)
          if (!factor.is_repeated) share *= density(factor, bound);
        return share;
      }
      const Term &left = term.parts[0], &right = term.parts[1];
      const double of_left = density(left, bound), of_right = right.is_repeated ? 1 : density(right, bound);
      share = of_left * of_right;
      const double alike = right.is_repeated ? share : both(left, of_left, right, of_right, bound);
      return std::max(alike, std::min(1.0, share * meeting(*left.expr, *right.expr, bound)));
    }
    case Term::Kind::sum:
      break;
  }
  // 1 - (1 - p)(1 - q), without the cancellation of 1 - p for tiny p
  double share = 0;
  for (std::size_t n = 0; n < term.parts.size(); ++n) {
    const double other = density(term.parts[n], bound);
    share = share + other - (n == 1 ? both(term.parts[0], share, term.parts[1], other, bound) : share * other);
  }
  return share;
}

double CardinalityEstimator::density_of(const cin::Stmt& producer, Bound bound) const {
  const std::pair key(&producer, bound);
  if (const auto known = densities_.find(key); known != densities_.end()) return known->second;
  const double found = density(producer, bound);
  return densities_.emplace(key, found).first->second;
}

CardinalityEstimator::Walk CardinalityEstimator::walk_of(const cin::Stmt& producer, const Place& at) const {
  const auto key = std::make_tuple(&producer, at.bound, at.own, at.reads, at.otherwise);
  if (const auto known = walks_.find(key); known != walks_.end()) return known->second;
  const Walk found = walk(producer, at);
  return walks_.emplace(key, found).first->second;
}

double CardinalityEstimator::density(const cin::Stmt& stmt, Bound bound) const {
  return match(
      stmt, [&](const cin::Assign& assign) { return density(term(assign), bound); },
      [&](const cin::Forall& loop) { return density(loop.body[0], bound); },
      [&](const cin::Where& where) { return density(where.consumer(), bound); },
      [&](const cin::Sequence& sequence) {
        double share = 0;
        for (const cin::Stmt& part : sequence.statements) {
          const double other = density(part, bound);
          share = share + other - share * other;
        }
        return share;
      });
}

Reading CardinalityEstimator::Place::reading(const Expr& operand) const {
  const Access* access = operand.as<Access>();
  if (!access) return Reading::walk;
  if (reads)
    for (const cin::Read& each : *reads)
      if (each.access == *access) return each.reading;
  return otherwise;
}

CardinalityEstimator::Walk CardinalityEstimator::walk(View& seen, const Place& at) const {
  if (const cin::Stmt* producer = in_place_of(seen, at.bound)) return walk_of(*producer, at);
  double least = 0;
  for (const Level& level : seen.levels) {
    if (level.index == at.own) {
      if (!level.sparse) return {};
      const double average = extent(at.own) * density(seen, at.bound | at.own) / density(seen, at.bound);
      const double steps = std::min(extent(at.own), average * busier(*seen.access, at.bound));
      return {steps, steps, level.entries > 1 ? steps * level.entries : 0, 0, 1, least};
    }
    least = level.sparse ? 1 : 0;
    if ((level.index & at.bound) != level.index) return {};  // discordant: not walked
  }
  return {};
}

// Expected share of a fibre that an intersection walks: it ends at the last of `others.steps` randomly spread
// coordinates. The mean of n / (n + 1) for Poisson-distributed n, or for an n that is at least 1.
double CardinalityEstimator::up_to_the_last(const Walk& others) {
  const double mean = others.steps;
  if (others.least > 0) return mean / (mean + 1);
  return mean < 1e-6 ? mean / 2 : 1 + std::expm1(-mean) / mean;
}

CardinalityEstimator::Walk CardinalityEstimator::walk(const Term& term, const Place& at) const {
  if (at.own != 0 && (at.own & term.along) == 0) return {};
  switch (term.kind) {
    case Term::Kind::access:
      if (locates(at.reading(*term.expr))) return {};
      if (!term.view->access) look_at(*term.access, *term.view);
      return walk(*term.view, at);
    case Term::Kind::fixed:
      return {};
    case Term::Kind::first:
      return walk(term.parts[0], at);
    case Term::Kind::product:
      return walk_of_product(term, at);
    case Term::Kind::sum:
      break;
  }
  return walk_of_sum(term, at);
}

// Expected number of coordinates of a fibre at which operands coincide, at most `most`; a merge passes each in one
// step. 0 without data: unrelated patterns rarely coincide.
double CardinalityEstimator::met(const Term& term, const Place& at, double most) const {
  if (sizes_.meetings.empty()) return 0;
  return std::min(most, extent(at.own) * density(term, at.bound | at.own) / std::max(tiny, density(term, at.bound)));
}

CardinalityEstimator::Walk CardinalityEstimator::walk_of_product(const Term& term, const Place& at) const {
  Walk all;
  double fewest = std::numeric_limits<double>::infinity(), meet = extent(at.own);
  std::array<Walk, most_arity> walks, galloped;
  std::size_t gallop = 0;
  for (std::size_t n = 0; n < term.parts.size(); ++n)
    if (!term.parts[n].is_repeated) walks[n] = walk(term.parts[n], at);
  for (std::size_t n = 0; n < term.parts.size(); ++n) {
    Walk one = walks[n];
    if (one.full()) continue;
    meet *= one.steps / extent(at.own);
    double walked = 1;
    for (std::size_t m = 0; m < term.parts.size(); ++m)
      if (m != n && !walks[m].full()) walked *= up_to_the_last(walks[m]);
    one.steps *= walked;
    one.operand_switches *= walked;
    one.scanned *= walked;
    fewest = std::min(fewest, one.operand_switches);
    all.least = all.iterators == 0 ? one.least : 0;
    all.probes += one.probes;
    all.iterators += one.iterators;
    if (at.reading(*term.parts[n].expr) == Reading::gallop) {
      galloped[gallop++] = one;
    } else {
      all.steps += one.steps;
      all.scanned += one.scanned;
    }
  }
  // Between two entries of the shortest operand, a galloping one skips its own entries by exponential and then binary
  // search. Each entry of the shortest operand has at least one to skip.
  for (std::size_t n = 0; n < gallop; ++n) {
    const Walk& each = galloped[n];
    const double met = std::min(each.steps, fewest);
    all.steps += met;
    all.scanned += meet * each.scanned / std::max(tiny, each.steps);
    all.probes += met * 2 * std::log2(1 + each.steps / std::max(1.0, met));
  }
  if (all.iterators > 1 && gallop == 0)
    all.steps = std::max(fewest, all.steps - (all.iterators - 1) * met(term, at, fewest));
  // The operand with the fewest coordinates determines where the others continue.
  all.operand_switches = std::min(all.steps, all.iterators * fewest);
  return all;
}

CardinalityEstimator::Walk CardinalityEstimator::walk_of_sum(const Term& term, const Place& at) const {
  Walk all;
  for (const Term& part : term.parts) {
    const Walk one = walk(part, at);
    if (one.full()) return {};
    const double share = density(part, at.bound) / std::max(tiny, density(term, at.bound));
    all.steps += one.steps * share;
    all.scanned += one.scanned * share;
    all.probes += one.probes * share;
    all.iterators += one.iterators;
  }
  if (const double distinct = met(term, at, all.steps); distinct > 0) all.steps = distinct;
  all.operand_switches = all.steps;
  return all;
}

// Adds the cost of located operands: per iteration a binary search in the parent's fibre, or one access of a workspace.
void CardinalityEstimator::look_up(const Place& at, Walk& walk) const {
  for (const cin::Read& each : *at.reads) {
    if (!locates(each.reading)) continue;
    const double times = walk.full()          ? extent(at.own)
                         : walk.iterators > 1 ? walk.operand_switches / walk.iterators
                                              : walk.steps;
    View& seen = view(each.access);
    const bool has_marks = each.reading == Reading::masked || (seen.made && seen.made->outside == 0);
    walk.probes += times * (!is_indexed_list(each.access, kernel_) ? 1 + std::log2(1 + this->walk(seen, at).steps)
                            : has_marks                            ? mark_probes
                                                                   : stamp_probes);
  }
}

CardinalityEstimator::Walk CardinalityEstimator::walk(const cin::Forall& loop, Bound bound) const {
  const Place at{bound, bit(loop.index), &loop.reads};
  Walk result = walk(loop.body[0], at);
  look_up(at, result);
  return result;
}

CardinalityEstimator::Walk CardinalityEstimator::least_walk(const cin::Forall& loop, Bound bound) const {
  Walk least = walk(loop.body[0], Place{bound, bit(loop.index), nullptr, Reading::gallop});
  least.scanned = least.probes = 0;
  return least;
}

CardinalityEstimator::Walk CardinalityEstimator::walk(const cin::Stmt& stmt, Bound bound,
                                                      const std::string& index) const {
  return walk(stmt, Place{bound, bit(index)});
}

CardinalityEstimator::Walk CardinalityEstimator::walk(const cin::Stmt& stmt, const Place& at) const {
  return match(
      stmt, [&](const cin::Assign& assign) { return walk(term(assign), at); },
      [&](const cin::Forall& loop) { return walk(loop.body[0], at); },
      [&](const cin::Where& where) { return walk(where.consumer(), at); },
      [&](const cin::Sequence& sequence) {
        Walk all;
        for (const cin::Stmt& part : sequence.statements) {
          const Walk one = walk(part, at);
          if (one.full()) return Walk{};
          all.steps += one.steps;
          all.operand_switches += one.operand_switches;
          all.scanned += one.scanned;
          all.probes += one.probes;
          all.iterators += one.iterators;
        }
        return all;
      });
}

void CardinalityEstimator::define_scalar(const std::string& temporary, const cin::Stmt& producer) {
  producers_[temporary] = &producer;
  forget_producers();
}

void CardinalityEstimator::forget_producers() {
  densities_.clear();
  walks_.clear();
}

void CardinalityEstimator::define(const Access& temporary, Bound outside, const cin::Stmt& producer,
                                  std::vector<double> prefixes) {
  forget_producers();
  const auto [known, is_new] = made_.try_emplace(temporary.tensor);
  if (is_new) terms_.clear();
  known->second = {outside, &producer, std::move(prefixes)};
  for (auto& [access, view] : views_)
    if (access->tensor == temporary.tensor) view = {};
  // A factor may be a copy, whose original is known only now.
  if (sizes_.meetings.empty()) return;
  factors_.clear();
  add_factors(kernel_.statement.rhs, factors_);
}

}  // namespace scorchc::schedule
