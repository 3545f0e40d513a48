// One function a sub-command. Errors are Failures; what is printed goes through the console.
#pragma once

#include "driver/console.h"
#include "driver/options.h"

namespace scorchc::driver {

/// The default action: every kernel is compiled before the first byte is written.
ExitCode compile_command(const Options& options, Console& console);
/// Decisions as text or as JSON, or, for a word such as SC0107, what a diagnostic's code means.
ExitCode explain_command(const Options& options, Console& console);
/// Everything up to the emitted code, and, where there is a compiler, the code against the dense interpreter; writes
/// nothing.
ExitCode check_command(const Options& options, Console& console);
/// The paths that a compilation would write, one a line.
ExitCode outputs_command(const Options& options, Console& console);
/// The named formats, or one format in any spelling.
ExitCode formats_command(const Options& options, Console& console);

/// The JSON Schemas there are, or one of them.
ExitCode schema_command(const Options& options, Console& console);

/// Loads data, compiles and runs the kernel, writes the result.
ExitCode run_command(const Options& options, Console& console);
/// Times kernels, and what the machine could do in that time.
ExitCode bench_command(const Options& options, Console& console);
/// Times the plans of each kernel and keeps the fastest in a lock file.
ExitCode tune_command(const Options& options, Console& console);
/// Compares the emitted code with the dense interpreter on random cases.
ExitCode verify_command(const Options& options, Console& console);

}  // namespace scorchc::driver
