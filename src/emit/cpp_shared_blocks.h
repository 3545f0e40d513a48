// Tables of the small functions and types that a generated source file brings along if it uses them.
#pragma once

#include <string_view>
#include <vector>

namespace scorchc::emit {

/// A block with the blocks and the header that it needs. The text of a function on values is one for all types: in it
/// $T is the type, $t its short name, $U its unsigned twin, $0 a zero, $1 a one, $M the prefix of its limits.
struct BlockText {
  enum class Kind { once, each_integer, each_float };

  std::string_view name;
  Kind kind = Kind::once;
  std::vector<std::string_view> needs;
  std::string_view header;
  std::string_view text;
};

/// How many threads there are, and what they share out among themselves.
std::vector<BlockText> blocks_of_threads();
/// Positions of coordinates in a list of them.
std::vector<BlockText> blocks_of_searches();
/// What calls of a BLAS need (cpp_matmul.cpp).
std::vector<BlockText> blocks_of_products();
/// Arrays, tuples and sorting, for kernels that have temporaries of their own. Each block after those that it needs.
std::vector<BlockText> blocks_of_workspaces();
/// What validates, packs and unpacks tensors.
std::vector<BlockText> blocks_of_helpers();
/// Vectors, tiles, and the choice of their width.
std::vector<BlockText> blocks_of_vectors();
/// Sums over positions, whose lanes look up values at coordinates of their own.
std::vector<BlockText> blocks_of_gathers();
/// Unions of lists of coordinates.
BlockText block_of_picks();
BlockText block_of_merges();
/// Rows that are run several at a time.
std::vector<BlockText> blocks_of_rows();
/// Sums in lanes that belong to the iterations of a loop.
std::vector<BlockText> blocks_of_sums();

}  // namespace scorchc::emit
