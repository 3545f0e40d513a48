// Decides which loops can be vector loops: several iterations run at once, in the lanes of vectors.
//
// A dense vector loop runs over every coordinate of an index, and all accesses with the index are unit-stride: a vector
// is one load or store. The loop need not be innermost, because sums stay in registers until they are complete. With
// the order `i, k, j` of C(i,k) = A(i,j) * B(j,k), A sparse, k is vectorised and each row of A is walked once per tile
// of lanes: the register tile of dense kernels. (Hand-written kernels, and Scorch, keep the result's row in memory or
// in a workspace instead.)
//
// A sparse vector loop is innermost and adds up the entries of one sparse level: `y(i) = A(i,j) * x(j)` takes four
// positions of A at a time.
#pragma once

#include <optional>
#include <string>

#include "ir/cin.h"

namespace scorchc::schedule {

/// Whether the level is dense and the index occurs in the access for this level alone: if the level is the last, the
/// index is unit-stride.
bool is_along_once(const Access& access, const LevelSpec& level, const std::string& index);

/// Whether the operand has a sparse level over the index, whose entries a loop over the index walks.
bool is_sparse_along(const Access& access, const std::string& index, const Kernel& kernel);

/// Why iterations of the loop cannot be lanes; empty if they can. `kernel` is split into blocks (cin::Program::split),
/// `type` is that of the computation.
std::optional<std::string> why_scalar(const cin::Forall& loop, const Kernel& kernel, ValueType type);
/// Whether `why_scalar` finds nothing.
bool can_be_vector(const cin::Forall& loop, const Kernel& kernel, ValueType type);

/// Whether the loop runs over the positions of one sparse level and adds to one sum. Lanes are then positions, and each
/// lane gathers the other operands.
bool adds_positions(const cin::Forall& loop, const Kernel& kernel, ValueType type);

}  // namespace scorchc::schedule
