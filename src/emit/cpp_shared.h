// What generated files have in common: the types of the ABI in every header, and small functions that a source file
// brings along if it uses them. Each block stands in a guard of its own, so that any number of generated files can be
// included into one source.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ir/loop.h"

namespace scorchc::emit {

/// The block of the header: scorch_status, scorch_context. C11 and C++17.
std::string_view abi_block();

/// Collects what a file uses, and gives the text that it needs for that.
class SharedBlocks {
 public:
  /// A block that is not bound to a type: "allocate", "grow", "restrict", ...
  void use(std::string_view block);
  /// A function on values: `add` of i32 is scorch_add_i32, which is also what comes back.
  std::string use(std::string_view function, loop::Type type);
  /// A function of <math.h> in the type: `exp` of f32 is expf.
  std::string use_math(std::string_view function, loop::Type type);

  /// What the file's functions choose when they are called, by what they are given; empty if nothing.
  std::vector<std::string> choices() const;
  /// The #include lines, empty if there are none.
  std::string includes() const;
  /// The blocks, in the order of the table, each after those that it needs.
  std::string text() const;

 private:
  std::set<std::string, std::less<>> used_;
  std::set<std::string, std::less<>> headers_;
};

}  // namespace scorchc::emit
