// What an expression stores along each index: the algebra under format inference.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "ir/kernel.h"

namespace scorchc::infer {

/// Of a level that is fuller than this, coordinates take more memory than the components that they spare.
inline constexpr double most_sparse = 0.5;

/// What is known of one index of an expression.
struct ModeFacts {
  bool sparse = false;          // some coordinates may be unstored
  bool by_estimate = false;     // not sparse only because few are expected to be unstored
  bool uniform = true;          // the same components are stored at each of its coordinates: nothing sparse is below it
  double fill = 1;              // the expected share of coordinates that are stored, below a stored parent
  std::set<std::string> outer;  // indices that stand above it in an operand's storage
  std::string reason;           // "compressed in A"
};

/// Every coordinate is stored from here on.
void make_full(ModeFacts& mode, const std::string& reason);

/// By index. An index that is not in the map is absent: the expression is the same along it.
struct StoredModes {
  std::map<std::string, ModeFacts> modes;
  bool everywhere = false;  // has a stored component at every coordinate (a number, exp of anything)
  double share = 1;         // the expected share of all components that are stored, whichever modes are sparse
};

/// The defaults that stand in for what nobody tells (`--dim`, `--nnz`): n = 1e5 coordinates a mode, 10 stored ones a
/// fibre, a tenth of the slices of a hypersparse mode, a hundredth of a vector.
inline constexpr double default_extent = 1e5;
inline constexpr double default_fibre_fill = 1e-4;
inline constexpr double default_slice_fill = 0.1;
inline constexpr double default_vector_fill = 0.01;

StoredModes stored_modes(const Expr& expr, const Kernel& kernel);

/// The operand whose stored pattern is exactly the expression's (SDDMM, relu(A), 2 * A), if there is one; the
/// expression then stores neither more nor less.
std::optional<Access> pattern_source(const Expr& expr, const Kernel& kernel);

/// Whether the expression has a stored component at every coordinate, whatever the data are.
bool is_full(const Expr& expr, const Kernel& kernel);

}  // namespace scorchc::infer
