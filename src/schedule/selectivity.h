// Which part of a tensor's coordinates a statement asks for, whatever the order of its loops: the projection of its
// pattern to the tensor's indices. (CardinalityEstimator, in cardinality.h, are about what is known inside of loops.)
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "ir/cin.h"
#include "schedule/symbols.h"

namespace scorchc::schedule {

/// Of a box of coordinates, as a formula and as a number: of a union the formula is an upper bound.
struct Selectivity {
  Sum sum = one();
  double number = 1;
};

/// What limits the coordinates of an access that stands beside it: a factor, or the statement around a scalar's.
struct LimitingFactor {
  const Expr* expr = nullptr;
  const cin::Stmt* stmt = nullptr;
  bool is_looked_up = false;                          // coordinates are read before it is known whether it has them
  std::optional<std::set<std::string>> seen_by = {};  // it limits coordinates of these indices alone

  /// Those of the indices whose coordinates it limits.
  std::set<std::string> limited(std::set<std::string> indices) const;
};
using Factors = std::vector<LimitingFactor>;

class SelectivityEstimator {
 public:
  using Indices = std::set<std::string>;

  SelectivityEstimator(const cin::Program& program, Symbols& symbols);

  /// The share of the box over `indices` at which all factors store something together.
  Selectivity of(const Factors& factors, const Indices& indices);
  /// The same as far as the loops over `loops` can tell: levels below have not been walked.
  Selectivity walked(const Indices& loops, const Factors& factors, const Indices& indices);

  /// Whether a `where` makes the tensor, or scalar. While its own producer is looked at it limits nothing.
  bool is_made(const std::string& tensor) const { return wheres_.count(tensor) > 0; }
  void open(const std::string& temporary) { open_.insert(temporary); }
  void close(const std::string& temporary) { open_.erase(temporary); }

 private:
  Selectivity of(const Expr& expr, const Indices& indices);
  Selectivity of(const cin::Stmt& stmt, const Indices& indices);
  Selectivity of_temporary(const cin::Where& where, const Indices& indices);
  Selectivity of_each(const Factors& factors, const Indices& indices);
  Selectivity selectivity_of(Sum sum) const;
  void add_indices(const std::vector<Access>& accesses, Indices& indices, std::size_t& patterns,
                   std::set<std::string>& seen) const;
  std::size_t levels_walked(const Access& access) const;

  const Kernel& kernel_;
  Symbols& symbols_;
  std::map<std::string, cin::Where> wheres_;
  // What each temporary stores, by what it is asked for and what is open and walked then: statements may read one
  // often, whose producer reads others often.
  std::map<std::tuple<std::string, Indices, Indices, std::optional<Indices>>, Selectivity> known_;
  std::set<std::string> open_;
  std::optional<Indices> walked_;
};

}  // namespace scorchc::schedule
