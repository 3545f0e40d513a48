#pragma once

#include <string>

#include "ir/interface.h"

namespace scorchc::driver {

/// --emit=json: how the kernel is called, for tools. docs/schema/interface.json describes it.
std::string interface_json(const Interface& interface);

}  // namespace scorchc::driver
