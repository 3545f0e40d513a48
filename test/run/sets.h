// Sets of run cases that are made rather than written.
#pragma once

#include <cstdint>
#include <vector>

#include "case.h"

namespace scorchc::test {

/// C = A + B, A .* B, A * B, A + B' for every format of A, B and C, and C = A and A' for those of both: 936 programs.
std::vector<Case> two_operand_cases();
/// The same with an inferred result; scalings and dense factors; SpMV and its like.
std::vector<Case> matrix_cases();
/// Order 3: elementwise kernels, products with a vector, a matrix and two (TTV, TTM, MTTKRP), for every combination of
/// level formats under every mode ordering.
std::vector<Case> third_order_cases();
/// Kernels of two matrices and of order 3 under every order of their loops; many are illegal.
std::vector<Case> loop_order_cases();
/// Two of three factors multiplied first, in a sparse temporary of either storage order: 1296 programs.
std::vector<Case> precomputed_cases();
/// Two statements, one of which uses what the other assigns, for every format of the first one's operands and of what
/// is in between: 1080 programs.
std::vector<Case> sequence_cases();
/// Valid expressions of one to five operands, orders 0 to 4, in random formats.
std::vector<Case> random_programs(std::uint64_t seed, std::size_t count);

/// `count` of the cases, drawn by a seed, in their order.
std::vector<Case> sample(const std::vector<Case>& cases, std::size_t count, std::uint64_t seed);

}  // namespace scorchc::test
