#include "emit/calling/helpers.h"

#include "embed/runtime_blocks.h"
#include "emit/cpp_names.h"
#include "support/words.h"

namespace scorchc::emit {
namespace {

std::string_view kind_of(const InterfaceLevel& level) {
  if (level.continues_run) return "scorch_next_coordinate";
  if (!level.crd) return "scorch_dense";
  return level.spec.level == "coordinate" ? "scorch_coordinate" : "scorch_compressed";
}

std::string_view part_of(const InterfaceLevel& level) {
  if (level.spec.part == BlockPart::outer) return "scorch_block";
  return level.spec.part == BlockPart::inner ? "scorch_place" : "scorch_whole";
}

struct ElementTypes {
  loop::Type pos = loop::Type::i32, crd = loop::Type::i32;
};
ElementTypes element_types(const InterfaceTensor& tensor) {
  return {loop::type_of(tensor.format.pos), loop::type_of(tensor.format.crd)};
}

/// The name of the parameter: users' names for tensors could collide with other parameters.
const std::string tensor_parameter = "tensor";

/// Expression for `count` of scorch_arrays: the number of entries if the first level is a coordinate level, else "0".
std::string root_count(const InterfaceTensor& tensor) {
  const bool at_root = !tensor.levels.empty() && kind_of(tensor.levels[0]) == "scorch_coordinate";
  const InterfaceField* entries = at_root ? tensor.entries(0) : nullptr;
  return entries ? tensor_parameter + "->" + entries->name : "0";
}

std::string validate_head(const InterfaceTensor& tensor, const std::string& symbol) {
  return "scorch_fault_kind " + symbol + "(const " + tensor.struct_name + "* " + tensor_parameter +
         ", scorch_fault* fault)";
}

std::string unpack_head(const InterfaceTensor& tensor, const std::string& symbol) {
  return "int64_t " + symbol + "(const " + tensor.struct_name + "* " + tensor_parameter +
         ", int64_t* const* coordinates, " + type_name(tensor.vals.type) + "* values)";
}

void write_validate(const InterfaceTensor& tensor, const std::string& symbol, Writer& writer) {
  writer.open(validate_head(tensor, symbol));
  write_level_table(tensor, writer);
  write_level_names(tensor, writer);
  writer.line("scorch_fault found = {SCORCH_NULL_ARRAY, \"" + tensor_parameter + "\", 0};");
  writer.open("if (" + tensor_parameter + " != nullptr)");
  write_level_arrays(tensor, writer);
  writer.line("found = " + validator(tensor) + ".run();");
  writer.close();
  writer.line("if (fault != nullptr) *fault = found;");
  writer.line("return found.kind;");
  writer.close();
}

void write_unpack(const InterfaceTensor& tensor, const std::string& symbol, Writer& writer) {
  writer.open(unpack_head(tensor, symbol));
  write_level_table(tensor, writer);
  write_level_arrays(tensor, writer);
  writer.line("return scorch_unpack(levels, " + tensor_parameter + "->dimension, arrays, coordinates, values);");
  writer.close();
}

std::string purpose(const InterfaceHelper& helper, const InterfaceTensor& tensor) {
  const std::string& name = tensor.name;
  if (helper.does == "validate")
    return "Checks that " + name +
           " follows its format: positions rise from 0, coordinates are within the dimensions, sorted and unique. "
           "It cannot check the lengths of arrays. `fault`, unless null, receives the first violation.";
  if (helper.does == "unpack")
    return "Writes the stored components of " + name +
           ", including stored zeros, in storage order: one list of coordinates per mode (" + joined(tensor.indices) +
           ") and one of values; either may be null. Returns the number of components.";
  if (helper.does == "free") return "Releases what packing has allocated of " + name + ".";
  return "Builds " + name + " from `count` entries in any order: one list of coordinates per mode (" +
         joined(tensor.indices) +
         ") and one of values; values at equal coordinates are added up. Memory comes from the context. "
         "SCORCH_SHAPE_MISMATCH: a coordinate is out of range. Unless the status is SCORCH_OK, there is nothing to "
         "release.";
}

std::string head(const InterfaceHelper& helper, const InterfaceTensor& tensor) {
  if (helper.does == "validate") return validate_head(tensor, helper.symbol);
  if (helper.does == "unpack") return unpack_head(tensor, helper.symbol);
  return helper.does == "free" ? free_head(tensor, helper.symbol) : pack_head(tensor, helper.symbol);
}

}  // namespace

void write_level_table(const InterfaceTensor& tensor, Writer& writer) {
  std::string rows;
  for (const InterfaceLevel& level : tensor.levels)
    rows += (rows.empty() ? "" : ", ") + ("{" + std::string(kind_of(level))) + ", " + std::to_string(level.spec.mode) +
            ", " + std::string(part_of(level)) + ", " + std::to_string(level.spec.block) + "}";
  writer.line("static const scorch_level levels[] = {" + rows + "};");
}

void write_level_arrays(const InterfaceTensor& tensor, Writer& writer) {
  const ElementTypes types = element_types(tensor);
  std::string pos, crd;
  for (const InterfaceLevel& level : tensor.levels) {
    const std::string comma = pos.empty() ? "" : ", ";
    pos += comma + (level.pos ? tensor_parameter + "->" + level.pos->name : "nullptr");
    crd += comma + (level.crd ? tensor_parameter + "->" + level.crd->name : "nullptr");
  }
  writer.line("const scorch_arrays<" + std::to_string(tensor.levels.size()) + ", const " + type_name(types.pos) +
              ", const " + type_name(types.crd) + ", const " + type_name(tensor.vals.type) + "> arrays = {{" + pos +
              "}, {" + crd + "}, " + root_count(tensor) + ", " + tensor_parameter + "->" + tensor.vals.name + "};");
}

void write_level_names(const InterfaceTensor& tensor, Writer& writer) {
  std::string names;
  for (const InterfaceLevel& level : tensor.levels)
    names += "\"" + (level.pos ? level.pos->name : "") + "\", \"" + (level.crd ? level.crd->name : "") + "\", ";
  writer.line("static const char* const names[] = {" + names + "\"" + tensor.vals.name + "\"};");
}

std::string validator(const InterfaceTensor& tensor) {
  return "scorch_validator<" + std::to_string(tensor.levels.size()) + ", " + std::to_string(tensor.order()) +
         ", decltype(arrays)>{levels, " + tensor_parameter + "->dimension, arrays, names}";
}

std::string fault_block() { return "\n" + runtime_block("fault").text; }

std::string pack_head(const InterfaceTensor& tensor, const std::string& symbol, const std::string& scope) {
  return "scorch_status " + symbol +
         "(const int64_t* dimension, int64_t count, const int64_t* const* coordinates, const " +
         type_name(tensor.vals.type) + "* values, " + scope + tensor.struct_name + "* " + tensor_parameter +
         ", const scorch_context* context)";
}

std::string free_head(const InterfaceTensor& tensor, const std::string& symbol, const std::string& scope) {
  return "void " + symbol + "(" + scope + tensor.struct_name + "* " + tensor_parameter +
         ", const scorch_context* context)";
}

void write_pack(const InterfaceTensor& tensor, const std::string& head_of_pack, const std::string& head_of_free,
                Writer& writer, SharedBlocks& shared) {
  shared.use("pack");
  shared.use("release");
  const ElementTypes types = element_types(tensor);
  const std::string value(type_name(tensor.vals.type)), pos(type_name(types.pos)), crd(type_name(types.crd));
  const std::string levels = std::to_string(tensor.levels.size()), order = std::to_string(tensor.order());
  const std::string to = tensor_parameter + "->";
  const auto each_array = [&](const auto& visit) {
    for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
      const std::string at = "[" + std::to_string(l) + "]";
      if (tensor.levels[l].pos) visit("pos" + at, *tensor.levels[l].pos);
      if (tensor.levels[l].crd) visit("crd" + at, *tensor.levels[l].crd);
    }
    visit("vals", tensor.vals);
  };
  const bool is_floating = tensor.vals.type == loop::Type::f32 || tensor.vals.type == loop::Type::f64;
  const std::string sum = is_floating ? "a + b" : shared.use("add", tensor.vals.type) + "(a, b)";

