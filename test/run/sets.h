// Generates sets of run cases that are too large for lists.
#pragma once

#include <cstdint>
#include <vector>

#include "case.h"

namespace scorchc::test {

/// C = A + B, A .* B, A * B and A + B' for every format of A, B and C; C = A and C = A' for every format of A and C:
/// 936 programs.
std::vector<Case> two_operand_cases();
/// The same with inferred result formats; also scalings, dense factors, and products of a matrix and a vector.
std::vector<Case> matrix_cases();
/// Order 3: elementwise kernels, products with a vector, a matrix and two (TTV, TTM, MTTKRP), for every combination of
/// level formats under every mode ordering.
std::vector<Case> third_order_cases();
/// Kernels of matrices and of tensors of order 3 under every loop order; many orders are illegal.
std::vector<Case> loop_order_cases();
/// Products of three factors, two of which are precomputed into a sparse temporary of either storage order: 1296
/// programs.
std::vector<Case> precomputed_cases();
/// Two statements, the second of which reads the result of the first, for every format of the first one's operands and
/// of that intermediate result: 1080 programs.
std::vector<Case> sequence_cases();
/// Random valid expressions with one to five operands of orders 0 to 4, in random formats.
std::vector<Case> random_programs(std::uint64_t seed, std::size_t count);

/// `count` cases drawn by the seed, in their original order.
std::vector<Case> sample(const std::vector<Case>& cases, std::size_t count, std::uint64_t seed);
/// One case in `groups`, selected by the number in test/rotation; all cases with --deep.
std::vector<Case> in_turn(const std::vector<Case>& cases, std::size_t groups);

}  // namespace scorchc::test
