// Lists the level formats. A new one needs a source file, a declaration here and an entry in registry.cpp.
#pragma once

#include <span>
#include <string_view>

#include "levels/level_format.h"

namespace scorchc::levels {

extern const LevelFormat dense;
extern const LevelFormat compressed;
extern const LevelFormat coordinate;
extern const LevelFormat workspace;                  // only for temporaries
extern const LevelFormat dense_number, dense_place;  // the halves of a dense level whose index is split into blocks

/// The level formats that users can name.
std::span<const LevelFormat* const> all_level_formats();
/// The level format of that name, including internal ones. An unknown name is an internal error, because `front` checks
/// formats.
const LevelFormat& level_format(std::string_view name);

}  // namespace scorchc::levels
