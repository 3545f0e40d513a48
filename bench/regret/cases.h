// The cases: expressions in formats for which more than one schedule is useful.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ir/kernel.h"

namespace scorchc::regret {

struct Case {
  std::string expression;
  std::vector<std::string> formats;             // of --fmt; an operand without one is dense
  std::size_t order = 2;                        // of the tensors that take a data set's pattern
  std::int64_t size = 0;                        // that data sets are drawn in
  std::map<std::string, std::int64_t> extents;  // of indices that no such tensor has
  std::vector<std::string> known = {};          // further schedules, which the choosers do not propose

  /// "C(i,k) = A(i,j) * B(j,k), A csr, k 32"
  std::string title() const;
};

std::vector<Case> all_cases();

/// The kernel with all formats. Throws Failure for warnings and refusals.
Kernel read_case(const Case& one);

}  // namespace scorchc::regret
