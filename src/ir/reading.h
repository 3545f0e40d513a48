// How a loop reads a level of one of its operands: what `protocol` says.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace scorchc {

enum class Reading : std::uint8_t {
  walk,    // its entries one after the other, beside those of the others
  locate,  // looked up at each coordinate that the others ask for
  masked,  // the same, of a workspace, which is cleared at these coordinates before it is filled
  gallop   // walked, but what no other operand has is passed over in growing steps
};

inline std::string_view name(Reading reading) {
  constexpr std::array<std::string_view, 4> names{"walk", "locate", "masked", "gallop"};
  return names.at(static_cast<std::size_t>(reading));
}

inline bool looks_up(Reading reading) { return reading == Reading::locate || reading == Reading::masked; }

}  // namespace scorchc
