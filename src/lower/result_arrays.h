// Allocates the arrays of a sparse result around the loops that fill them, and turns counts into positions. After
// counting, sizes are exact. A pass that appends allocates for an upper bound and gives the rest back.
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

  /// Emits checks, and the allocation of the array of positions whose size is known.
  loop::Block before_appending() const;
  /// The same before counting: arrays of positions, including those that grow with their parents, hold counts first.
  loop::Block before_counting() const;
  /// Turns counts into positions, and sets the numbers of entries and values.
  loop::Block after_counting(Counted counted_are);
  /// Turns the counts of a group into positions and declares their sum, `total`. The emitted code returns `status` if
  /// the sum cannot be counted.
  void sum_up(const LevelGroup& group, const std::string& total, loop::Status status, loop::Block& out);

  /// Allocates the arrays of coordinates and values: of exact size after counting, or with this capacity.
  void allocate_entries(const std::optional<loop::Expr>& capacity, loop::Block& out) const;
  /// Declares `most` as `entries`. The emitted code returns out_of_memory if positions cannot count as many.
  void name_capacity(const std::string& most, const loop::Expr& entries, const StoredLevel& level,
                     loop::Block& out) const;
  /// Gives back the capacity that coordinates and values have not used.
  void shrink_entries(const loop::Expr& capacity, loop::Block& out) const;

  /// What surrounds loops that append to several levels: upper bounds, allocations, first positions, and, after the
  /// loops, numbers of entries and shrinking.
  struct Levels {
    loop::Block capacities, arrays, starts, behind;
  };
  Levels append_levels(const std::vector<loop::Expr>& most);

  /// Sets dimensions and numbers of entries. It comes last, when nothing can fail any more: a failing call leaves them
  /// as they were.
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
