// Draws random choices that are the same on every machine. Distributions of the standard library differ between
// vendors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace scorchc::fuzz {

/// SplitMix64 (Steele, Lea, Flood 2014): neighbouring seeds give unrelated numbers.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}

  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }
  bool chance(std::size_t percent) { return below(100) < percent; }

  template <class T>
  const T& pick(const std::vector<T>& values) {
    return values[below(values.size())];
  }

  /// A random index into `weights`, with probabilities proportional to the weights.
  std::size_t weighted(std::initializer_list<std::size_t> weights) {
    std::size_t total = 0, number = 0;
    for (const std::size_t weight : weights) total += weight;
    std::size_t left = below(total);
    for (const std::size_t weight : weights) {
      if (left < weight) break;
      left -= weight;
      ++number;
    }
    return number;
  }

  template <class T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t n = values.size(); n > 1; --n) std::swap(values[n - 1], values[below(n)]);
  }

 private:
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

}  // namespace scorchc::fuzz
