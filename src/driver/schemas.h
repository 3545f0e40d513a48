// Contains the JSON Schemas of docs/schema, for `scorchc schema NAME`.
#pragma once

#include <span>
#include <string_view>

namespace scorchc::driver {

struct SchemaPage {
  std::string_view name, text;
};
std::span<const SchemaPage> all_schemas();

}  // namespace scorchc::driver
