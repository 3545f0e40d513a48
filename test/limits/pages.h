// Generates the parts of docs/limits.md from the compiler.
#pragma once

#include <string>

namespace scorchc::test {

/// The number of standard kernels that compile, and a list of those that do not.
std::string supported_kernels();
/// A table of all diagnostics with exit code 3, each with an example.
std::string unsupported_codes();
/// Tables of the limits beyond which input is refused, and of those beyond which the compiler uses another method.
std::string numeric_limits();

}  // namespace scorchc::test
