// From loop IR to source text. In: a module that verifies. Out: the texts of its files, the same for the same module
// on every machine; nothing is written here. A back end is a file and a row of the table.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ir/loop.h"

namespace scorchc {

struct Interface;  // ir/interface.h

struct EmittedFiles {
  std::string header;       // NAME.h: C11 and C++17
  std::string source;       // NAME.cpp, which includes "NAME.h"
  std::string single_file;  // both in one text
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