  writer.open(head_of_pack);
  write_level_table(tensor, writer);
  writer.line("const bool is_complete = " + tensor_parameter +
              " != nullptr && dimension != nullptr && (count == 0 || (coordinates != nullptr && values != nullptr));");
  writer.line("if (!is_complete) return SCORCH_NULL_ARGUMENT;");
  writer.line("if (count < 0) return SCORCH_SHAPE_MISMATCH;");
  writer.line("int64_t extents[" + order + "];");
  writer.line("for (size_t mode = 0; mode < " + order + "; ++mode) extents[mode] = dimension[mode];");
  const std::string parameters = levels + ", " + pos + ", " + crd + ", " + value;
  writer.line("scorch_arrays<" + parameters + "> arrays = {};");
  writer.line("scorch_packer<" + levels + ", " + order + ", " + pos + ", " + crd + ", " + value +
              "> packer(levels, extents, count, context);");
  writer.line("const scorch_status status = packer.pack(count, coordinates, values, arrays, [](" + value + " a, " +
              value + " b) { return " + sum + "; });");
  writer.open("if (status != SCORCH_OK)");
  each_array([&](const std::string& array, const InterfaceField&) {
    writer.line("scorch_release(context, arrays." + array + ");");
  });
  writer.line("return status;");
  writer.close();
  writer.line("for (size_t mode = 0; mode < " + order + "; ++mode) " + to + "dimension[mode] = extents[mode];");
  each_array([&](const std::string& array, const InterfaceField& field) {
    writer.line(to + field.name + " = arrays." + array + ";");
  });
  if (const std::string count = root_count(tensor); count != "0") writer.line(count + " = arrays.count;");
  writer.line("return SCORCH_OK;");
  writer.close();
  writer.blank();
  writer.open(head_of_free);
  writer.line("if (" + tensor_parameter + " == nullptr) return;");
  each_array([&](const std::string&, const InterfaceField& field) {
    const std::string pointer = to + field.name;
    writer.line("scorch_release(context, " +
                (tensor.is_operand() ? "const_cast<" + type_name(field.type) + "*>(" + pointer + ")" : pointer) + ");");
    writer.line(pointer + " = nullptr;");
  });
  writer.close();
}

