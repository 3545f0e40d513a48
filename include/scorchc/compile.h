// Compiles sparse tensor kernels in memory: the public interface of libscorchc. Input is a spec, output the text of
// generated files. Link with `scorchc::library` (CMake) or with the flags of `pkg-config --libs scorchc`.
//
// The functions may be called from several threads at the same time; there is no global state. They read and write no
// files and throw no exceptions: errors are reported in CompileOutcome. Results are values that the caller owns. The
// compiler implements "Scorch: A Library for Sparse Deep Learning" (Yan, Root, Gale, Broman, Kjolstad, 2024), sections
// 4 and 5.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scorchc {

/// One automatic choice of the compiler, with its reason: `infer: format of C: csr (i is dense in A; ...)`.
struct Choice {
  std::string phase;    // the phase or step that chose: lock, data, infer, schedule, lower, optimise
  std::string subject;  // what was chosen: `format of C`
  std::string choice;   // the choice: `csr`
  std::string reason;   // why it was made
  std::string room;     // the old name of `phase`, until version 0.3
};

/// The generated files of one kernel (docs/calling.md). The header compiles as C11 and C++17, the source as C++17.
struct GeneratedKernel {
  std::string name;               // symbol of the kernel's C function, and stem of its files: NAME.h and NAME.cpp
  std::string header;             // text of NAME.h
  std::string source;             // text of NAME.cpp, which includes "NAME.h"
  std::string schedule;           // the schedule commands that were applied; a spec can contain them
  std::vector<Choice> decisions;  // all choices, in the order in which they were made
};

/// An error or a warning (docs/errors.md). Lines and columns count from 1, columns in characters; they are 0 if the
/// message has no location.
struct Message {
  bool is_error = false;              // otherwise a warning
  std::string code;                   // `SC0107`; empty if memory ran out or scorchc itself failed
  std::string message;                // one sentence, names in backquotes
  std::string help;                   // the suggested fix, or empty
  std::string file;                   // the name of the spec, or empty
  long line = 0, column = 0;          // the first character
  long end_line = 0, end_column = 0;  // one past the last character
  std::string text;                   // the complete diagnostic, as the command line prints it
};

/// The result of compile_spec.
struct CompileOutcome {
  int exit_code = 0;  // 0 for success; otherwise the exit code of the command line for the same input (docs/errors.md)
  std::vector<GeneratedKernel> kernels;  // the kernels of the spec, in order; empty unless exit_code is 0
  std::vector<Message> diagnostics;      // the error, if any, followed by all warnings
};

/// Compiles every kernel of a spec (docs/language.md).
///
/// `spec` is the text of the spec, in UTF-8, of at most 16 MiB: the JSON form if its first non-blank character is `{`,
/// otherwise the text form. `name` is the name of the spec in diagnostics; no file of that name is read. Errors in the
/// spec do not throw; they set exit_code and are listed in diagnostics. Documented limits (docs/limits.md) bound time
/// and memory for any input. Neither argument needs to outlive the call.
CompileOutcome compile_spec(std::string_view spec, std::string_view name);

/// The version of this library, such as `0.1.0`.
std::string version();

}  // namespace scorchc
