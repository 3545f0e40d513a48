// How many positions stand above a level of a result while it is counted.
#pragma once

#include <string>

#include "lower/storage.h"

namespace scorchc::lower {

/// The entries of a group while they are counted: the result's own fields are set last.
loop::Expr counted(const StoredTensor& result, const LevelGroup& group);

/// Positions that stand above level l: entries of the group before it times the dense extents between.
loop::Expr parents(const StoredTensor& result, std::size_t l);

/// They are counted in i64: ends with index_overflow where they cannot be, one more included.
void check_parents(const StoredTensor& result, std::size_t l, const std::string& cleanup, loop::Block& out);

}  // namespace scorchc::lower
