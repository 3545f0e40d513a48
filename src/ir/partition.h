// What the parts of a parallel loop have alike: what `parallelize` says.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace scorchc {

enum class Partition : std::uint8_t {
  work,       // about as much to do: entries of operands and iterations, or room for entries
  iterations  // as many iterations, whatever there is to do in each
};

inline std::string_view name(Partition partition) {
  constexpr std::array<std::string_view, 2> names{"work", "iterations"};
  return names.at(static_cast<std::size_t>(partition));
}

}  // namespace scorchc