std::string helper_declarations(const Interface& interface) {
  if (interface.helpers.empty()) return {};
  Writer writer;
  if (interface.has_helper("validate")) writer.raw(fault_block());
  for (const InterfaceHelper& helper : interface.helpers) {
    const InterfaceTensor& tensor = *interface.find_tensor(helper.tensor);
    writer.blank();
    writer.comment(purpose(helper, tensor));
    writer.line(head(helper, tensor) + ";");
  }
  return "\n" + writer.text();
}

std::string helper_definitions(const Interface& interface, SharedBlocks& shared) {
  std::string text;
  for (std::size_t n = 0; n < interface.helpers.size(); ++n) {
    const InterfaceHelper& helper = interface.helpers[n];
    const InterfaceTensor& tensor = *interface.find_tensor(helper.tensor);
    Writer writer;
    if (helper.does == "free") continue;  // written with `pack`
    shared.use(helper.does);
    if (helper.does == "validate") write_validate(tensor, helper.symbol, writer);
    if (helper.does == "unpack") write_unpack(tensor, helper.symbol, writer);
    if (helper.does == "pack")
      write_pack(tensor, pack_head(tensor, helper.symbol), free_head(tensor, interface.helpers[n + 1].symbol), writer,
                 shared);
    text += "\n" + writer.text();
  }
  return text;
}

}  // namespace scorchc::emit
