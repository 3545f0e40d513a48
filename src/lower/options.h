// Options of lowering. Users cannot set them. Tests compare the two merge strategies with each other, and count
// iterations.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>

namespace scorchc::lower {

/// "body: j in i", "body: k in i, j into w": the comment on a body of the loop over an index. `around` are the indices
/// of the enclosing loops, in alphabetic order; `into` is the temporary with indices that is being filled.
inline std::string body_comment(const std::string& index, const std::set<std::string>& around,
                                const std::string& into) {
  std::string text = "body: " + index, outer;
  for (const std::string& each : around) outer += (outer.empty() ? " in " : ", ") + each;
  return text + outer + (into.empty() ? "" : " into " + into);
}

struct Options {
  /// A loop over more iterators than this has no merge lattice: coiterate merges with one flag for each iterator.
  std::size_t max_lattice_iterators = 3;
  /// Lattice points multiply with the nesting depth. If a function would have more loop bodies than this, lattices are
  /// limited to fewer iterators, in the extreme to none: then each loop has one body.
  std::size_t max_loop_bodies = 40;
  /// With more operands than this the one call calls `pattern` and `compute`. Else it has loops of its own, which fill
  /// coordinates and values together.
  std::size_t max_one_pass_operands = 8;
  /// Whether each loop body begins with a comment of its own (body_comment), so that its executions can be counted.
  /// Arrays are not copied as a whole then, since copies have no bodies.
  enum class Bodies { plain, marked } bodies = Bodies::plain;
  /// Of a kernel with several plans: the plan that runs for all operands, the first being 0.
  std::optional<std::size_t> forced_plan = {};
};

}  // namespace scorchc::lower
