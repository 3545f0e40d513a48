// Lists the stored components of a tensor.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/levels.h"

//! unpack: needs levels
#ifndef SCORCH_SHARED_UNPACK
#define SCORCH_SHARED_UNPACK
namespace {
// Writes the stored components in storage order, as one list of coordinates per mode and one of
// values; either may be null. Returns the number of components.
/// Padding is left out. The lists need space for all components: call it with null for both to
/// count them.
template <size_t Levels, size_t Modes, class Arrays, class Value>
int64_t scorch_unpack(const scorch_level (&levels)[Levels], const int64_t (&dimension)[Modes],
                      const Arrays& arrays, int64_t* const* coordinates, Value* values) {
  int64_t count = 0;
  scorch_for_each_stored(levels, dimension, arrays,
                         [&](const int64_t(&at)[Modes], int64_t position) {
                           if (!scorch_is_inside(at, dimension)) return;
                           for (size_t mode = 0; coordinates != nullptr && mode < Modes; ++mode)
                             coordinates[mode][count] = at[mode];
                           if (values != nullptr) values[count] = arrays.vals[position];
                           ++count;
                         });
  return count;
}
}  // namespace
#endif
