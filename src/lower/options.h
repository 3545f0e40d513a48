// What can be set of lowering. Users have no say in it; tests hold its two ways of merging against each other, and
// count what its loops do.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>

namespace scorchc::lower {

/// "body: j in i", "body: k in i, j into w": of the loop over an index, inside of loops over others (in alphabetic
/// order), where a temporary with indices is filled.
inline std::string body_comment(const std::string& index, const std::set<std::string>& around,
                                const std::string& into) {
  std::string text = "body: " + index, outer;
  for (const std::string& each : around) outer += (outer.empty() ? " in " : ", ") + each;
  return text + outer + (into.empty() ? "" : " into " + into);
}

struct Options {
  /// With more iterators than this in one loop, the lattice is not built: coiterate merges with flags instead.
  std::size_t max_lattice_iterators = 3;
  /// Regions multiply from loop to loop. Where a function would have more bodies of loops than this, fewer iterators
  /// are merged by regions, down to none: then each loop has one.
  std::size_t max_loop_bodies = 40;
  /// With more operands than this the one call has no loops of its own, which fill coordinates and values in one pass:
  /// it calls `pattern` and `compute`.
  std::size_t max_one_pass_operands = 8;
  /// Whether each body of a loop begins with a comment of its own (body_comment), so that runs of it can be counted.
  /// Then nothing is copied array by array, which has no bodies.
  enum class Bodies { plain, marked } bodies = Bodies::plain;
  /// Of a kernel with several plans: the one that runs, whatever the operands are, the first being 0.
  std::optional<std::size_t> forced_plan = {};
};

}  // namespace scorchc::lower
