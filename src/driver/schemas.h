// docs/schema: JSON Schemas of what scorchc reads and writes, as `scorchc schema NAME` prints them.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace scorchc::driver {

struct SchemaPage {
  std::string_view name, text;
};
std::span<const SchemaPage> all_schemas();

/// What is to have a schema one day.
inline constexpr std::array<std::string_view, 2> later_schemas = {"spec", "diagnostics"};

}  // namespace scorchc::driver
