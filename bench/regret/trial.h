// The first call of a kernel: in a process of its own, which may be ended when it takes too long or too much memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "driver/call.h"

namespace scorchc::regret {

struct Limits {
  double seconds = 0;
  std::uint64_t bytes = 0;  // that the call may take beside what the process has
};

enum class Ending : std::int32_t { ok, too_slow, too_large, broken };
const char* name_of(Ending ending);
struct Trial {
  Ending ending = Ending::ok;
  double seconds = 0;             // what it took, or the limit
  std::uint64_t fingerprint = 0;  // of the components that are not 0, whatever their order
};

/// Memory that is released stays with the process, but for arrays as large as a process gives back in any case. Else it
/// depends on what ran before whether the system takes it back, and clears it when it is asked for again, which for a
/// copy of an operand takes as long as the copy.
void keep_memory();

/// One thread: what a library has done with threads does not survive into another process.
Trial try_out(const driver::Runner& runner, const driver::KernelCall& call, const Limits& limits);

/// Seconds that a call takes, the median of `repeats`: of the processor, where it is one thread's, so that other
/// programs do not count; else of the clock. Where there are several, one more goes before, not timed: what ran before
/// it has left other things in the caches. Before each, the processor is made to forget the last one's branches. The
/// result must not depend on what was there before.
double time_call(const driver::Runner& runner, const driver::KernelCall& call, int repeats);

double median(std::vector<double> values);

std::uint64_t fingerprint(const data::PackedTensor& packed);

}  // namespace scorchc::regret
