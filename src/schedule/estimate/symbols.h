// Defines the symbols of formulas and their values at given sizes.
#pragma once

#include <map>
#include <set>
#include <string>

#include "ir/kernel.h"
#include "schedule/estimate/formula.h"
#include "schedule/estimate/sizes.h"

namespace scorchc::schedule {

class Symbols {
 public:
  /// Keeps references to both. Extents, `nnz(A)` and `#A1` are defined from the start.
  Symbols(const Kernel& kernel, const Sizes& sizes);

  void define(const std::string& symbol, double number) { numbers_[symbol] = number; }
  double value(const Sum& sum) const { return schedule::value(with_whole_indices(sum), numbers_); }

  /// Replaces the two parts of an index that `split` made by the whole index. The last block may be shorter, so only
  /// together do they give the exact extent.
  Sum with_whole_indices(Sum sum) const;

  /// Share of the box over `indices`, as far as the tensor has them, at which it stores anything. Only sparse levels
  /// count: for csr the coordinates j with entries, `#A(:,j)`, and the non-empty rows, `#A(i,:)`. Only the first
  /// `levels_walked` levels are considered. If `indices` contain parts of a split index, the share may be of blocks:
  /// `#A(i,j_block)`.
  Sum projected(const Access& access, const std::set<std::string>& indices, std::size_t levels_walked = all_levels);
  static constexpr std::size_t all_levels = 1000;

 private:
  Sum projected_on_blocks(const Access& access, const std::set<std::string>& indices);

  const Kernel& kernel_;
  const Sizes& sizes_;
  std::map<std::string, double> numbers_;
};

}  // namespace scorchc::schedule
