// Prints --emit=html: a report on a kernel as one self-contained page without scripts.
#pragma once

#include <string>

#include "driver/compile.h"

namespace scorchc::driver {

std::string html_report(const CompiledKernel& compiled);

}  // namespace scorchc::driver
