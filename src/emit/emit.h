// From loop IR to source text. In: a module that verifies. Out: the texts of its files, the same for the same module
// on every machine; nothing is written here. A back end is a file and a row of the table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/loop.h"

namespace scorchc {

struct Interface;  // ir/interface.h

/// Lines of a text, the first being 1, that a loop of the program became (Origin).
struct LoopLines {
  int loop = 0;  // its number
  std::size_t first = 0, last = 0;
};

/// What stands where in a source; its first line is 1.
struct SourceMap {
  std::vector<LoopLines> loops = {};  // in order of their first lines, the outer one first; several may be of one
  std::size_t functions = 1;          // the first line behind what kernels share
};

struct EmittedFiles {
  std::string header;       // NAME.h: C11 and C++17
  std::string source;       // NAME.cpp, which includes "NAME.h"
  std::string single_file;  // both in one text
  SourceMap map = {};       // of `source`
};

/// Self-contained C++17 (contract, section 5): plain structs and functions in C's calling convention, loops over
/// plain arrays, OpenMP where the compiler has it on.
EmittedFiles emit_cpp(const loop::Module& module);
/// With the helpers that the interface has.
EmittedFiles emit_cpp(const loop::Module& module, const Interface& interface);

struct BackEnd {
  std::string_view name;
  EmittedFiles (*emit)(const loop::Module& module);
};
std::span<const BackEnd> back_ends();

}  // namespace scorchc
