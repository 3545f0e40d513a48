// Declares the tables of shared blocks: support functions and types that a source file contains if it uses them. In
// each table a block follows those that it needs.
#pragma once

#include <string_view>
#include <vector>

namespace scorchc::emit {

/// A shared block, the blocks that it needs, and the standard header that it includes. Functions on values have one
/// text for all types, with placeholders: $T the type, $t its short name, $U its unsigned counterpart, $0 zero, $1 one,
/// $M the prefix of its limits (INT32), $P the power of two above them, $exp and $f the function and the suffix of
/// math.h.
struct BlockText {
  enum class Kind { once, each_integer, each_float };

  std::string_view name;
  Kind kind = Kind::once;
  std::vector<std::string_view> needs;
  std::string_view header;
  std::string_view text;
};

/// Number of threads, chunk scheduler, ordered loop.
std::vector<BlockText> blocks_of_threads();
/// Binary search and galloping in ascending coordinates.
std::vector<BlockText> blocks_of_searches();
/// Size check of BLAS calls (cpp_matmul.cpp).
std::vector<BlockText> blocks_of_matmul();
/// Local arrays, bitsets, tuples and sorting, for kernels with temporaries.
std::vector<BlockText> blocks_of_workspaces();
/// Validation, packing and unpacking of tensors.
std::vector<BlockText> blocks_of_helpers();
/// SIMD vectors, register tiles, and dispatch on the instruction set.
std::vector<BlockText> blocks_of_vectors();
/// Reductions over positions whose lanes gather their operands.
std::vector<BlockText> blocks_of_simd_gather();
/// Branch-free select, and the branch-free merge of coordinate lists.
BlockText block_of_select();
BlockText block_of_merges();
/// Register blocks of rows.
std::vector<BlockText> blocks_of_row_block();
/// Unrolled reductions and batched dot products.
std::vector<BlockText> blocks_of_batched_dot();

}  // namespace scorchc::emit
