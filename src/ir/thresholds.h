// What kernels decide by at run time, and prices have to know.
#pragma once

#include <cstdint>

namespace scorchc {

/// So many entries of a coordinate list that share a coordinate, on average, are worth it that their end is found.
inline constexpr std::int64_t entries_worth_a_segment = 16;

/// So many entries, 64 rows have to have between them that none is passed over (cpp_shared_workspaces.cpp).
inline constexpr std::int64_t entries_of_most_rows = 32;

}  // namespace scorchc
