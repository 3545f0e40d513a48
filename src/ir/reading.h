// How a loop reads a level of one of its operands: what `protocol` says.
#pragma once

#include <cstdint>
#include <string_view>

namespace scorchc {

enum class Reading : std::uint8_t {
  walk,    // its entries one after the other, beside those of the others
  locate,  // looked up at each coordinate that the others ask for
  gallop   // walked, but what no other operand has is passed over in growing steps
};

inline std::string_view name(Reading reading) {
  return reading == Reading::walk ? "walk" : reading == Reading::locate ? "locate" : "gallop";
}

}  // namespace scorchc
