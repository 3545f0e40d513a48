// How scorchc calls a kernel that it has just compiled (run, verify, bench): through a small `extern "C"` shim, the
// runner, that is emitted behind the kernel and takes every tensor in this one uniform form. Users never see it.
#pragma once

#include <cstdint>

namespace scorchc {

inline constexpr int max_levels = 32;

/// One tensor. For operands and dense results all arrays are the caller's. For a sparse result `dimension` is the
/// caller's, and the call fills pos, crd, vals and the counts with arrays that scorch_runner_free releases.
/// The layout is repeated in the emitted runner (emit/emit_runner.cpp).
struct RunnerTensor {
  std::int64_t* dimension;  // by mode
  void* pos[max_levels];    // by level; null where the level has none
  void* crd[max_levels];
  std::int64_t pos_count[max_levels];  // lengths of the arrays
  std::int64_t crd_count[max_levels];
  void* vals;
  std::int64_t vals_count;
};

/// tensors[0] is the result, then the operands in the order of Kernel::tensors. `form` 0 is the one call; 1 is count,
/// pattern, compute (sparse results only); 2, of loaded code, is compute alone, over what the last call has assembled.
/// `threads` 0 means the default. Returns the kernel's scorch_status.
using RunnerCall = std::int32_t (*)(RunnerTensor* tensors, std::int32_t form, std::int32_t threads);
using RunnerFree = void (*)(RunnerTensor* tensors);
inline constexpr const char* runner_symbol = "scorch_runner_call";
inline constexpr const char* runner_free_symbol = "scorch_runner_free";

}  // namespace scorchc
