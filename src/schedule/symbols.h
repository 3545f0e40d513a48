// The symbols of formulas, and what they stand for at given sizes.
#pragma once

#include <map>
#include <set>
#include <string>

#include "ir/kernel.h"
#include "schedule/formula.h"
#include "schedule/sizes.h"

namespace scorchc::schedule {

class Symbols {
 public:
  /// Both are kept by reference. Known from the start: extents, `nnz(A)`, `#A1`.
  Symbols(const Kernel& kernel, const Sizes& sizes);

  void define(const std::string& symbol, double number) { numbers_[symbol] = number; }
  double value(const Sum& sum) const { return schedule::value(with_whole_indices(sum), numbers_); }

  /// Of an index that `split` takes apart: the blocks and the places in them are together as many as its extent, for
  /// the last block may be shorter.
  Sum with_whole_indices(Sum sum) const;

  /// The share of the box over those of the tensor's indices that are among `indices`, at which it stores anything.
  /// What is sparse counts: of csr the stored coordinates j, `#A(:,j)`, and the rows that are not empty, `#A(i,:)`. Of
  /// the tensor's levels as many are looked at as loops have walked. Of an index that is split, `indices` have the
  /// parts: of blocks alone, `#A(i,j_block)`.
  Sum projected(const Access& access, const std::set<std::string>& indices, std::size_t levels_walked = all_levels);
  static constexpr std::size_t all_levels = 1000;

 private:
  Sum projected_on_blocks(const Access& access, const std::set<std::string>& indices);

  const Kernel& kernel_;
  const Sizes& sizes_;
  std::map<std::string, double> numbers_;
};

}  // namespace scorchc::schedule
