// The parts of docs/limits.md, as the compiler and its sources say them.
#pragma once

#include <string>

namespace scorchc::test {

/// How many of the standard kernels compile, and those that do not.
std::string supported_kernels();
/// Every diagnostic with exit code 3, and what is behind those that stand for more than one thing.
std::string unsupported_codes();
/// Every number that an input is refused beyond, and those beyond which the emitted code takes another form.
std::string numeric_limits();

}  // namespace scorchc::test
