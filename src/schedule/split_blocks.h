// Blocked modes have two levels, so their index is split in two: i = i_block * b + i_in. This is the statement as the
// loops see it.
//
//   in   a normalised kernel
//   out  the same with indices of blocked modes split in every access; a blocked tensor has a mode for each of its
//   levels.
//        A dense level along a split index is taken apart. What cannot be walked in the parts of an index (a sparse
//        level along it, blocks of another size) is a temporary with an open storage order, to be converted.
//
//   C(i,j) = A(i,j) * x(j) with A bcsr4x4, x dense:
//   A(i_block, j_block, i_in, j_in) * x(j_block, j_in)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/kernel.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

/// Whether any tensor is stored in blocks.
bool has_blocks(const Kernel& kernel);

Kernel split_blocks(const Kernel& kernel);

/// The same where commands split further indices. Throws Failure (schedule_illegal) where the result cannot be met in
/// such parts, or an index has blocks already.
Kernel split_blocks(const Kernel& kernel, const Commands& commands);

/// An operand of the kernel as the split kernel has it.
Access access_in_blocks(const Access& access, const Kernel& kernel, const Kernel& split);

/// The copy that `pack` asks for: of the operand as the split kernel has it, the panels one after the other.
Convert panels(const Kernel& kernel, const Kernel& split, const Pack& command);

/// Of an index that is split the loop over blocks, or that over the places in a block; of a whole one its only loop,
/// inside.
std::optional<std::string> loop_over(const std::string& index, BlockPart part, const Kernel& split);

/// Loops over blocks moved before those over the places inside of them, which only then know where the last block ends.
std::vector<std::string> blocks_first(std::vector<std::string> loops, const Kernel& split);

}  // namespace scorchc::schedule
