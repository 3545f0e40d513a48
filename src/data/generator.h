// Generates reproducible random numbers: the same sequence on every machine.
#pragma once

#include <bit>
#include <cstdint>

namespace scorchc::data {

/// SplitMix64 (Steele, Lea, Flood 2014). The distributions of <random> differ between standard libraries and are not
/// used.
class Generator {
 public:
  explicit Generator(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// Uniform in [0, bound), bound > 0.
  std::int64_t below(std::int64_t bound) {
    const auto bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(bound - 1)));
    if (bits == 0) return 0;
    while (true) {
      const auto value = static_cast<std::int64_t>(next() >> (64 - bits));
      if (value < bound) return value;
    }
  }
  bool chance(double share) { return static_cast<double>(next() >> 11) * 0x1p-53 < share; }

 private:
  std::uint64_t state_;
};

}  // namespace scorchc::data
