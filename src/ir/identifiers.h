// Names for generated code. A tensor may be called `int`, `I` or `errno`; the code that stands for it may not.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scorchc {

/// True where a name cannot be used in C and C++ text next to any system header: keywords, macros, types and functions
/// of the C library and of common systems, names that belong to the implementation (`_x`, `a__b`), and our own
/// (`scorch_...`).
bool is_reserved(std::string_view name);

/// The name itself, or, if it is reserved, with `_` or `_x` behind or `x` before it. `name` is of letters, digits and
/// underscores, and is not empty.
std::string safe_identifier(std::string_view name);

/// Names that every generated function has, or may have: its last parameter and what a back end declares by itself.
std::span<const std::string_view> names_of_generated_functions();

/// Hands out names that are safe, and unique among those that one object has handed out or been told of. Equal
/// requests in equal order give equal names.
class Names {
 public:
  /// names_of_generated_functions() are taken.
  Names();
  void reserve(std::string_view name);
  /// `wanted` made safe, or, where that is taken, wanted_2, wanted_3, ...
  std::string fresh(std::string_view wanted);
  /// Names of a scope that has ended are free again: those taken since the mark.
  std::size_t mark() const { return in_order_.size(); }
  void forget_since(std::size_t mark);

 private:
  std::set<std::string, std::less<>> taken_;
  std::vector<std::string> in_order_;
};

}  // namespace scorchc
