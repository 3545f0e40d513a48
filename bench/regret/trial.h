// The first call of a kernel, in a process of its own with limits of time and memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "driver/call.h"

namespace scorchc::regret {

struct Limits {
  double seconds = 0;
  std::uint64_t bytes = 0;  // limit of the call, in addition to what the process has
};

enum class Ending : std::int32_t { ok, too_slow, too_large, broken };
const char* name_of(Ending ending);
struct Trial {
  Ending ending = Ending::ok;
  double seconds = 0;             // time of the call, or the limit
  std::uint64_t fingerprint = 0;  // of the nonzero components, independent of their order
};

/// Makes the process retain released memory, except for large arrays, which it returns to the system in any case.
/// Otherwise it depends on earlier calls whether the system takes memory back and clears it on the next allocation; for
/// a copy of an operand, clearing takes as long as the copy.
void keep_memory();

/// Uses one thread: the thread pool of a library does not survive a fork.
Trial run_sandboxed(const driver::Runner& runner, const driver::KernelCall& call, const Limits& limits);

/// Seconds of a call, the median of `repeats`: processor time on one thread, so that other programs do not count;
/// otherwise wall time. With several repeats, an untimed call first fills the caches. The branch history is cleared
/// before each call. The result must not depend on its previous values.
double time_call(const driver::Runner& runner, const driver::KernelCall& call, int repeats);

double median(std::vector<double> values);

std::uint64_t fingerprint(const data::PackedTensor& packed);

}  // namespace scorchc::regret
