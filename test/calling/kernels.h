// Compiles kernels with every form of operands and results, and emits all their bindings.
#pragma once

#include <string>
#include <vector>

#include "driver/program.h"

/// Names of the kernels of kernels_spec().
std::vector<std::string> kernel_names();
std::string kernels_spec();
/// Runs `scorchc` on all of them into the folder k/; `kinds` as `--emit` takes them.
void emit_kernels(const Workplace& workplace, const std::string& kinds);
/// Compiles one kernel, given on the command line, into the workplace's k/.
void emit_kernel(const Workplace& workplace, const std::vector<std::string>& arguments, const std::string& kinds);

/// Flags that emitted code must compile with; warnings are errors.
extern const std::vector<std::string> strict_flags;

/// Compiles with g++ in the workplace's k/ and expects no output; `arguments` are separated by blanks.
void compile(const Workplace& workplace, const std::string& arguments);
/// Runs a program in k/, expects exit status 0, and returns its output.
std::string run_program(const Workplace& workplace, const std::string& command);
