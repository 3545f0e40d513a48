#include "driver/json_schema.h"

#include <algorithm>
#include <functional>
#include <map>
#include <regex>

namespace {

using nlohmann::json;

bool has_type(const json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  if (type == "null") return value.is_null();
  return type == "number" && value.is_number();
}

class Validator {
 public:
  explicit Validator(const json& root) : root_(root) {}

  std::string problem(const json& schema, const json& value, const std::string& at) const {
    if (schema.is_boolean()) return schema.get<bool>() ? "" : at + " is not allowed";
    for (const auto& [keyword, rule] : schema.items()) {
      const auto check = checks().find(keyword);
      if (check == checks().end()) return "the schema says `" + keyword + "`, which is not known here";
      if (std::string said = check->second(*this, schema, rule, value, at); !said.empty()) return said;
    }
    return "";
  }

 private:
  using Check = std::function<std::string(const Validator&, const json& schema, const json& rule, const json& value,
                                          const std::string& at)>;

  static const std::map<std::string, Check>& checks() {
    static const Check nothing = [](auto&&...) { return std::string(); };
    static const std::map<std::string, Check> all = {
        {"$schema", nothing},
        {"$defs", nothing},
        {"title", nothing},
        {"description", nothing},
        {"$ref",
         [](const Validator& self, const json&, const json& rule, const json& value, const std::string& at) {
           return self.problem(self.root_.at(json::json_pointer(rule.get<std::string>().substr(1))), value, at);
         }},
        {"type",
         [](const Validator&, const json&, const json& rule, const json& value, const std::string& at) {
           return has_type(value, rule) ? "" : at + " is no " + rule.get<std::string>();
         }},
        {"const", [](const Validator&, const json&, const json& rule, const json& value,
                     const std::string& at) { return value == rule ? "" : at + " is not " + rule.dump(); }},
        {"enum",
         [](const Validator&, const json&, const json& rule, const json& value, const std::string& at) {
           return std::find(rule.begin(), rule.end(), value) != rule.end() ? "" : at + " is none of " + rule.dump();
         }},
        {"minimum",
         [](const Validator&, const json&, const json& rule, const json& value, const std::string& at) {
           return !value.is_number() || value >= rule ? "" : at + " is less than " + rule.dump();
         }},
        {"maximum",
         [](const Validator&, const json&, const json& rule, const json& value, const std::string& at) {
           return !value.is_number() || value <= rule ? "" : at + " is more than " + rule.dump();
         }},
        {"required",
         [](const Validator&, const json&, const json& rule, const json& value, const std::string& at) {
           for (const json& name : rule)
             if (value.is_object() && !value.contains(name.get<std::string>())) return at + " has no " + name.dump();
           return std::string();
         }},
        {"properties", members},
        {"additionalProperties", other_members},
        {"items", items},
        {"minItems",
         [](const Validator&, const json&, const json& rule, const json& value, const std::string& at) {
           return !value.is_array() || value.size() >= rule.get<std::size_t>()
                      ? ""
                      : at + " has less than " + rule.dump() + " items";
         }},
        {"maxLength",
         [](const Validator&, const json&, const json& rule, const json& value, const std::string& at) {
           return !value.is_string() || value.get<std::string>().size() <= rule.get<std::size_t>()
                      ? ""
                      : at + " is longer than " + rule.dump();
         }},
        {"pattern",
         [](const Validator&, const json&, const json& rule, const json& value, const std::string& at) {
           return !value.is_string() || std::regex_search(value.get<std::string>(), std::regex(rule.get<std::string>()))
                      ? ""
                      : at + " does not match " + rule.dump();
         }},
        {"propertyNames",
         [](const Validator& self, const json&, const json& rule, const json& value, const std::string& at) {
           std::string said;
           for (const auto& [name, member] : value.items())
             if (value.is_object() && said.empty()) said = self.problem(rule, name, at + "/" + name);
           return said;
         }},
        {"oneOf", one_of},
    };
    return all;
  }

  static std::string members(const Validator& self, const json&, const json& rule, const json& value,
                             const std::string& at) {
    for (const auto& [name, schema] : rule.items())
      if (value.is_object() && value.contains(name))
        if (std::string said = self.problem(schema, value.at(name), at + "/" + name); !said.empty()) return said;
    return "";
  }
  static std::string other_members(const Validator& self, const json& schema, const json& rule, const json& value,
                                   const std::string& at) {
    if (!value.is_object()) return "";
    for (const auto& [name, member] : value.items())
      if (!schema.contains("properties") || !schema.at("properties").contains(name))
        if (std::string said = self.problem(rule, member, at + "/" + name); !said.empty()) return said;
    return "";
  }
  static std::string items(const Validator& self, const json&, const json& rule, const json& value,
                           const std::string& at) {
    for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
      if (std::string said = self.problem(rule, value[i], at + "/" + std::to_string(i)); !said.empty()) return said;
    return "";
  }
  static std::string one_of(const Validator& self, const json&, const json& rule, const json& value,
                            const std::string& at) {
    std::string problems;
    int fitting = 0;
    for (const json& choice : rule) {
      const std::string said = self.problem(choice, value, at);
      problems += "; " + said;
      if (said.empty()) ++fitting;
    }
    return fitting == 1 ? "" : at + " fits " + std::to_string(fitting) + " of the choices" + problems;
  }

  const json& root_;
};

}  // namespace

std::string schema_problem(const json& schema, const json& document) {
  return Validator(schema).problem(schema, document, "");
}
