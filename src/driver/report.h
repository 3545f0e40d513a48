// --emit=html: all that is known of a kernel on one page that needs no other file, no network and no script.
#pragma once

#include <string>

#include "driver/compile.h"

namespace scorchc::driver {

std::string html_report(const CompiledKernel& compiled);

}  // namespace scorchc::driver
