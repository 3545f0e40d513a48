// Measures the machine's current limits with short loops: the roofline for a kernel's time.
#pragma once

#include "ir/format.h"

namespace scorchc::driver {

struct MachineLimits {
  double array_bytes = 0;      // size of the streamed arrays, over all threads
  double read_bandwidth = 0;   // bytes per second when summing an array
  double triad_bandwidth = 0;  // bytes per second of a = b + s * c, over three arrays
  double arithmetic = 0;       // operations per second of vector fused multiply-adds; each counts as two
  double bandwidth() const { return read_bandwidth > triad_bandwidth ? read_bandwidth : triad_bandwidth; }
  /// Returns a lower bound for the seconds that this work takes.
  double seconds(double operations, double bytes) const;
};

/// Measures the limits; takes some hundredths of a second, longer for large arrays. `bytes` is about what the kernel
/// touches, so that data that fit in a cache are compared with that cache. `type` is the type of the arithmetic.
MachineLimits measure_limits(ValueType type, int threads, double bytes);

/// Returns the number of processors that this process may use.
int processors();

}  // namespace scorchc::driver
