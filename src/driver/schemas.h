// docs/schema: JSON Schemas of what scorchc reads and writes, as `scorchc schema NAME` prints them.
#pragma once

#include <span>
#include <string_view>

namespace scorchc::driver {

struct SchemaPage {
  std::string_view name, text;
};
std::span<const SchemaPage> all_schemas();

}  // namespace scorchc::driver
