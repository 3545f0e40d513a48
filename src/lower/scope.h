// What is known at one place of the loops being made. A scope is a small value, passed down and never shared: what a
// branch learns does not leak into its sibling.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/cin.h"
#include "lower/storage.h"

namespace scorchc::lower {

/// How far an access has come down its levels.
struct AccessState {
  std::size_t level = 0;  // levels above it are resolved
  levels::Positions position{loop::integer(0), loop::integer(1)};
  std::optional<levels::Positions> segment;  // what the next loop walks of the positions below
  bool presumed_stored = false;              // its sum asks once, behind its loops (Lowerer::presume_stored)
  std::optional<loop::Expr> present;  // a flag, where the access may be unstored at this place; else it is stored
};

/// A scalar of a `where`.
struct Temporary {
  std::string variable;               // empty where only the pattern matters
  loop::Type type = loop::Type::f32;  // of the variable
  std::optional<loop::Expr> present;  // whether it is stored, if that is not always so
  std::string stored_flag;            // variable: set when something is stored in it; may be empty
  std::string terms;                  // variable: how many stored terms a min or a max has; may be empty
};

/// How far the result has come: of a dense one the position, of a sparse one also what is being appended to.
struct ResultState {
  std::size_t level = 0;
  loop::Expr position = loop::integer(0);
  std::size_t group = 0;        // the next sparse group
  std::string counter;          // position that the open group appends at (or count, while counting)
  std::string stored_flag;      // set when a component is stored below, for the group that waits for it
  bool append_at_leaf = false;  // the assignment itself appends to the open group
};

/// The coordinate of a loop over pairs, which two coordinates are computed from: first = pair / size, second = the
/// rest.
struct CollapsedLoops {
  loop::Expr pair, first, second, size;
};
/// (x + first) * size + second is x * size + pair.
loop::Expr with_collapsed_loops(const loop::Expr& position, const std::vector<CollapsedLoops>& all);

/// A dense access that a loop around asks for ahead: where its index is further on, and whether it is worth it.
struct PrefetchedAccess {
  std::string index;
  loop::Expr coordinate, condition;
};

struct Scope {
  std::map<std::string, loop::Expr> coordinates;  // by index
  std::map<std::string, AccessState> accesses;    // by printed access; those that have come down some level
  std::map<std::string, Temporary> temporaries;
  std::vector<CollapsedLoops> pairs;              // of the loops around
  std::map<std::string, PrefetchedAccess> ahead;  // by printed access
  ResultState result;

  AccessState access(const std::string& printed) const {
    const auto it = accesses.find(printed);
    return it == accesses.end() ? AccessState() : it->second;
  }
};

/// What the loops are made for (contract, section 5): the split form of a sparse result, or all of a dense one.
struct Assembly {
  bool counts = false;  // fill pos
  bool writes_crd = false;
  bool writes_vals = false;
};

/// What counting leaves in `pos`: each parent's entries, which are still to be summed up, or all, which are done.
enum class Counted { entries, positions };

}  // namespace scorchc::lower
