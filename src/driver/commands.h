// Declares one function per subcommand. Errors are thrown as Failures; output goes through the console.
#pragma once

#include "driver/console.h"
#include "driver/options.h"

namespace scorchc::driver {

/// The default command. Compiles every kernel before it writes the first byte.
ExitCode compile_command(const Options& options, Console& console);
/// Prints decisions as text or JSON, or, for a word such as SC0107, the description of a diagnostic's code.
ExitCode explain_command(const Options& options, Console& console);
/// Compiles, and verifies the code against the dense interpreter if a compiler is available; writes nothing.
ExitCode check_command(const Options& options, Console& console);
/// Prints the paths that a compilation would write, one per line.
ExitCode outputs_command(const Options& options, Console& console);
/// Prints the named formats, or one format in any notation.
ExitCode formats_command(const Options& options, Console& console);

/// Prints the names of the JSON Schemas, or one schema.
ExitCode schema_command(const Options& options, Console& console);

/// Loads data, compiles and runs the kernel, and writes the result.
ExitCode run_command(const Options& options, Console& console);
/// Times kernels, and measures the machine's limits alongside.
ExitCode bench_command(const Options& options, Console& console);
/// Times the plans of each kernel and writes the fastest to a lock file.
ExitCode tune_command(const Options& options, Console& console);
/// Compares the emitted code with the dense interpreter on random cases.
ExitCode verify_command(const Options& options, Console& console);

}  // namespace scorchc::driver
