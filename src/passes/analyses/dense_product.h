// Recognises products of dense matrices in loop IR, by the shape of the loop nest.
//
//   for i in 0 .. i_size
//     for k in 0 .. k_size
//       f32 t := 0                                 or C[...] += A[...] * B[...], in loops of any order
//       for j in 0 .. j_size
//         t += A[i * j_size + j] * B[j * k_size + k]
//       C[i * k_size + k] = t
//
// A matrix-vector product has one loop less. The nest may first set the result to zero, inside its outer loops. A
// matrix is a whole row-major array, or a slice that is selected by indices of enclosing loops, such as b in
// A[(b * i_size + i) * j_size + j].
#pragma once

#include <optional>
#include <string>

#include "ir/loop.h"

namespace scorchc::passes {

/// The product that the loop nest computes, with the nest as its body; empty if it is no dense product of
/// floating-point values, or if its result is also an operand.
std::optional<loop::Matmul> dense_product(const loop::For& node);

/// Fuses the nest `zeros`, which sets the result of the nest `product` to zero, into the product: each component is
/// accumulated in a variable named `sum` and stored once. Terms and their order are unchanged. Empty if the nests do
/// not have this form.
std::optional<loop::For> overwriting(const loop::For& zeros, const loop::For& product, const std::string& sum);

}  // namespace scorchc::passes
