// Products of dense matrices, found in loops by what they do, not by where they come from.
//
//   for i in 0 .. i_size
//     for k in 0 .. k_size
//       f32 t := 0                                 or C[...] += A[...] * B[...], in loops of any order
//       for j in 0 .. j_size
//         t += A[i * j_size + j] * B[j * k_size + k]
//       C[i * k_size + k] = t
//
// So does a matrix times a vector, with a loop less. What is added to may be set to zero inside of the outer loops.
// Matrices are whole arrays, whose rows follow each other, or parts of one that loops around say: A[(b * i_size + i) *
// j_size + j].
#pragma once

#include <optional>
#include <string>

#include "ir/loop.h"

namespace scorchc::loop {

/// result = left * right, or += where it `accumulates`. The result has `rows`, and its components are neighbours along
/// `columns`: of a result stored by columns it is the transposed product.
struct DenseProduct {
  struct Matrix {
    std::string array;
    Expr first;  // where it begins in the array
    Expr row;    // how far a row is from the one before; 1 of a vector
    bool is_transposed =
        false;  // of an operand: its components are not neighbours along the index that they are in above
  };
  Type type = Type::f32;
  Matrix result;
  bool accumulates = false;
  Expr rows, depth;
  std::optional<Expr> columns;  // none: right and result are vectors
  Matrix left;                  // rows * depth
  Matrix right;                 // depth * columns
};

/// What the loop and those inside of it do, if it is a product of floats whose result is no operand.
std::optional<DenseProduct> dense_product(const For& node);

/// Loops that do what both do, one after the other, where the first set to zero all that the product then adds to. Each
/// sum is formed in a variable of this name, of the same terms in the same order.
std::optional<For> overwriting(const For& zeros, const For& product, const std::string& sum);

}  // namespace scorchc::loop
