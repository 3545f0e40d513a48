// How much a run of the tests does: what tools/test and tools/test --deep say in the environment.
#pragma once

#include <cstddef>
#include <cstdint>

namespace scorchc::test {

/// SCORCHC_TEST_DEEP=1: sets are compiled whole that are sampled otherwise.
bool is_deep();

/// Whether the n-th of things that take turns is tested: one in `groups` by the number in test/rotation, all in --deep.
bool is_turn(std::size_t n, std::size_t groups);

/// SCORCHC_TEST_TURN: the number in test/rotation, from which seeds of random programs are taken; 1 without.
std::uint64_t turn();

/// Whether this program carries the run-time libraries of AddressSanitizer, so that kernels may be compiled under it.
bool has_sanitizers();

/// Whether the compiler itself runs under sanitizers, which takes ten times as long.
constexpr bool compiler_is_sanitized() {
#if defined(SCORCHC_TESTED_UNDER_SANITIZERS)
  return true;
#else
  return false;
#endif
}

}  // namespace scorchc::test
