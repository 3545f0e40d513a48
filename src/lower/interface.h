// Builds what surrounds the loops: the structs that callers fill, argument checks, and local names of extents and
// arrays.
#pragma once

#include "ir/schedule.h"
#include "lower/lowerer.h"

namespace scorchc::lower {

/// The structs of all tensors: operands first, then the result.
std::vector<loop::Struct> make_structs(const Kernel& kernel, const Storage& storage);
/// The parameters of every function except `free`.
std::vector<loop::Parameter> make_parameters(const Kernel& kernel, const Storage& storage);

/// Null checks, and extents with their checks. The dimensions of a result that receives the operands' dimensions are
/// not read, unless no operand has them.
enum class ResultDimensions { are_checked, are_taken };
loop::Block make_prologue(const cin::Program& program, const Storage& storage, ResultDimensions dimensions);
/// Sets the dimensions of the result from those of the operands.
loop::Block take_dimensions(const Kernel& kernel, const Storage& storage);

/// Local pointers to the arrays that `body` uses.
loop::Block bind_arrays(const Kernel& kernel, const Storage& storage, const Assembly& assembly,
                        const loop::Block& body);

/// Whether the kernel divides integers, so that a division by zero is possible.
bool divides_integers(const Kernel& kernel);

/// The body of `free`.
loop::Block make_release(const StoredTensor& result);

/// Comments for callers: on the function of a dense result, on the one call, and on `count`.
std::string dense_comment(const Kernel& kernel);
std::string one_call_comment(const Kernel& kernel, const Storage& storage);
std::string count_comment(const Kernel& kernel, const Storage& storage);

/// The opening comment: statement, formats and schedule.
std::vector<std::string> make_opening(const Kernel& kernel, const schedule::Commands& commands);

}  // namespace scorchc::lower
