// Defines the interface of the runner: an `extern "C"` shim, emitted after the kernel, through which scorchc calls a
// kernel that it has just compiled (run, verify, bench). It takes every tensor in one uniform form. Users never see it.
#pragma once

#include <cstdint>

namespace scorchc {

inline constexpr int max_levels = 32;

/// One tensor. The caller owns all arrays of operands and dense results. Of a sparse result it owns `dimension`; the
/// call sets pos, crd, vals and the counts, and scorch_runner_free releases these arrays. emit/calling/runner.cpp
/// repeats this layout.
struct RunnerTensor {
  std::int64_t* dimension;  // by mode
  void* pos[max_levels];    // by level; null where the level has none
  void* crd[max_levels];
  std::int64_t pos_count[max_levels];  // lengths of the arrays
  std::int64_t crd_count[max_levels];
  void* vals;
  std::int64_t vals_count;
};

/// tensors[0] is the result; the operands follow in the order of Kernel::tensors. `form` 0 is the single call; 1 is
/// count, pattern, compute (sparse results only); 2 is compute alone, in the pattern that the last call assembled
/// (loaded code only). `threads` 0 means the default. Returns the kernel's scorch_status.
using RunnerCall = std::int32_t (*)(RunnerTensor* tensors, std::int32_t form, std::int32_t threads);
using RunnerFree = void (*)(RunnerTensor* tensors);
inline constexpr const char* runner_symbol = "scorch_runner_call";
inline constexpr const char* runner_free_symbol = "scorch_runner_free";

}  // namespace scorchc
