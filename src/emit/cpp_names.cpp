#include "emit/cpp_names.h"

#include <algorithm>

#include "ir/identifiers.h"
#include "ir/symbols.h"

namespace scorchc::emit {

std::string type_name(loop::Type type) {
  switch (type) {
    case loop::Type::boolean:
      return "bool";
    case loop::Type::i32:
      return "int32_t";
    case loop::Type::i64:
      return "int64_t";
    case loop::Type::f32:
      return "float";
    case loop::Type::f64:
      return "double";
  }
  return {};
}

std::string own_name(const loop::Module& module, loop::Phase phase) {
  return phase == loop::Phase::run ? module.name : module.name + "_" + std::string(name(phase));
}

std::string own_struct_name(const loop::Module& module, std::string_view tensor) {
  const std::string struct_name = module.name + "_" + std::string(tensor);
  // A struct must not share the name of a function (a tensor may be called `count`) or of a type such as `size_t`.
  const bool is_taken =
      std::any_of(module.functions.begin(), module.functions.end(),
                  [&](const loop::Function& function) { return struct_name == own_name(module, function.phase); });
  return is_taken || is_reserved(struct_name) || is_reserved(symbol_prefix(module) + struct_name) ? struct_name + "_"
                                                                                                  : struct_name;
}

std::string symbol_prefix(const loop::Module& module) { return scorchc::symbol_prefix(module.name_space); }

std::string symbol(const loop::Module& module, loop::Phase phase) {
  return symbol_prefix(module) + own_name(module, phase);
}

std::string symbol(const loop::Module& module, const loop::Function& function) {
  const std::string plan = function.plan == 0 ? "" : "scorch_plan_" + std::to_string(function.plan) + "_";
  return plan + symbol(module, function.phase);
}

std::string loop_symbol(const loop::Module& module, const loop::Function& function) {
  const std::string plan =
      function.plan == 0 ? "scorch_loop_" : "scorch_loops_of_plan_" + std::to_string(function.plan) + "_";
  return plan + symbol(module, function.phase);
}

std::string struct_symbol(const loop::Module& module, std::string_view tensor) {
  return symbol_prefix(module) + own_struct_name(module, tensor);
}

std::string return_type(loop::Phase phase) { return phase == loop::Phase::release ? "void" : "scorch_status"; }

std::string parameter_list(const loop::Module& module, const loop::Function& function, std::string_view prefix) {
  std::string list;
  for (const loop::Parameter& parameter : function.parameters) {
    if (parameter.is_const) list += "const ";
    list += std::string(prefix) + own_struct_name(module, parameter.name) + "* " + parameter.name + ", ";
  }
  return list + "const scorch_context* context";
}

}  // namespace scorchc::emit
