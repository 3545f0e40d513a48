// Names the functions, structs and types of a module in C and C++.
#pragma once

#include <string>
#include <string_view>

#include "ir/loop.h"

namespace scorchc::emit {

/// "float", "int64_t", ...
std::string type_name(loop::Type type);

/// Names inside the user's namespace: `spmv`, `spgemm_count` for a phase, `spmv_A` for a tensor's struct.
std::string own_name(const loop::Module& module, loop::Phase phase);
std::string own_struct_name(const loop::Module& module, std::string_view tensor);

/// The prefix that the namespace gives C symbols: `a_b_` for `a::b`; empty without a namespace.
std::string symbol_prefix(const loop::Module& module);
std::string symbol(const loop::Module& module, loop::Phase phase);
/// The same; for a function of one plan `scorch_plan_2_spgemm_count`, which no tensor or kernel can be called.
std::string symbol(const loop::Module& module, const loop::Function& function);
/// The name of the function's first outlined loop.
std::string loop_symbol(const loop::Module& module, const loop::Function& function);
std::string struct_symbol(const loop::Module& module, std::string_view tensor);

/// The return type of a phase: a status, or void for `free`, which cannot fail.
std::string return_type(loop::Phase phase);
/// `const spmv_A* A, spmv_y* y, const scorch_context* context`, with `prefix` before the names of structs.
std::string parameter_list(const loop::Module& module, const loop::Function& function, std::string_view prefix);

}  // namespace scorchc::emit
