// Checks a kernel's names against those of the libraries that emitted bindings use: NumPy, Eigen, torch. Only the
// files that use a library need the check: every other file may contain these names.
#pragma once

#include "ir/interface.h"

namespace scorchc::emit {

/// True for a keyword of Python, which cannot follow a dot or `import`. Soft keywords (`match`) can.
bool is_python_keyword(std::string_view name);

// These fail with Code::bad_name if a name of the kernel cannot be used in an emitted file.

/// NAME.py: a keyword, or the name of a module that Python, ctypes, NumPy or SciPy imports.
void check_python_module(const Interface& interface);
/// NAME.hpp: the C function `scorch`, while the wrapper is in the namespace `scorch`.
void check_names_of_hpp(const Interface& interface);
/// NAME.eigen.hpp: the same, and names of Eigen.
void check_names_of_eigen(const Interface& interface);
/// NAME.torch.cpp: names of torch, pybind11 and Python.h.
void check_names_of_torch(const Interface& interface);

}  // namespace scorchc::emit
