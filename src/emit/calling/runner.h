// Prints the runner, through which scorchc calls a kernel that it has just compiled (emit/calling/runner_abi.h). Users
// never see it.
#pragma once

#include <string>

#include "ir/loop.h"

namespace scorchc {

/// C++ text that follows EmittedFiles::single_file in the same translation unit and defines scorch_runner_call and
/// scorch_runner_free. It fills fields of the kernel's structs by their roles. The caller must free a sparse result,
/// even one with an error, before the next call: the runner keeps only the last one.
std::string emit_runner(const loop::Module& module);

}  // namespace scorchc
