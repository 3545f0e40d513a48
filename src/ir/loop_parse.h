// Parses the text form of loop IR (`print` in ir/loop.h).
//
//   in        a text
//   out       a module `m` with print(m) equal to the text, up to empty lines
//   true afterwards: it verifies
//
// The text has all statements, expressions, types, functions, structs and parameters. It lacks what `without_notes`
// removes.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "ir/loop.h"

namespace scorchc::loop {

/// "line 7: expected `..`, found `to`".
class ParseError : public std::runtime_error {
 public:
  ParseError(int line, const std::string& message)
      : std::runtime_error((line > 0 ? "line " + std::to_string(line) + ": " : "") + message), line_(line) {}
  /// From 1; 0 if the error has no line.
  int line() const { return line_; }

 private:
  int line_;
};

/// Throws ParseError for the first line that is not in the text form, or else for the first statement that violates a
/// rule of `find_problem`.
Module parse(std::string_view text);

/// The module without what the text form leaves out: the comment at the top of the file, the comments of structs,
/// fields and functions, and the instruction sets. (Origins of loops are left out as well; == ignores them.)
/// parse(print(m)) == without_notes(m).
Module without_notes(Module module);

}  // namespace scorchc::loop
