// The library part of a kernel's self-test: inputs that it draws, and comparisons.
#include "runtime/self_test.h"

#include <limits>

#include "check.h"

using namespace scorch_test;

TEST(drawn_tensors_sum_their_entries) {
  Random random = {7};
  for (int64_t end = 1; end < 50; ++end) {
    const int64_t number = random.below(end);
    CHECK(number >= 0 && number < end);
  }
  for (const bool every : {false, true}) {
    Tensor<float> tensor({3, 4});
    tensor.draw(random, every, -2);
    Tensor<float> sums({3, 4});
    for (size_t n = 0; n < tensor.values.size(); ++n) {
      CHECK(tensor.lists()[0][n] == tensor.coordinates[0][n] && tensor.values[n] >= -2 && tensor.values[n] < 4);
      sums.at({tensor.coordinates[0][n], tensor.coordinates[1][n]}) += tensor.values[n];
    }
    CHECK(agree(tensor, sums));
    if (every) CHECK(tensor.values.size() == 12);
  }
}

TEST(values_are_compared_with_a_tolerance) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  CHECK(is_close(1.0, 1.0 + 1e-12) && !is_close(1.0, 1.0 + 1e-6) && is_close(1e20, 1e20 * (1 + 1e-12)));
  CHECK(is_close(nan, nan) && !is_close(nan, 1.0) && !is_close(1.0, nan) && is_close(infinity, infinity));
  CHECK(is_close(3, 3) && !is_close(3, 4));
  CHECK(bits(-1) == 4294967295U && wrapped<int32_t>(4294967295U) == -1);
  CHECK(is_ok(SCORCH_OK, "nothing"));
}
