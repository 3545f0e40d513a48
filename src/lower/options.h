// What can be set of lowering. Users have no say in it; tests hold its two ways of merging against each other.
#pragma once

#include <cstddef>

namespace scorchc::lower {

struct Options {
  /// With more iterators than this in one loop, the lattice is not built: coiterate merges with flags instead.
  std::size_t max_lattice_iterators = 3;
  /// Regions multiply from loop to loop. Where a function would have more bodies of loops than this, fewer iterators are
  /// merged by regions, down to none: then each loop has one.
  std::size_t max_loop_bodies = 40;
  /// With more operands than this the one call has no loops of its own, which fill coordinates and values in one pass:
  /// it calls `pattern` and `compute`.
  std::size_t max_one_pass_operands = 8;
};

}  // namespace scorchc::lower
