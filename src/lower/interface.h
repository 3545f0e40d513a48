// What stands around the loops: the structs that callers fill, argument checks, local names of extents and arrays.
#pragma once

#include "ir/schedule.h"
#include "lower/lowerer.h"

namespace scorchc::lower {

/// The structs of all tensors, operands first, then the result.
std::vector<loop::Struct> make_structs(const Kernel& kernel, const Storage& storage);
/// The parameters of every function but free.
std::vector<loop::Parameter> make_parameters(const Kernel& kernel, const Storage& storage);

/// Null checks, extents and their checks. `sets_dimensions`: a sparse result takes the operands' extents; otherwise the
/// result's are checked as an operand's are.
enum class ResultDimensions { are_checked, are_set };
loop::Block make_prologue(const cin::Program& program, const Storage& storage, ResultDimensions dimensions);

/// Local pointers to the arrays that `body` uses.
loop::Block bind_arrays(const Kernel& kernel, const Storage& storage, const Assembly& assembly, const loop::Block& body);

/// Statement, formats and schedule, for people.
std::vector<std::string> make_opening(const Kernel& kernel, const schedule::Commands& commands);

}  // namespace scorchc::lower
