// Generates identifiers for emitted code. A tensor may be called `int`, `I` or `errno`; its identifier in C may not.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scorchc {

/// True if `name` cannot be used in C and C++ together with any system header: keywords; macros, types and functions of
/// the C library and of common systems; names reserved for the implementation (`_x`, `a__b`); and scorchc's own names
/// (`scorch_...`).
bool is_reserved(std::string_view name);

/// True if `name` begins like those that emitted code declares itself: `scorch_` or `SCORCH_`.
bool is_own_name(std::string_view name);

/// `name` itself or, if it is reserved, with `_` or `_x` appended or `x` prepended. `name` must not be empty and
/// consists of letters, digits and underscores.
std::string safe_identifier(std::string_view name);

/// Names that a generated function may declare itself: its last parameter, and variables of the emitter.
std::span<const std::string_view> names_of_generated_functions();

/// Generates identifiers that are not reserved and unique within one object. The result depends only on the sequence of
/// calls.
class Names {
 public:
  /// Reserves names_of_generated_functions().
  Names();
  /// Marks a name as used.
  void reserve(std::string_view name);
  /// Returns `wanted` made safe or, if that is used, wanted_2, wanted_3, ... The result is then used.
  std::string fresh(std::string_view wanted);
  /// mark() at the start of a scope and forget_since() at its end make the names of that scope available again.
  std::size_t mark() const { return in_order_.size(); }
  void forget_since(std::size_t mark);

 private:
  std::set<std::string, std::less<>> taken_;
  std::vector<std::string> in_order_;
};

}  // namespace scorchc
