// Recognises products of two dense matrices in a statement: alone, or surrounded by functions, sums and other dense
// operands.
//
//   C(i,k) = A(i,j) * B(j,k)
//   C(i,k) = relu(A(i,j) * B(k,j) + b(k))          any storage order of the operands
//   C(b,i,k) = A(b,i,j) * B(b,j,k) + E(b,i,k)      a product for each b
//
// The surrounding operations are applied to complete sums, which the result holds until then (`parts.h`).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/kernel.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

/// C(batch, row, lane) = sum(depth, other(row, depth) * reused(depth, lane)), with any names and any storage order of
/// the operands. Components of C are adjacent along `lane`.
struct Matmul {
  std::vector<std::string> batch;  // batch indices: one product for each of their coordinates
  std::string row;                 // empty: `other` is a vector
  std::string lane, depth;
  Access other;
  Access reused;           // the operand that every row reads again
  bool is_alone = true;    // nothing else is in the statement
  bool is_scaled = false;  // the product is multiplied, negated or subtracted: its sum needs a `factor` command
  std::int64_t size_of_value = 4;
};

/// The statement's only reduction, if it is a product of floats, all tensors are dense and of one type, and no operand
/// is the result.
std::optional<Matmul> find_matmul(const Kernel& kernel);

/// The `factor` command that keeps the product's sum separate, so that scaling is applied once. `split` is the kernel
/// split into blocks.
Factor separate_factor(const Matmul& product, const Kernel& kernel, const Kernel& split);

/// Whether loops in this order accumulate in the result itself and apply the surrounding operations there.
bool is_summed_in_result(const Kernel& split, const Commands& commands, const Reorder& order);

}  // namespace scorchc::schedule
