// scorchc as a library: a spec in memory in, the texts of generated files out. Link `scorchc::library` (CMake) or what
// `pkg-config --libs scorchc` says.
//
// The functions are safe to call from several threads at once: there is no global state. They touch no file, and no
// exception leaves them. What they return belongs to the caller. The compiler is that of "Scorch: A Library for Sparse
// Deep Learning" (Yan, Root, Gale, Broman, Kjolstad, 2024), sections 4 and 5.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scorchc {

/// One choice of the compiler: `infer: format of C: csr (i is dense in A; ...)`.
struct Choice {
  std::string phase;    // which phase chose: infer, schedule, lower
  std::string subject;  // what was to be chosen: `format of C`
  std::string choice;   // `csr`
  std::string reason;   // why
  std::string room;     // the old name of `phase`, until version 0.3
};

/// The files of one kernel (docs/architecture.md): the header is C11 and C++17, the source C++17.
struct GeneratedKernel {
  std::string name;               // the kernel's symbol, and the stem of its files: NAME.h and NAME.cpp
  std::string header;             // text of NAME.h
  std::string source;             // text of NAME.cpp, which includes "NAME.h"
  std::string schedule;           // the commands that were applied; they can be given back in a spec
  std::vector<Choice> decisions;  // all of them, in the order in which they were made
};

/// An error or a warning (docs/errors.md). Lines and columns count from 1, columns in characters; 0 where it stands
/// nowhere.
struct Message {
  bool is_error = false;
  std::string code;     // `SC0107`; empty where memory or scorchc itself failed
  std::string message;  // one sentence, names in backquotes
  std::string help;     // what to do, or empty
  std::string file;     // the spec's name, or empty
  long line = 0, column = 0;
  long end_line = 0, end_column = 0;  // behind its last character
  std::string text;                   // all of it as the command line prints it
};

struct CompileOutcome {
  int exit_code = 0;                     // 0, or the exit code of the command line for the same input (docs/errors.md)
  std::vector<GeneratedKernel> kernels;  // all of the spec's, in its order; empty unless exit_code is 0
  std::vector<Message> diagnostics;      // at most one error, first, and all warnings
};

/// Compiles every kernel of a spec (docs/language.md): JSON if its first character other than space is `{`, else the
/// text form. `name` is what diagnostics call it. Bounded by the limits in docs/errors.md, so hostile input ends
/// quickly.
CompileOutcome compile_spec(std::string_view spec, std::string_view name);

/// Of this library: `0.1.0`.
std::string version();

}  // namespace scorchc
