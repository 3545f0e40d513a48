#include "driver/interface_json.h"

#include "driver/json_document.h"
#include "emit/cpp_names.h"

namespace scorchc::driver {
namespace {

Json array_json(const InterfaceField& field) {
  return {{"field", field.name}, {"type", loop::name(field.type)}, {"ctype", emit::type_name(field.type)}};
}

Json name_or_null(const std::optional<InterfaceField>& field) { return field ? Json(field->name) : Json(nullptr); }

Json level_json(const InterfaceLevel& level) {
  Json json = {{"format", level.spec.level}, {"mode", level.spec.mode}};
  if (level.spec.part == BlockPart::outer) json["part"] = "block";
  if (level.spec.part == BlockPart::inner) json["part"] = "place";
  if (level.spec.part != BlockPart::whole) json["block"] = level.spec.block;
  json["pos"] = level.pos ? array_json(*level.pos) : Json(nullptr);
  json["crd"] = level.crd ? array_json(*level.crd) : Json(nullptr);
  json["count"] = name_or_null(level.count);
  return json;
}

/// The members of the struct in order: a pointer, a number, or an array of numbers.
Json fields_json(const InterfaceTensor& tensor) {
  Json list = Json::array();
  for (const loop::FieldDeclaration& field : tensor.fields) {
    Json json = {{"name", field.name}, {"ctype", emit::type_name(field.type)}, {"pointer", field.is_array}};
    if (field.fixed_count > 0) json["count"] = field.fixed_count;
    list.push_back(std::move(json));
  }
  return list;
}

std::string_view role(const InterfaceTensor& tensor) {
  if (tensor.is_operand()) return "operand";
  return tensor.is_assembled() ? "assembled result" : "dense result";
}

Json interface_tensor_json(const InterfaceTensor& tensor) {
  Json levels = Json::array();
  for (const InterfaceLevel& level : tensor.levels) levels.push_back(level_json(level));
  Json json = {{"name", tensor.name},
               {"parameter", tensor.parameter},
               {"struct", tensor.struct_name},
               {"role", role(tensor)},
               {"fields", fields_json(tensor)},
               {"old_value_of", tensor.old_value_of.empty() ? Json(nullptr) : Json(tensor.old_value_of)},
               {"indices", tensor.indices},
               {"format",
                {{"map", print_map(tensor.format, tensor.indices)},
                 {"short", print_short(tensor.format)},
                 {"inferred", tensor.format_inferred}}},
               {"dimension", tensor.order() == 0 ? Json(nullptr) : Json("dimension")},
               {"levels", levels},
               {"vals", array_json(tensor.vals)},
               {"vals_count", name_or_null(tensor.vals_count)}};
  return json;
}

Json functions_json(const Interface& interface) {
  Json list = Json::array();
  for (const InterfaceFunction& function : interface.functions) {
    const bool is_run = function.phase == loop::Phase::run;
    Json json = {{"name", function.symbol},
                 {"does", is_run ? Json("all") : Json(loop::name(function.phase))},
                 {"returns", emit::return_type(function.phase)},
                 {"parameters", function.parameters}};
    json["parameters"].push_back("context");
    list.push_back(std::move(json));
  }
  return list;
}

Json indices_json(const Interface& interface) {
  Json list = Json::array();
  for (const InterfaceIndex& index : interface.indices) {
    Json modes = Json::array();
    for (const InterfaceMode& mode : index.modes) modes.push_back({{"tensor", mode.tensor}, {"mode", mode.mode}});
    list.push_back(
        {{"name", index.name}, {"extent", index.extent ? Json(*index.extent) : Json(nullptr)}, {"modes", modes}});
  }
  return list;
}

}  // namespace

std::string interface_json(const Interface& interface) {
  Json statuses = Json::array();
  for (const StatusInfo& status : all_statuses())
    statuses.push_back({{"name", status.symbol}, {"value", static_cast<int>(status.status)}, {"text", status.text}});
  Json tensors = Json::array();
  for (const InterfaceTensor& tensor : interface.tensors) tensors.push_back(interface_tensor_json(tensor));
  Json helpers = Json::array();
  for (const InterfaceHelper& helper : interface.helpers)
    helpers.push_back({{"name", helper.symbol}, {"does", helper.does}, {"tensor", helper.tensor}});
  const Json document = {{"version", 1},
                         {"kernel", interface.name},
                         {"namespace", interface.name_space.empty() ? Json(nullptr) : Json(interface.name_space)},
                         {"statement", interface.source},
                         {"header", interface.name + ".h"},
                         {"source", interface.name + ".cpp"},
                         {"starts_from_result", interface.starts_from_result},
                         {"functions", functions_json(interface)},
                         {"helpers", helpers},
                         {"tensors", tensors},
                         {"indices", indices_json(interface)},
                         {"statuses", statuses}};
  return print_document(document);
}

}  // namespace scorchc::driver
