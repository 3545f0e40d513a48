// Defines how the iterations of a parallel loop are divided into chunks: the option of `parallelize`.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace scorchc {

enum class Partition : std::uint8_t {
  work,       // chunks of about equal work: entries of operands plus iterations, or capacity for entries
  iterations  // chunks with equal numbers of iterations
};

inline std::string_view name(Partition partition) {
  constexpr std::array<std::string_view, 2> names{"work", "iterations"};
  return names.at(static_cast<std::size_t>(partition));
}

}  // namespace scorchc
