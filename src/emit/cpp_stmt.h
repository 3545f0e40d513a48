// Prints functions of loop IR as C++, statement by statement.
#pragma once

#include <map>
#include <string>

#include "embed/shared_blocks.h"
#include "emit/cpp_expr.h"
#include "emit/writer.h"
#include "ir/loop.h"

namespace scorchc::emit {

/// The function's definition. Adds the shared blocks that it uses to `shared`.
std::string function_definition(const loop::Module& module, const loop::Function& function, SharedBlocks& shared);

/// Name of the variable that records a division by zero; empty if there is none.
std::string status_variable(const loop::Function& function);

}  // namespace scorchc::emit
