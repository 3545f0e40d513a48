// What is known at one place in the loops being built. A scope is a small value that is passed down, never shared:
// facts of one branch do not leak into another.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/cin.h"
#include "lower/storage.h"

namespace scorchc::lower {

/// How many levels of an access are resolved, and the position below them.
struct AccessState {
  std::size_t level = 0;  // levels before this one are resolved
  levels::Positions position{loop::integer(0), loop::integer(1)};
  std::optional<levels::Positions> segment;  // the positions that the next loop walks, if not all below `position`
  bool presumed_stored = false;              // tested once, after its sum (Lowerer::presume_stored)
  std::optional<loop::Expr> present;         // a flag if the access may be unstored here; else it is stored
};

/// A scalar temporary of a `where`.
struct Temporary {
  std::string variable;               // empty if only the pattern matters
  loop::Type type = loop::Type::f32;  // of the variable
  std::optional<loop::Expr> present;  // whether it is stored, if that varies
  std::string stored_flag;            // variable: set when something is stored in it; may be empty
  std::string terms;                  // variable: counts the stored terms of a min or a max; may be empty
};

/// How many levels of the result are resolved. Of a dense result, also the position; of a sparse one, what is appended
/// to.
struct ResultState {
  std::size_t level = 0;
  loop::Expr position = loop::integer(0);
  std::size_t group = 0;    // the next group of sparse levels
  std::string counter;      // variable: where the open group appends; while counting, its count
  std::string stored_flag;  // variable: set when a component is stored below; the group appends an entry if it is set
  bool append_at_leaf = false;  // the assignment itself appends to the open group
};

/// Two dense loops collapsed into one: first = pair / size, second = pair - first * size.
struct CollapsedLoops {
  loop::Expr pair, first, second, size;
};
/// Simplifies (x + first) * size + second to x * size + pair.
loop::Expr with_collapsed_loops(const loop::Expr& position, const std::vector<CollapsedLoops>& all);

/// A dense access that an enclosing loop prefetches: the index and its coordinate some iterations ahead, and when to
/// prefetch.
struct PrefetchedAccess {
  std::string index;
  loop::Expr coordinate, condition;
};

struct Scope {
  std::map<std::string, loop::Expr> coordinates;  // by index
  std::map<std::string, AccessState> accesses;    // by printed access; those with a resolved level
  std::map<std::string, Temporary> temporaries;
  std::vector<CollapsedLoops> pairs;              // of the enclosing loops
  std::map<std::string, PrefetchedAccess> ahead;  // by printed access
  ResultState result;
  bool is_in_lanes = false;  // inside a vector loop, whose lanes all take the same branches

  AccessState access(const std::string& printed) const {
    const auto it = accesses.find(printed);
    return it == accesses.end() ? AccessState() : it->second;
  }
};

/// What the loops fill (contract, section 5): a step of the split form of a sparse result, or all of a dense result.
struct Assembly {
  bool counts = false;  // fill pos
  bool writes_crd = false;
  bool writes_vals = false;
};

/// What `pos` holds after counting: the number of entries below each parent, still to be summed, or final positions.
enum class Counted { entries, positions };

}  // namespace scorchc::lower
