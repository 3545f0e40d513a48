// The arrays of a sparse result around the loops that fill them: how long they are, when they are there, and what
// becomes of counts. `count` leaves the positions; whoever appends has room for the most that there may be, and gives
// the rest back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lower/parents.h"
#include "lower/scope.h"

namespace scorchc::lower {

class ResultArrays {
 public:
  ResultArrays(const cin::Program& program, Storage& storage);

  /// Checks, and the array of positions whose size is known.
  loop::Block before_appending() const;
  /// Arrays of positions hold counts first, also those that grow with their parents.
  loop::Block before_counting() const;
  /// Counts become positions, and the numbers of entries and values are known.
  loop::Block after_counting(Counted counted_are);
  /// Counts become positions, and their sum `total`; it ends with `status` where there are too many to count.
  void sum_up(const LevelGroup& group, const std::string& total, loop::Status status, loop::Block& out);

  /// The arrays whose sizes are known once all is counted; or with room for so many entries in each.
  void allocate_entries(const std::optional<loop::Expr>& capacity, loop::Block& out) const;
  /// `most` is `entries`, unless positions cannot count as many.
  void name_capacity(const std::string& most, const loop::Expr& entries, const StoredLevel& level,
                     loop::Block& out) const;
  /// What coordinates and values have not needed of the capacity.
  void shrink_entries(const loop::Expr& capacity, loop::Block& out) const;

  /// Room for so many entries of each group of levels, and what becomes of it behind the loops.
  struct Levels {
    loop::Block capacities, arrays, starts, behind;
  };
  Levels append_levels(const std::vector<loop::Expr>& most);

  /// Last, when nothing can fail any more: a call that fails leaves them as they were.
  void take_numbers(loop::Block& out) const;

 private:
  loop::Shrink shrunk(const std::string& array, loop::Type element, const loop::Expr& capacity,
                      const LevelGroup& group) const;
  loop::Expr entries(std::size_t l) const;
  loop::Expr values_count() const;

  const cin::Program& program_;
  Storage& storage_;
  const StoredTensor& result_;
};

}  // namespace scorchc::lower
