// Estimates selectivity: which share of a tensor's coordinates a statement visits, independent of its loop order. The
// share is the projection of the statement's pattern to the tensor's indices. (CardinalityEstimator in cardinality.h
// estimates what loops visit.)
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "ir/cin.h"
#include "schedule/estimate/symbols.h"

namespace scorchc::schedule {

/// A share of a box of coordinates, as a formula and as a number. For a union the formula is an upper bound.
struct Selectivity {
  Sum sum = one();
  double number = 1;
};

/// A condition that limits the coordinates of an access: another factor of its product, or the consumer of a scalar.
struct LimitingFactor {
  const Expr* expr = nullptr;
  const cin::Stmt* stmt = nullptr;
  bool is_located = false;  // located: the access is read before it is known whether this operand has the coordinate
  std::optional<std::set<std::string>> seen_by = {};  // limits coordinates of these indices only

  /// Those of the indices whose coordinates it limits.
  std::set<std::string> limited(std::set<std::string> indices) const;
};
using Factors = std::vector<LimitingFactor>;

class SelectivityEstimator {
 public:
  using Indices = std::set<std::string>;

  SelectivityEstimator(const cin::Program& program, Symbols& symbols);

  /// Share of the box over `indices` at which all factors store something together.
  Selectivity of(const Factors& factors, const Indices& indices);
  /// The same, as far as the enclosing loops over `loops` determine: levels below are not walked yet.
  Selectivity walked(const Indices& loops, const Factors& factors, const Indices& indices);

  /// Whether a `where` computes the tensor or scalar. Between `open` and `close`, for its own producer, it limits
  /// nothing.
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
  // Memoised selectivity of each temporary, by the indices queried and the state of `open_` and `walked_`. Statements
  // may read a temporary often, whose producer reads others often.
  std::map<std::tuple<std::string, Indices, Indices, std::optional<Indices>>, Selectivity> known_;
  std::set<std::string> open_;
  std::optional<Indices> walked_;
};

}  // namespace scorchc::schedule
