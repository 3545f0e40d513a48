// What modules in Python are written with.
#pragma once

#include <string>
#include <string_view>

#include "emit/calling/own_names.h"
#include "ir/loop_expr.h"

namespace scorchc::emit {

/// Lines of Python.
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

/// "ctypes.c_int32" and "\"int32\"".
std::string ctype(loop::Type type);
std::string dtype(loop::Type type);

/// Classes and functions of every module over ctypes and NumPy.
std::string_view python_support();

/// Takes what no parameter can be called: words of Python's, and names that the functions have anyway.
void reserve_python_words(OwnNames& names);

}  // namespace scorchc::emit
