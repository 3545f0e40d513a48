// What can be set of lowering. Users have no say in it; tests hold its two ways of merging against each other.
#pragma once

#include <cstddef>

namespace scorchc::lower {

struct Options {
  /// With more iterators than this in one loop, the lattice is not built: coiterate merges with flags instead.
  std::size_t max_lattice_iterators = 3;
};

}  // namespace scorchc::lower
