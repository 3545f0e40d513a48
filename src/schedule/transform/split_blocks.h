// Splits indices of blocked modes, which have two levels, into two: i = i_block * b + i_in. Loops are built for
// the split kernel.
//
//   in   a normalised kernel
//   out  the same with indices of blocked modes split in every access; a blocked tensor has a mode for each of its
//        levels.
//        A dense level along a split index is split, too. A tensor that cannot be walked by the parts of an index (it
//        has a sparse level along it, or blocks of another size) becomes a temporary with an open storage order, to be
//        converted.
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

/// The same, with further indices split by commands. Throws Failure (schedule_illegal) if the result cannot be
/// assembled by such parts, or an index has blocks already.
Kernel split_blocks(const Kernel& kernel, const Commands& commands);

/// The split kernel's access for an operand of the unsplit one.
Access access_in_blocks(const Access& access, const Kernel& kernel, const Kernel& split);

/// The conversion that `pack` stands for: the operand of the split kernel, stored panel by panel.
Convert panels(const Kernel& kernel, const Kernel& split, const Pack& command);

/// For a split index the loop over its blocks or the one within them; for a whole index its only loop, as the inner
/// part.
std::optional<std::string> loop_over(const std::string& index, BlockPart part, const Kernel& split);

/// Moves loops over blocks before those within them: only then is the end of the last block known.
std::vector<std::string> blocks_first(std::vector<std::string> loops, const Kernel& split);

}  // namespace scorchc::schedule
