// Draws random cases for verification. Extents are small, including 0 and 1, and values are small integers, so that
// every product and sum is exact and results can be compared exactly.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "data/tensor.h"
#include "ir/kernel.h"

namespace scorchc::driver {

/// Maximum number of points of an iteration space with extents given by the user; beyond it the interpreter takes too
/// long.
inline constexpr std::int64_t most_points_given = 4'000'000;

/// Properties of a kernel's statements that determine how its cases are drawn and compared.
struct StatementFacts {
  explicit StatementFacts(const Kernel& kernel);

  std::vector<Access> accesses;        // the left-hand side first
  std::set<std::string> denominators;  // tensors in denominators
  bool exact = true;                   // no function or quotient rounds
  double literals = 1;                 // product of the absolute values of the literals
  double factors = 1;                  // upper bound on the values that are multiplied, the result's old value included
  double sums = 1;                     // number of sums over all indices that are multiplied, through temporaries
  bool divides = false;
  bool is_polynomial = true;  // only sums and products: NaN and infinities propagate
  /// Classes of indices that must have equal extents: `A(i,j) * A(j,k)` puts i, j and k in one class.
  std::vector<std::vector<std::string>> index_classes;
};

struct RandomCase {
  std::map<std::string, std::int64_t> extents;
  std::map<std::string, data::Tensor> tensors;  // operands, and the result's old value if the statement reads it
};

/// Returns the case of a seed, the same on every machine. Consecutive seeds cover the kinds of cases (an empty extent,
/// all full, nothing stored, ...). Fails if the kernel's fixed extents clash or are too large to verify.
RandomCase draw_case(const Kernel& kernel, const StatementFacts& facts, std::uint64_t seed);

}  // namespace scorchc::driver
