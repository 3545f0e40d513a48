// How a compiled kernel is called, read off the kernel and its loops.
#pragma once

#include "ir/interface.h"
#include "ir/kernel.h"

namespace scorchc::driver {

/// `written` is the kernel before it was scheduled: its statements are those of its user. `scheduled` has the formats,
/// and `module` the structs and functions.
Interface make_interface(const Kernel& written, const Kernel& scheduled, const loop::Module& module);

}  // namespace scorchc::driver
