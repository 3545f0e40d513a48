// Prints a kernel's interface as JSON (--emit=json).
#pragma once

#include <string>

#include "ir/interface.h"

namespace scorchc::driver {

/// Returns the document that docs/schema/interface.json describes.
std::string interface_json(const Interface& interface);

}  // namespace scorchc::driver
