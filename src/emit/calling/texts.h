// What is written beside a kernel for those who call it, a kind of --emit each. All are written from the one model of
// its interface, and none has anything to do with how the kernel computes.
#pragma once

#include <string>

#include "ir/interface.h"

namespace scorchc::emit {

/// NAME.hpp: views over spans, owners of results. C++20.
std::string cpp_wrapper(const Interface& interface);
/// NAME.main.cpp: an example that makes small inputs, calls the kernel and prints the result.
std::string main_program(const Interface& interface);
/// NAME.test.cpp: holds the kernel to a dense loop over random inputs.
std::string test_program(const Interface& interface);
/// NAME.eigen.hpp: Eigen's matrices as the kernel's tensors, and back, without a copy.
std::string eigen_adapter(const Interface& interface);
/// NAME.py: the compiled kernel as functions of NumPy arrays and SciPy matrices, without a copy.
std::string ctypes_module(const Interface& interface);
/// NAME.torch.cpp: the kernel as an extension of torch, over its tensors' buffers.
std::string torch_extension(const Interface& interface);

}  // namespace scorchc::emit
