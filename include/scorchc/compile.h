// scorchc as a library: a spec in memory in, the texts of generated files out. Link `scorchc_driver`.
//
// The functions are safe to call from several threads at once: there is no global state. They touch no file, and no
// exception leaves them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scorchc {

/// The files of one kernel (docs/architecture.md): the header is C11 and C++17, the source C++17.
struct GeneratedKernel {
  std::string name;      // the kernel's symbol, and the stem of its files: NAME.h and NAME.cpp
  std::string header;    // text of NAME.h
  std::string source;    // text of NAME.cpp, which includes "NAME.h"
  std::string schedule;  // the commands that were applied; they can be given back in a spec
  std::vector<std::string> decisions;  // one line a choice, with its reason
};

struct CompileOutcome {
  int exit_code = 0;  // 0, or the exit code of the command line for the same input (docs/errors.md)
  std::vector<GeneratedKernel> kernels;   // all of the spec's, in its order; empty unless exit_code is 0
  std::vector<std::string> diagnostics;   // the error, and warnings, as the command line prints them
};

/// Compiles every kernel of a spec (docs/language.md): JSON if its first character other than space is `{`, else the text
/// form. `name` is what diagnostics call it. Bounded by the limits in docs/errors.md, so hostile input ends quickly.
CompileOutcome compile_spec(std::string_view spec, std::string_view name);

}  // namespace scorchc
