// Writes Python modules: a writer of indented lines, names of types, and the support code.
#pragma once

#include <string>
#include <string_view>

#include "emit/calling/own_names.h"
#include "ir/loop_expr.h"

namespace scorchc::emit {

/// Writes indented lines of Python.
class Python {
 public:
  void line(const std::string& code = {}) { text_ += (code.empty() ? "" : std::string(4 * depth_, ' ') + code) + "\n"; }
  void open(const std::string& head) {
    line(head + ":");
    ++depth_;
  }
  void close() { --depth_; }
  void raw(std::string_view text) { text_ += text; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t depth_ = 0;
};

/// The type in ctypes and in NumPy: "ctypes.c_int32" and "\"int32\"".
std::string ctype(loop::Type type);
std::string dtype(loop::Type type);

/// Classes and functions that every module over ctypes and NumPy contains.
std::string_view python_support();

/// Reserves names that parameters cannot have: Python's keywords, and names that the functions use themselves.
void reserve_python_words(OwnNames& names);

}  // namespace scorchc::emit
