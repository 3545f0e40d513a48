#pragma once

#include <string>

/// A Python 3 that can import these modules; empty without one. That of PATH, or the system's.
std::string python_with(const std::string& modules);
