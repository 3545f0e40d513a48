// What the machine can do at this moment, measured by short loops: the roof that a kernel's time is held to.
#pragma once

#include "ir/format.h"

namespace scorchc::driver {

struct MachineLimits {
  double array_bytes = 0;      // of the arrays that were streamed, all threads together
  double read_bandwidth = 0;   // bytes a second: summing up an array
  double triad_bandwidth = 0;  // a = b + s * c; its three arrays
  double arithmetic = 0;       // operations a second, of fused multiply-adds in vectors; each is two
  double bandwidth() const { return read_bandwidth > triad_bandwidth ? read_bandwidth : triad_bandwidth; }
  /// The least seconds in which this much can be done.
  double seconds(double operations, double bytes) const;
};

/// Takes some hundredths of a second; more with large arrays. `bytes` is about what the kernel touches: what fits into
/// a cache is held to that cache. `type` is that of the arithmetic.
MachineLimits measure_limits(ValueType type, int threads, double bytes);

/// The processors that this process may use.
int processors();

}  // namespace scorchc::driver
