// Which loops are vector loops: several iterations at once, in the lanes of vectors.
//
// Such a loop runs over every coordinate of an index, and all that depends on it stands one component after the other:
// then a vector is one load or store. It need not be innermost. What it sums up stands in registers until the sum is
// complete, so of `i, k, j` in C(i,k) = A(i,j) * B(j,k), A sparse, k is vectors, and each row of A is walked once for
// each tile of them: the register tile of dense kernels. (Kernels that do the same by hand keep the result's row in
// memory, or in a workspace, as Scorch does.)
//
// Or it is innermost, and adds up what one sparse level stores: `y(i) = A(i,j) * x(j)` takes four positions of A at
// once.
#pragma once

#include <optional>
#include <string>

#include "ir/cin.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

/// Whether the level is dense and the index is its own, and only its own in the access: below it, components along the
/// index stand one after the other.
bool is_along_once(const Access& access, const LevelSpec& level, const std::string& index);

/// Whether the operand has a sparse level over the index: a loop over it walks what is stored there.
bool is_sparse_along(const Access& access, const std::string& index, const Kernel& kernel);

/// Why iterations of the loop cannot be lanes; none if they can. The kernel is the one that the loops see, the type
/// that of its computation.
std::optional<std::string> why_scalar(const cin::Forall& loop, const Kernel& kernel, ValueType type);
/// The same without a reason.
bool can_be_vector(const cin::Forall& loop, const Kernel& kernel, ValueType type);

/// Whether the loop runs over the positions of one sparse level and adds to one sum: then lanes are positions, and what
/// stands elsewhere is looked up by each of them.
bool adds_positions(const cin::Forall& loop, const Kernel& kernel, ValueType type);

/// The statement whose loops over the index are vector loops, where they can be. `whole` is the kernel that the types
/// of earlier statements are known of.
cin::Stmt vectorized(const cin::Stmt& stmt, const std::string& index, const Kernel& kernel, const Kernel& whole,
                     ValueType type);

/// `vectorize` for the outermost loop of each nest that can be a vector loop.
Commands choose_vectors(const cin::Program& program);
/// The program's loops as these commands make them.
cin::Stmt with_vectors(const cin::Program& program);

}  // namespace scorchc::schedule
