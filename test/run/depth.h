// Says how much this run tests: reads the environment variables that tools/test and tools/test --deep set.
#pragma once

#include <cstddef>
#include <cstdint>

namespace scorchc::test {

/// SCORCHC_TEST_DEEP=1: tests compile whole sets of kernels instead of samples.
bool is_deep();

/// Whether this run tests item n: it tests one item in `groups`, selected by the number in test/rotation, and all items
/// with --deep.
bool is_turn(std::size_t n, std::size_t groups);

/// SCORCHC_TEST_TURN, the number in test/rotation: a seed for samples and random programs. 1 if it is not set.
std::uint64_t turn();

/// Whether this program contains the run-time libraries of AddressSanitizer, which sanitized kernels need.
bool has_sanitizers();

/// Whether scorchc itself was built with sanitizers, which makes it ten times slower.
constexpr bool compiler_is_sanitized() {
#if defined(SCORCHC_TESTED_UNDER_SANITIZERS)
  return true;
#else
  return false;
#endif
}

}  // namespace scorchc::test
