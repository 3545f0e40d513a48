// How many coordinates a statement asks for: the expected size of its pattern, projected to the indices that are bound.
//
// Entries of different tensors are taken to be independent and spread evenly: a product asks for what all of its
// factors store, a sum for what any of its terms does. Of an access only the levels constrain whose indices are all
// bound, from the first on: the others are not walked yet (its concordant prefix).
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
#include "schedule/sizes.h"

namespace scorchc::schedule {

/// A set of indices, a bit each.
using Bound = std::uint64_t;
/// Further indices are in no set.
inline constexpr int most_told_apart = 63;

class CardinalityEstimator {
 public:
  /// Both are kept by reference.
  CardinalityEstimator(const Kernel& kernel, const Sizes& sizes);

  Bound bit(const std::string& index) const;
  double extent(const std::string& index) const {
    const Bound own = bit(index);
    return own == 0 ? sizes_.extent(index) : extent(own);
  }
  /// All coordinates of the indices.
  double box(Bound indices) const;

  /// The share of the box over `bound` that the expression, or the statement's loops, ask for.
  double density(const Expr& expr, Bound bound) const;
  double density(const cin::Stmt& stmt, Bound bound) const;

  /// What a loop over `index` walks below one prefix that `bound` binds.
  struct Walk {
    double steps = 0;   // coordinates of all operands that are walked
    double turns = 0;   // of these, where a merge goes on in another operand, or in several
    double passed = 0;  // entries of coordinate lists that are passed to come to the next coordinate
    double probes = 0;  // coordinates that are looked at to find one
    int iterators = 0;  // sparse ones; none: every coordinate
    double least = 0;   // that there are below each prefix: no fibre of a sparse level is empty
    bool full() const { return iterators == 0; }
  };
  Walk walk(const cin::Forall& loop, Bound bound) const;
  /// Where every operand gallops, and finds its way without being looked at: no protocols make the loop walk less.
  /// Nothing is said of entries that are passed.
  Walk least_walk(const cin::Forall& loop, Bound bound) const;
  Walk walk(const cin::Stmt& stmt, Bound bound, const std::string& index) const;

  /// How many components of the temporary its producer fills, beside as many as it would at random: rows that are added
  /// up in it may be alike.
  double overlap(const Access& temporary, Bound outside, const cin::Stmt& producer) const;

  /// A scalar temporary asks for what its producer asks for.
  void define_scalar(const std::string& temporary, const cin::Stmt& producer);
  /// One with indices, made where `outside` is bound: `prefixes` coordinates down to each of its levels, one after the
  /// other, in each iteration.
  void define(const Access& temporary, Bound outside, const cin::Stmt& producer, std::vector<double> prefixes);

 private:
  struct Level {
    Bound index;
    bool sparse;
    double density;  // of the coordinates down to it
    double entries;  // for each of these: more than one in a list that goes on with further levels
  };
  struct Made {
    Bound outside;
    const cin::Stmt* producer;
    std::vector<double> prefixes;
  };
  struct View {                      // of an access
    const Access* access = nullptr;  // null: nothing has been looked up for it yet
    std::vector<Level> levels = {};
    const Made* made = nullptr;
    const cin::Stmt* scalar = nullptr;   // its producer
    std::optional<double> outside = {};  // density of the iterations that it is made in
  };
  View& view(const Access& access) const;
  void look_at(const Access& access, View& view) const;
  void add_levels(View& view, const Access& access, const Format& format, const std::vector<double>& prefixes) const;
  // An expression, of which loops ask the same again and again: names are looked up, and operands compared, once.
  struct Term {
    enum class Kind { access, fixed, first, product, sum } kind = Kind::fixed;
    const Expr* expr = nullptr;
    const Access* access = nullptr;
    View* view = nullptr;
    Bound together = 0;  // a fixed share, where these are bound
    double share = 1;
    bool is_again = false;    // a factor that stands before, too: it asks for no less the second time
    Bound along = ~Bound{0};  // the loops that may walk any of it: those over others run over every coordinate
    std::vector<Term> parts = {};
  };
  Term term(const Expr& expr) const;
  Bound along(const Access& access) const;
  const Term& term(const cin::Assign& assign) const;
  double density(const Term& term, Bound bound) const;
  // What asks for it in its place: for a scalar its producer, and before its own indices are bound, a workspace is
  // there where its producer has something to do.
  static const cin::Stmt* in_place_of(const View& view, Bound bound);
  // Statements may read a temporary often, whose producer reads others often: what stands in place of one is looked at
  // once.
  double density_of(const cin::Stmt& producer, Bound bound) const;
  void forget_producers();
  double density(View& view, Bound bound) const;
  // How many more of them meet than by chance, where all indices of both are bound.
  double meeting(const Expr& left, const Expr& right, Bound bound) const;
  // The share of components that two parts of a term both store, which have these shares: where data say that operands
  // with the same indices are alike, as many as of the two that are most.
  double both(const Term& left, double of_left, const Term& right, double of_right, Bound bound) const;
  void add_operands(const Expr& expr, std::vector<Access>& operands) const;
  double meeting(const Access& a, const Access& b) const;
  // How many more entries a fibre of the access has than on average, below the entries of others that are bound.
  double busier(const Access& access, Bound bound) const;
  bool is_bound(const Access& access, Bound bound) const;
  void add_factors(const Expr& expr, std::vector<Access>& factors) const;
  struct Place {
    Bound bound, own;                               // what is bound around the loop, and its own index
    const std::vector<cin::Read>* reads = nullptr;  // how it reads operands
    Reading otherwise = Reading::walk;              // how it reads those that `reads` says nothing of
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
  std::vector<const std::string*> indices_;  // in the order of their names
  std::vector<double> extents_;              // of each
  std::array<std::uint8_t, 32> by_letter_ =
      {};                             // one of those that end so: most names are a letter, and asked for all the time
  std::vector<Access> factors_ = {};  // of the statement, where it is one product and data say how they meet
  std::map<std::string, const cin::Stmt*, std::less<>> producers_;
  std::map<std::string, Made, std::less<>> made_;
  mutable std::map<std::pair<const cin::Stmt*, Bound>, double> densities_;  // of producers
  mutable std::map<std::tuple<const cin::Stmt*, Bound, Bound, const std::vector<cin::Read>*, Reading>, Walk> walks_;
  mutable std::unordered_map<const Access*, View> views_;       // of the accesses of the statement, which lives longer
  mutable std::unordered_map<const cin::Assign*, Term> terms_;  // of its right-hand sides
};

}  // namespace scorchc::schedule
