// Defines how a loop reads a level of an operand: the option of `protocol`.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace scorchc {

enum class Reading : std::uint8_t {
  walk,    // iterates all entries, and merges them with those of the other operands
  locate,  // random access at the coordinates of the other operands
  masked,  // `locate` on a workspace that is reset only at these coordinates, before it is filled
  gallop   // walks, but skips entries that another operand lacks, by exponential search
};

inline std::string_view name(Reading reading) {
  constexpr std::array<std::string_view, 4> names{"walk", "locate", "masked", "gallop"};
  return names.at(static_cast<std::size_t>(reading));
}

/// True for random access: `locate` and `masked`.
inline bool locates(Reading reading) { return reading == Reading::locate || reading == Reading::masked; }

}  // namespace scorchc
