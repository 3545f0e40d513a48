// Estimates cardinalities: how many coordinates of an iteration domain a statement visits, projected to the bound
// indices.
//
// Entries of different tensors are assumed independent and evenly spread. A product visits what all factors store, a
// sum what any addend stores. An access constrains only its concordant prefix: its levels from the first on whose
// indices are all bound. The levels below are not walked yet.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "ir/cin.h"
#include "schedule/estimate/sizes.h"

namespace scorchc::schedule {

/// A set of indices, one bit each.
using Bound = std::uint64_t;
/// Number of indices with a bit of their own; further ones are in no set.
inline constexpr int max_tracked_indices = 63;

class CardinalityEstimator {
 public:
  /// Keeps references to both.
  CardinalityEstimator(const Kernel& kernel, const Sizes& sizes);

  Bound bit(const std::string& index) const;
  double extent(const std::string& index) const {
    const Bound own = bit(index);
    return own == 0 ? sizes_.extent(index) : extent(own);
  }
  /// Number of coordinates of the box over the indices.
  double box(Bound indices) const;

  /// Selectivity: the share of the box over `bound` that the expression, or the statement's loops, visit.
  double density(const Expr& expr, Bound bound) const;
  double density(const cin::Stmt& stmt, Bound bound) const;

  /// What a loop walks below one prefix, on average.
  struct Walk {
    double steps = 0;             // coordinates visited, summed over all walked operands
    double operand_switches = 0;  // of these, those at which a merge switches to another operand
    double scanned = 0;           // entries of coordinate lists that are scanned to reach the next coordinate
    double probes = 0;            // coordinates that searches examine
    int iterators = 0;            // number of sparse iterators; 0: a dense loop over every coordinate
    double least = 0;             // lower bound of `steps`: no fibre below a sparse level is empty
    bool full() const { return iterators == 0; }
  };
  Walk walk(const cin::Forall& loop, Bound bound) const;
  /// A lower bound for every choice of protocols: all operands gallop and searches are free. `scanned` and `probes` are
  /// 0.
  Walk least_walk(const cin::Forall& loop, Bound bound) const;
  Walk walk(const cin::Stmt& stmt, Bound bound, const std::string& index) const;

  /// Number of components of the temporary that its producer fills, relative to the number expected for independent
  /// rows. Below 1 if the accumulated rows have similar patterns.
  double overlap(const Access& temporary, Bound outside, const cin::Stmt& producer) const;

  /// A scalar temporary is stored where its producer visits anything.
  void define_scalar(const std::string& temporary, const cin::Stmt& producer);
  /// Defines a temporary with indices that is computed each time `outside` is bound. `prefixes` are the expected
  /// numbers of distinct coordinates down to each of its levels.
  void define(const Access& temporary, Bound outside, const cin::Stmt& producer, std::vector<double> prefixes);

 private:
  struct Level {
    Bound index;
    bool sparse;
    double density;  // of the coordinates down to this level
    double entries;  // per such coordinate: above 1 in a coordinate list with further levels
  };
  struct Made {
    Bound outside;
    const cin::Stmt* producer;
    std::vector<double> prefixes;
  };
  struct View {                      // estimates for an access
    const Access* access = nullptr;  // null: not looked up yet
    std::vector<Level> levels = {};
    const Made* made = nullptr;
    const cin::Stmt* scalar = nullptr;   // the producer of a scalar
    std::optional<double> outside = {};  // density of the iterations that compute it
  };
  View& view(const Access& access) const;
  void look_at(const Access& access, View& view) const;
  void add_levels(View& view, const Access& access, const Format& format, const std::vector<double>& prefixes) const;
  // An expression prepared for repeated queries: names are looked up and operands compared once.
  struct Term {
    enum class Kind { access, fixed, first, product, sum } kind = Kind::fixed;
    const Expr* expr = nullptr;
    const Access* access = nullptr;
    View* view = nullptr;
    Bound together = 0;  // of `fixed`: `share` applies once these are bound
    double share = 1;
    bool is_repeated = false;  // repeats an earlier factor, so it selects nothing further
    Bound along = ~Bound{0};   // indices whose loops may walk part of it; loops over others visit every coordinate
    std::vector<Term> parts = {};
  };
  Term term(const Expr& expr) const;
  Bound along(const Access& access) const;
  const Term& term(const cin::Assign& assign) const;
  double density(const Term& term, Bound bound) const;
  // The statement that determines where the access is stored: the producer of a scalar, or that of a workspace until
  // `outside` is bound. Null otherwise.
  static const cin::Stmt* in_place_of(const View& view, Bound bound);
  // Memoised estimates for producers: statements may read a temporary often, whose producer reads others often.
  double density_of(const cin::Stmt& producer, Bound bound) const;
  void forget_producers();
  double density(View& view, Bound bound) const;
  // Factor by which entries of the two coincide more often than by chance, over pairs whose indices are all bound.
  double meeting(const Expr& left, const Expr& right, Bound bound) const;
  // Share of components that two parts of a term both store, given the share of each. Independent by default; where
  // data show that operands with the same indices overlap, up to the smaller share.
  double both(const Term& left, double of_left, const Term& right, double of_right, Bound bound) const;
  void add_operands(const Expr& expr, std::vector<Access>& operands) const;
  double meeting(const Access& a, const Access& b) const;
  // Factor by which fibres of the access are longer than average below the bound entries of other factors.
  double busier(const Access& access, Bound bound) const;
  bool is_bound(const Access& access, Bound bound) const;
  void add_factors(const Expr& expr, std::vector<Access>& factors) const;
  struct Place {
    Bound bound, own;                               // indices bound by the enclosing loops, and the loop's own index
    const std::vector<cin::Read>* reads = nullptr;  // how the loop reads operands
    Reading otherwise = Reading::walk;              // how it reads operands that `reads` does not list
    Reading reading(const Expr& operand) const;
  };
  Walk walk_of(const cin::Stmt& producer, const Place& at) const;
  Walk walk(View& seen, const Place& at) const;
  static double up_to_the_last(const Walk& others);
  Walk walk(const Term& term, const Place& at) const;
  double met(const Term& term, const Place& at, double most) const;
  Walk walk_of_product(const Term& term, const Place& at) const;
  Walk walk_of_sum(const Term& term, const Place& at) const;
  Walk walk(const cin::Stmt& stmt, const Place& at) const;
  void look_up(const Place& at, Walk& walk) const;
  double extent(Bound own) const;

  const Kernel& kernel_;
  const Sizes& sizes_;
  std::vector<const std::string*> indices_;  // sorted by name
  std::vector<double> extents_;              // of each index
  std::array<std::uint8_t, 32> by_letter_ =
      {};  // by last letter, a position in indices_: most names are one letter and are looked up all the time
  std::vector<Access> factors_ = {};  // of a statement that is one product, if data correlate its operands
  std::map<std::string, const cin::Stmt*, std::less<>> producers_;
  std::map<std::string, Made, std::less<>> made_;
  mutable std::map<std::pair<const cin::Stmt*, Bound>, double> densities_;  // of producers
  mutable std::map<std::tuple<const cin::Stmt*, Bound, Bound, const std::vector<cin::Read>*, Reading>, Walk> walks_;
  mutable std::unordered_map<const Access*, View> views_;       // by address: the statement outlives this estimator
  mutable std::unordered_map<const cin::Assign*, Term> terms_;  // of its right-hand sides
};

}  // namespace scorchc::schedule
