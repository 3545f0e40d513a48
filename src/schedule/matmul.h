// Products of two dense matrices in a statement: all that it is, or what functions, sums and other dense operands stand
// around.
//
//   C(i,k) = A(i,j) * B(j,k)
//   C(i,k) = relu(A(i,j) * B(k,j) + b(k))          any storage order of the operands
//   C(b,i,k) = A(b,i,j) * B(b,j,k) + E(b,i,k)      a product for each b
//
// What stands around is applied once the sums are complete: the result holds them until then (`parts.h`).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/kernel.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

/// C(around, row, lane) = sum(depth, other(row, depth) * again(depth, lane)) by any names and in any storage order of
/// the operands; components of C are neighbours along `lane`.
struct Matmul {
  std::vector<std::string> around;  // of a batch: there is one product for each
  std::string row;                  // empty: `other` is a vector
  std::string lane, depth;
  Access other;
  Access again;            // what is read again in each row
  bool is_alone = true;    // nothing else is in the statement
  bool is_scaled = false;  // it is multiplied, divided or subtracted: its sum has to stay where it stands
  std::int64_t size_of_value = 4;
};

/// The one product of floats that is summed up in the statement, if all of its tensors are dense, of one type, and none
/// of its operands is its result.
std::optional<Matmul> find_matmul(const Kernel& kernel);

/// `factor`: its sum stays where it stands, and what scales it is applied once. `split` is the kernel as the loops see
/// it.
Factor apart(const Matmul& product, const Kernel& kernel, const Kernel& split);

/// Whether these loops add the sums up in the result itself, and apply what stands around to it there.
bool is_summed_in_result(const Kernel& split, const Commands& commands, const Reorder& order);

}  // namespace scorchc::schedule
