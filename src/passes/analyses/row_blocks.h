// Finds loops that can be register-blocked: loops over rows around a vector loop that reads the same data in every row.
//
//   for i in 0 .. i_size                                    rows
//     f32 b := bias[i]                                      row-private
//     for k in 0 .. k_size vector                           lanes
//       f32 t := 0
//       for j in 0 .. j_size                                same trip count in every row
//         t += A[i * j_size + j] * B[j * k_size + k]        B[..] is shared by all rows
//       C[i * k_size + k] = t + b                           each row stores to elements of its own
//
// Rows are independent. So the executor may run several rows together and load shared data once. Every component is
// computed by the same operations, in the same order, as one row at a time.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "ir/loop.h"

namespace scorchc::passes {

struct Rows {
  loop::Block before;         // constants and comments before the vector loop
  loop::VectorFor lanes;      // the last statement of the body
  std::set<std::string> own;  // constants, before or in the vector loop, that differ from row to row
};

/// Splits the body of a loop over rows; empty if the loop cannot be blocked or gains nothing from it.
std::optional<Rows> rows_around(const loop::For& node);

}  // namespace scorchc::passes
