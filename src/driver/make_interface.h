// Derives a compiled kernel's interface from the kernel and its loop IR.
#pragma once

#include "ir/interface.h"
#include "ir/kernel.h"

namespace scorchc::driver {

/// `written` is the kernel before scheduling, with the user's statements. `scheduled` has the formats; `module` has the
/// structs and functions.
Interface make_interface(const Kernel& written, const Kernel& scheduled, const loop::Module& module);

}  // namespace scorchc::driver
