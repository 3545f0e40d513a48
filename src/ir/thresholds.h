// Defines run-time thresholds of emitted kernels that the cost model also needs.
#pragma once

#include <cstdint>

namespace scorchc {

/// The average number of entries with equal coordinates from which a search for the end of a coo segment pays off.
inline constexpr std::int64_t min_entries_per_segment = 16;

/// The number of entries in 64 rows from which all rows are visited instead of only the nonempty ones
/// (runtime/rows.h).
inline constexpr std::int64_t entries_of_most_rows = 32;

}  // namespace scorchc
