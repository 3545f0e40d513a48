// What stands around the loops: the structs that callers fill, argument checks, local names of extents and arrays.
#pragma once

#include "ir/schedule.h"
#include "lower/lowerer.h"

namespace scorchc::lower {

/// The structs of all tensors, operands first, then the result.
std::vector<loop::Struct> make_structs(const Kernel& kernel, const Storage& storage);
/// The parameters of every function but free.
std::vector<loop::Parameter> make_parameters(const Kernel& kernel, const Storage& storage);

/// Null checks, extents and their checks. The dimensions of a result that takes the operands' are not looked at, except
/// where no operand has them.
enum class ResultDimensions { are_checked, are_taken };
loop::Block make_prologue(const cin::Program& program, const Storage& storage, ResultDimensions dimensions);
/// The result takes the operands' dimensions.
loop::Block take_dimensions(const Kernel& kernel, const Storage& storage);

/// Local pointers to the arrays that `body` uses.
loop::Block bind_arrays(const Kernel& kernel, const Storage& storage, const Assembly& assembly,
                        const loop::Block& body);

/// Whether a division of integers may be one by zero.
bool divides_integers(const Kernel& kernel);

/// The body of `free`.
loop::Block make_release(const StoredTensor& result);

/// What callers have to know of the one call and of `count`.
std::string dense_comment(const Kernel& kernel);
std::string one_call_comment(const Kernel& kernel, const Storage& storage);
std::string count_comment(const Kernel& kernel, const Storage& storage);

/// Statement, formats and schedule, for people.
std::vector<std::string> make_opening(const Kernel& kernel, const schedule::Commands& commands);

}  // namespace scorchc::lower
