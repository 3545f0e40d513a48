// Kernels of each form of operands and results, with all that is written beside them.
#pragma once

#include <string>
#include <vector>

#include "driver/program.h"

/// Names of the kernels of kernels_spec().
std::vector<std::string> kernel_names();
std::string kernels_spec();
/// `scorchc` over all of them into the folder k/; the kinds as --emit takes them.
void emit_kernels(const Workplace& workplace, const std::string& kinds);
/// One kernel of the command line's into the workplace's k/.
void emit_kernel(const Workplace& workplace, const std::vector<std::string>& arguments, const std::string& kinds);

/// Flags that the contract promises no warning under, as errors.
extern const std::vector<std::string> strict_flags;

/// Compiles with g++ in the workplace's k/ and expects that it goes without a word; `arguments` are blanks apart.
void compile(const Workplace& workplace, const std::string& arguments);
/// Runs a program in k/, and expects that it ends well; what it prints.
std::string run_program(const Workplace& workplace, const std::string& command);
