// The runner: how scorchc itself calls a kernel that it has just compiled (emit/runner_abi.h). Users never see it.
#pragma once

#include <string>

#include "ir/loop.h"

namespace scorchc {

/// C++ that stands behind EmittedFiles::single_file in the same translation unit and defines scorch_runner_call and
/// scorch_runner_free. Fields of the kernel's structs are filled by their roles. A sparse result is freed, also one
/// that came with an error, before the next call: the runner remembers the last one only.
std::string emit_runner(const loop::Module& module);

}  // namespace scorchc
