// Random cases to verify kernels on: small extents, among them 0 and 1, and small integer values, so that every product
// and sum is exact and the comparison can be too.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "data/tensor.h"
#include "ir/kernel.h"

namespace scorchc::driver {

/// The points of an iteration space that the user's own extents may span; beyond it the interpreter takes too long.
inline constexpr std::int64_t most_points_given = 4'000'000;

/// What of a kernel's statements decides how its cases are drawn and compared.
struct StatementFacts {
  explicit StatementFacts(const Kernel& kernel);

  std::vector<Access> accesses;        // the left-hand side first
  std::set<std::string> denominators;  // tensors that stand in one
  bool exact = true;                   // no function or quotient rounds
  double literals = 1;                 // the product of the literals' sizes
  double factors = 1;                  // at most so many values are multiplied, the result's old one among them,
  double sums = 1;                     // and sums over all indices, where temporaries are
  bool divides = false;
  bool is_polynomial = true;  // sums and products alone: NaN and infinities stay that
  /// The indices that have one extent, whatever it is: `A(i,j) * A(j,k)` makes i, j and k one class.
  std::vector<std::vector<std::string>> index_classes;
};

struct RandomCase {
  std::map<std::string, std::int64_t> extents;
  std::map<std::string, data::Tensor> tensors;  // operands, and the result's old value where the statement reads it
};

/// The case of a seed: the same on every machine. Successive seeds go through the kinds of cases (something empty, all
/// full, nothing stored, ...). A Failure where the kernel's own extents clash, or are too large to be verified.
RandomCase draw_case(const Kernel& kernel, const StatementFacts& facts, std::uint64_t seed);

}  // namespace scorchc::driver
