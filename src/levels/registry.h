// The level formats that scorchc knows. A new one is one file and one line: its declaration here and its entry in
// registry.cpp are that line's two ends.
#pragma once

#include <span>
#include <string_view>

#include "levels/level_format.h"

namespace scorchc::levels {

extern const LevelFormat dense;
extern const LevelFormat compressed;
extern const LevelFormat coordinate;
extern const LevelFormat workspace;                  // of temporaries only
extern const LevelFormat dense_number, dense_place;  // a dense level whose index is split

/// Those that users can name.
std::span<const LevelFormat* const> all_level_formats();
/// The level format of that name, those of temporaries among them. Formats are checked by the front, so an unknown name
/// is an internal error.
const LevelFormat& level_format(std::string_view name);

}  // namespace scorchc::levels
