#include "data/sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <optional>
#include <utility>

namespace scorchc::data {
namespace {

struct Keyed {
  std::uint64_t key;
  std::size_t entry;
};

/// Returns the number of bits of each key, or nothing if all keys together need more than 64.
std::optional<std::vector<int>> key_bits(const SortKeys& keys) {
  std::vector<int> bits;
  int total = 0;
  for (const std::int64_t extent : keys.extents) {
    bits.push_back(extent <= 1 ? 0 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(extent - 1))));
    total += bits.back();
  }
  if (total > 64) return std::nullopt;
  return bits;
}

/// Sorts by the least significant digit first; every pass is stable.
void radix_sort(std::vector<Keyed>& entries, int bits) {
  constexpr int digit_bits = 11;
  constexpr std::size_t digits = std::size_t{1} << digit_bits;
  std::vector<Keyed> other(entries.size());
  for (int shift = 0; shift < bits; shift += digit_bits) {
    const auto digit = [&](const Keyed& entry) { return static_cast<std::size_t>(entry.key >> shift) % digits; };
    std::array<std::size_t, digits> next{};
    for (const Keyed& entry : entries) ++next[digit(entry)];
    std::size_t start = 0;
    for (std::size_t& count : next) start += std::exchange(count, start);
    for (const Keyed& entry : entries) other[next[digit(entry)]++] = entry;
    entries.swap(other);
  }
}

}  // namespace

int SortKeys::compare(std::size_t a, std::size_t b) const {
  for (const std::vector<std::int64_t>& column : columns) {
    if (column[a] != column[b]) return column[a] < column[b] ? -1 : 1;
  }
  return 0;
}

std::vector<std::size_t> sorted_order(const SortKeys& keys) {
  std::vector<std::size_t> order(keys.count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto out_of_order = std::adjacent_find(order.begin(), order.end(),
                                               [&](std::size_t a, std::size_t b) { return keys.compare(a, b) > 0; });
  if (out_of_order == order.end()) return order;

  constexpr std::size_t few = 256;  // below this size a radix sort's passes cost more than they save
  const std::optional<std::vector<int>> bits = keys.count < few ? std::nullopt : key_bits(keys);
  if (!bits) {
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      const int order_of_keys = keys.compare(a, b);
      return order_of_keys != 0 ? order_of_keys < 0 : a < b;
    });
    return order;
  }
  std::vector<Keyed> entries(keys.count);
  for (std::size_t e = 0; e < keys.count; ++e) {
    std::uint64_t key = 0;
    for (std::size_t place = 0; place < keys.columns.size(); ++place) {
      // A key may have all 64 bits, and a shift by 64 is undefined; all other keys then have none.
      if ((*bits)[place] > 0 && (*bits)[place] < 64) key <<= (*bits)[place];
      key |= static_cast<std::uint64_t>(keys.columns[place][e]);
    }
    entries[e] = {key, e};
  }
  radix_sort(entries, std::accumulate(bits->begin(), bits->end(), 0));
  for (std::size_t e = 0; e < keys.count; ++e) order[e] = entries[e].entry;
  return order;
}

}  // namespace scorchc::data
