// Ranges and overlap checks of the C++20 wrapper.
#include "runtime/hpp.h"

#include <array>
#include <list>
#include <vector>

#include "check.h"

static_assert(scorch_hpp::array_of<std::vector<float>&, float>);
static_assert(scorch_hpp::array_of<const std::vector<float>&, float>);
static_assert(scorch_hpp::array_of<std::span<const float>, float>);
static_assert(!scorch_hpp::array_of<std::vector<float>, float>);  // it would be gone before the view
static_assert(!scorch_hpp::array_of<std::vector<double>&, float>);
static_assert(!scorch_hpp::array_of<std::list<float>&, float>);
static_assert(scorch_hpp::mutable_array_of<std::vector<float>&, float>);
static_assert(!scorch_hpp::mutable_array_of<const std::vector<float>&, float>);

TEST(sizes_are_multiplied_without_overflow) {
  std::int64_t count = 3;
  CHECK(scorch_hpp::multiply(count, 4) && count == 12);
  CHECK(!scorch_hpp::multiply(count, -1));
  CHECK(scorch_hpp::multiply(count, INT64_MAX / 12) && count == INT64_MAX / 12 * 12);
  CHECK(!scorch_hpp::multiply(count, 2));
  CHECK(scorch_hpp::multiply(count, 0) && count == 0);
  CHECK(scorch_hpp::blocks(0, 4) == 0 && scorch_hpp::blocks(8, 4) == 2 && scorch_hpp::blocks(9, 4) == 3);
}

TEST(arrays_become_spans) {
  const std::vector<float> values(5);
  CHECK(scorch_hpp::length(values) == 5);
  CHECK(scorch_hpp::stored(values.data(), 3).size() == 3);
  CHECK(scorch_hpp::stored<float>(nullptr, 3).empty());
  CHECK(scorch_hpp::bytes(values.data(), 3).size() == 12);
  CHECK(scorch_hpp::bytes(values.data(), 0).empty() && scorch_hpp::bytes<float>(nullptr, 3).empty());
}

TEST(arrays_that_share_a_byte_overlap) {
  const float values[8] = {};
  const auto part = [&](int first, int count) { return std::array{scorch_hpp::bytes(values + first, count)}; };
  for (int first = 0; first < 8; ++first)
    for (int count = 0; first + count <= 8; ++count)
      for (int other = 0; other < 8; ++other)
        for (int others = 0; other + others <= 8; ++others) {
          bool is_shared = false;
          for (int n = first; n < first + count; ++n) is_shared = is_shared || (n >= other && n < other + others);
          CHECK(scorch_hpp::overlap(part(first, count), part(other, others)) == is_shared);
        }
}
