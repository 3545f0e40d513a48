// Statements and whole functions of loop IR in C++.
#pragma once

#include <map>
#include <string>

#include "emit/cpp_expr.h"
#include "emit/cpp_shared.h"
#include "emit/writer.h"
#include "ir/loop.h"

namespace scorchc::emit {

/// The function's definition. What it uses of the shared blocks is added to `shared`.
std::string function_definition(const loop::Module& module, const loop::Function& function, SharedBlocks& shared);

/// The variable that marks a division by zero, or empty.
std::string status_variable(const loop::Function& function);

}  // namespace scorchc::emit
