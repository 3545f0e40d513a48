// Counts the parents of each level of a result while it is assembled.
#pragma once

#include <string>

#include "lower/storage.h"

namespace scorchc::lower {

/// The number of entries of a group while it is counted. The result's own fields are set last.
loop::Expr counted(const StoredTensor& result, const LevelGroup& group);

/// The number of positions above level l: entries of the group above it, times the dense extents between.
loop::Expr parents(const StoredTensor& result, std::size_t l);

/// Emits a check that returns index_overflow if the number of parents plus one does not fit in an i64.
void check_parents(const StoredTensor& result, std::size_t l, const std::string& cleanup, loop::Block& out);

}  // namespace scorchc::lower
