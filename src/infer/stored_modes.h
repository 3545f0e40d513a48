// Computes which modes of an expression are sparse, and how full they are: the algebra of format inference.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "ir/kernel.h"

namespace scorchc::infer {

/// The fill above which a level is stored densely: coordinates would then take more memory than the unstored
/// components.
inline constexpr double most_sparse = 0.5;

/// What is known about one mode (index) of an expression.
struct ModeFacts {
  bool sparse = false;          // some coordinates may be unstored
  bool by_estimate = false;     // not sparse, but only because few coordinates are expected to be unstored
  bool uniform = true;          // all coordinates store the same components: no sparse level is below the mode
  double fill = 1;              // expected fraction of coordinates that are stored, below a stored parent
  std::set<std::string> outer;  // indices of levels above it in an operand
  std::string reason;           // for the decision log: "compressed in A"
};

/// Marks the mode as dense: every coordinate is stored.
void make_full(ModeFacts& mode, const std::string& reason);

/// The modes of an expression, by index. An expression is constant along an index that is not in the map.
struct StoredModes {
  std::map<std::string, ModeFacts> modes;
  double share = 1;  // expected fraction of all components that are stored, whichever modes are sparse
};

/// Assumptions in the absence of `--dim` and `--nnz`: 1e5 coordinates in each mode, 10 stored coordinates in each
/// fibre, a tenth of the slices of a hypersparse mode, a hundredth of a vector.
inline constexpr double default_extent = 1e5;
inline constexpr double default_fibre_fill = 1e-4;
inline constexpr double default_slice_fill = 0.1;
inline constexpr double default_vector_fill = 0.01;

/// Computes the modes of an expression. All its operands must have formats.
StoredModes stored_modes(const Expr& expr, const Kernel& kernel);

/// The operand whose pattern is exactly the expression's (SDDMM, relu(A), 2 * A). An access without a tensor if the
/// expression stores every component; empty if there is no such operand.
std::optional<Access> pattern_source(const Expr& expr, const Kernel& kernel);

/// True if the expression stores every component, for any data.
bool is_full(const Expr& expr, const Kernel& kernel);

}  // namespace scorchc::infer
