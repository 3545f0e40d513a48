#include "driver/make_interface.h"

#include <algorithm>

#include "emit/cpp_names.h"
#include "support/diagnostics.h"

namespace scorchc::driver {
namespace {

using loop::FieldRole;

/// Returns the field of a role, and of `level` if the role belongs to a level.
std::optional<InterfaceField> field_of(const loop::Struct& structure, FieldRole role, std::size_t level = 0) {
  for (const loop::FieldDeclaration& field : structure.fields)
    if (field.role == role && static_cast<std::size_t>(field.level) == level)
      return InterfaceField{field.name, field.type};
  return std::nullopt;
}

InterfaceTensor tensor_of(const TensorDeclaration& declaration, const loop::Struct& structure,
                          const loop::Module& module, const std::vector<std::string>& indices) {
  InterfaceTensor tensor;
  tensor.name = declaration.name;
  tensor.parameter = structure.name;
  tensor.struct_name = emit::struct_symbol(module, structure.name);
  tensor.old_value_of = declaration.old_value_of;
  tensor.format = *declaration.format;
  tensor.format_inferred = declaration.format_inferred;
  tensor.indices = indices;
  for (std::size_t l = 0; l < tensor.format.levels.size(); ++l) {
    InterfaceLevel level;
    level.spec = tensor.format.levels[l];
    level.pos = field_of(structure, FieldRole::pos, l);
    level.crd = field_of(structure, FieldRole::crd, l);
    level.count = field_of(structure, FieldRole::level_count, l);
    level.continues_run = l > 0 && level.crd && !level.pos && tensor.format.levels[l - 1].level == level.spec.level;
    tensor.levels.push_back(std::move(level));
  }
  tensor.vals = field_of(structure, FieldRole::vals).value();
  tensor.vals_count = field_of(structure, FieldRole::vals_count);
  tensor.fields = structure.fields;
  return tensor;
}

/// Returns `spmv_pack_A`, with `_` appended while a struct has that name.
std::string helper_symbol(const Interface& interface, std::string_view does, const InterfaceTensor& tensor) {
  std::string wanted = interface.symbol + "_" + std::string(does) + "_" + tensor.parameter;
  const auto is_taken = [&](const InterfaceTensor& each) { return each.struct_name == wanted; };
  while (std::any_of(interface.tensors.begin(), interface.tensors.end(), is_taken)) wanted += '_';
  return wanted;
}

/// Scalars need no helpers. An assembled result is packed by the kernel itself.
std::vector<InterfaceHelper> helpers_of(const Interface& interface, const std::vector<Helper>& wanted) {
  std::vector<InterfaceHelper> helpers;
  for (const InterfaceTensor& tensor : interface.tensors) {
    const auto add = [&](std::string_view does) {
      helpers.push_back({helper_symbol(interface, does, tensor), std::string(does), tensor.name});
    };
    if (tensor.order() == 0) continue;
    for (const Helper helper : wanted) {
      if (helper == Helper::pack && tensor.is_assembled()) continue;
      add(name(helper));
      if (helper == Helper::pack) add("free");
    }
  }
  return helpers;
}

/// Adds the modes of an access to the user's indices.
void add_modes(const Access& access, const Interface& interface, std::vector<InterfaceIndex>& indices) {
  const auto tensor = std::find_if(interface.tensors.begin(), interface.tensors.end(),
                                   [&](const InterfaceTensor& each) { return each.name == access.tensor; });
  if (tensor == interface.tensors.end()) return;
  for (std::size_t mode = 0; mode < access.indices.size(); ++mode) {
    const auto index = std::find_if(indices.begin(), indices.end(),
                                    [&](const InterfaceIndex& each) { return each.name == access.indices[mode]; });
    const auto is_known = [&](const InterfaceMode& known) {
      return known.tensor == access.tensor && known.mode == mode;
    };
    if (index != indices.end() && std::none_of(index->modes.begin(), index->modes.end(), is_known))
      index->modes.push_back({access.tensor, mode});
  }
}

std::vector<InterfaceIndex> interface_indices(const Kernel& kernel, const Interface& interface) {
  std::vector<InterfaceIndex> indices;
  for (const auto& [name, declaration] : kernel.indices) indices.push_back({name, declaration.extent, {}});
  for (const Access& access : all_operands(kernel)) add_modes(access, interface, indices);
  add_modes(kernel.statement.lhs, interface, indices);
  for (const InterfaceTensor& tensor : interface.tensors)
    if (!tensor.old_value_of.empty()) add_modes({tensor.name, kernel.statement.lhs.indices}, interface, indices);
  return indices;
}

}  // namespace

Interface make_interface(const Kernel& written, const Kernel& scheduled, const loop::Module& module) {
  Interface interface;
  interface.name = module.name;
  interface.name_space = module.name_space;
  interface.symbol = emit::symbol(module, loop::Phase::run);
  interface.source = written.source_statement;
  interface.is_parallel = written.parallel;

  const auto indices = written_indices(written);
  const std::size_t count = scheduled.tensors.size();
  if (module.structs.size() != count)
    fail(Code::internal_error, {}, "the numbers of structs and tensors of the kernel differ");
  for (std::size_t n = 0; n < count; ++n) {
    const TensorDeclaration& declaration = scheduled.tensors[(n + 1) % count];  // the result last
    interface.tensors.push_back(tensor_of(declaration, module.structs[n], module, indices.at(data_name(declaration))));
  }
  InterfaceTensor& result = interface.tensors.back();
  result.role =
      result.format.is_dense() ? InterfaceTensor::Role::dense_result : InterfaceTensor::Role::assembled_result;
  interface.starts_from_result = result.role == InterfaceTensor::Role::dense_result && written.reads_old_result();

  for (const loop::Function& function : module.functions) {
    if (!function.is_public) continue;
    InterfaceFunction called{function.phase, emit::symbol(module, function.phase), function.comment, {}};
    for (const loop::Parameter& parameter : function.parameters) called.parameters.push_back(parameter.name);
    interface.functions.push_back(std::move(called));
  }
  interface.helpers = helpers_of(interface, written.helpers);
  interface.indices = interface_indices(written, interface);

  for (std::size_t n = 0; n < written.earlier.size(); ++n) {
    const Kernel earlier = earlier_kernel(written, n);
    const TensorDeclaration& temporary = earlier.result();
    interface.statements.push_back({earlier.statement, loop::type_of(computation_type(earlier))});
    interface.temporaries.push_back({temporary.name, loop::type_of(temporary.value), earlier.statement.lhs.indices});
  }
  interface.statements.push_back({written.statement, loop::type_of(computation_type(written))});
  return interface;
}

}  // namespace scorchc::driver
