// Prints loop IR as source text. In: a module that passes `verify`. Out: the texts of its files, identical for the same
// module on every machine; nothing is written to disk.
#pragma once

#include <string>
#include <vector>

#include "ir/loop.h"

namespace scorchc {

struct Interface;  // ir/interface.h

/// The lines, counted from 1, that were printed for one loop of the program.
struct LoopLines {
  int loop = 0;  // the loop's number (Origin)
  std::size_t first = 0, last = 0;
};

/// Maps lines of a source text, counted from 1, to loops of the program.
struct SourceMap {
  std::vector<LoopLines> loops = {};  // by first line, outer loops first; a loop may have several entries
  std::size_t functions = 1;          // first line after the shared blocks and declarations
};

struct EmittedFiles {
  std::string header;       // NAME.h: C11 and C++17
  std::string source;       // NAME.cpp, which includes "NAME.h"
  std::string single_file;  // both in one text
  SourceMap map = {};       // of `source`
};

/// The C++ back end: self-contained C++17 with plain structs, functions with C linkage and loops over plain arrays.
/// OpenMP pragmas take effect if the compiler enables OpenMP.
EmittedFiles emit_cpp(const loop::Module& module);
/// The same, with the helper functions that the interface lists (`--with`).
EmittedFiles emit_cpp(const loop::Module& module, const Interface& interface);

}  // namespace scorchc
