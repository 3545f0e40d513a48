// Loops around a vector loop that reads the same in each of their iterations, the rows.
//
//   for i in 0 .. i_size                                    rows
//     f32 b := bias[i]                                      a row's own
//     for k in 0 .. k_size vector                           lanes
//       f32 t := 0
//       for j in 0 .. j_size                                as long in every row
//         t += A[i * j_size + j] * B[j * k_size + k]        B[..] is every row's
//       C[i * k_size + k] = t + b                           places of its own
//
// Rows have nothing to do with each other. So whoever runs the loop may take several of them at a time, lane by lane,
// and read what is every row's once. Each component is computed as it is by one row alone.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "ir/loop.h"

namespace scorchc::loop {

struct Rows {
  Block before;               // constants, and comments
  For lanes;                  // the vector loop, which is all that is left
  std::set<std::string> own;  // constants that differ from row to row, before the vector loop or in it
};

std::optional<Rows> rows_around(const For& node);

}  // namespace scorchc::loop
