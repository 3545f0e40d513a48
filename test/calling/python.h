#pragma once

#include <string>

/// A Python 3, from PATH or the system's, that can import these modules; empty if there is none.
std::string python_with(const std::string& modules);
