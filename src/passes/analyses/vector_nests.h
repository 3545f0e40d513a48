// Questions about nests of loops around vector loops.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "ir/identifiers.h"
#include "ir/loop.h"

namespace scorchc::passes {

/// The vector loops in the statement, outermost first.
std::vector<const loop::VectorFor*> vector_loops(const loop::Stmt& stmt);
bool has_vector_loop(const loop::Stmt& stmt);

/// True for the statements that can be the root of a nest that is compiled for each instruction set.
bool is_nest(const loop::Stmt& stmt);

/// Names of variables that a statement declares, that it assigns, and that it both assigns and reads in the condition
/// of a while loop (`advanced`).
struct Changes {
  std::set<std::string> declared, assigned, advanced;
  explicit Changes(const loop::Stmt& stmt);
};

/// Loops over the positions of a level, outermost first: the names of their indices and their ends.
struct Walked {
  std::string name;
  loop::Expr end;
};
using WalkedLevels = std::vector<Walked>;

/// The nest of loops down to its only vector loop, over positions, if each loop walks the segment below an entry of the
/// loop around it; empty otherwise.
WalkedLevels walked_levels(const loop::Stmt& nest);

/// The loops of the nest around `last`, a loop over positions, if each walks the segment below an entry of the loop
/// around it; empty otherwise. Vector loops between them are ignored.
WalkedLevels levels_above(const loop::For& last, const loop::Stmt& nest);

/// The load of a position that `position` is, widened or not; null if it is something else.
const loop::Load* loaded_position(const loop::Expr& position);

/// Declares, before the nest, variables with the number of entries of each level, and returns them.
std::vector<loop::Expr> entries_of_levels(const WalkedLevels& levels, Names& names, loop::Block& out);

/// The flags that guard prefetches in the nest and are declared outside it.
std::set<std::string> prefetch_flags(const loop::Stmt& nest);

/// True if the loop, a part of the nest, runs from 0 to an extent that is known before the nest.
bool runs_over_extent(const loop::For& node, const loop::Stmt& nest);

}  // namespace scorchc::passes
