// How the things of a module are called in C and C++.
#pragma once

#include <string>
#include <string_view>

#include "ir/loop.h"

namespace scorchc::emit {

/// "float", "int64_t", ...
std::string_view type_name(loop::Type type);

/// The name in its namespace: `spmv`; of a phase: `spgemm_count`; of a tensor's struct: `spmv_A`.
std::string own_name(const loop::Module& module, loop::Phase phase);
std::string own_struct_name(const loop::Module& module, std::string_view tensor);

/// What the namespace puts before a C symbol: `a_b_` for `a::b`, or nothing.
std::string symbol_prefix(const loop::Module& module);
std::string symbol(const loop::Module& module, loop::Phase phase);
/// The same, or, of a plan's own function, `scorch_plan_2_spgemm_count`: no tensor and no kernel can be called so.
std::string symbol(const loop::Module& module, const loop::Function& function);
/// What the first of a function's loops that stand for themselves is called.
std::string loop_symbol(const loop::Module& module, const loop::Function& function);
std::string struct_symbol(const loop::Module& module, std::string_view tensor);

/// What a function gives back: only `free` cannot fail.
std::string_view return_type(loop::Phase phase);
/// `const spmv_A* A, spmv_y* y, const scorch_context* context`; `prefix` stands before the names of structs.
std::string parameter_list(const loop::Module& module, const loop::Function& function, std::string_view prefix);

}  // namespace scorchc::emit
