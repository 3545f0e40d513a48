// Prints what callers of a kernel need, one kind of `--emit` each: bindings, an example, a test. All derive from the
// model of the kernel's interface (ir/interface.h); none depends on how the kernel computes.
#pragma once

#include <string>

#include "ir/interface.h"

namespace scorchc::emit {

/// NAME.hpp: views over spans, owners of results. C++20.
std::string cpp_wrapper(const Interface& interface);
/// NAME.main.cpp: an example that makes small inputs, calls the kernel and prints the result.
std::string main_program(const Interface& interface);
/// NAME.test.cpp: compares the kernel with dense loops on random inputs.
std::string test_program(const Interface& interface);
/// NAME.eigen.hpp: Eigen's matrices as the kernel's tensors, and back, without a copy.
std::string eigen_adapter(const Interface& interface);
/// NAME.py: the compiled kernel as a function of NumPy arrays and SciPy matrices, without a copy.
std::string ctypes_module(const Interface& interface);
/// NAME.torch.cpp: the kernel as an extension of torch, over its tensors' buffers.
std::string torch_extension(const Interface& interface);

}  // namespace scorchc::emit
