// Registers the level formats.
#include "levels/registry.h"

#include <array>
#include <string>

#include "support/diagnostics.h"

namespace scorchc::levels {

std::span<const LevelFormat* const> all_level_formats() {
  static constexpr std::array<const LevelFormat*, 3> formats = {&dense, &compressed, &coordinate};
  return formats;
}

const LevelFormat& level_format(std::string_view name) {
  for (const LevelFormat* format : all_level_formats())
    if (format->name == name) return *format;
  for (const LevelFormat* format : {&workspace, &dense_number, &dense_place})
    if (format->name == name) return *format;
  fail(Code::internal_error, {}, "unknown level format `" + std::string(name) + "`");
}

}  // namespace scorchc::levels
