// Hand-written kernels in loop IR, which the emitter's tests print and compile.
#pragma once

#include <string>

#include "ir/loop.h"

namespace scorchc::test {

/// y(i) = A(i,j) * x(j), A in csr, rows in parallel.
loop::Module spmv(const std::string& name = "spmv", const std::string& name_space = "");

/// C(i,j) = A(i,j) + B(i,j), all in csr, with every phase that a sparse result has.
loop::Module csr_add();

/// y(i) = max(a(i) / b(i), -a(i)) on i32, which can divide by zero.
loop::Module divide();

/// Maps one dense vector to another by every operator and literal of a type: must compile; the values mean nothing.
loop::Module every_operator(loop::Type type);

}  // namespace scorchc::test
