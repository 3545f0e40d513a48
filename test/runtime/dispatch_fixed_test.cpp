// SCORCH_VECTOR_BYTES selects one version of all vector loops.
#define SCORCH_VECTOR_BYTES 32
#include "check.h"
#include "runtime/dispatch.h"

namespace {

struct FixedLoop {
  template <size_t bytes>
  static void run(int64_t& ran) {
    ran = static_cast<int64_t>(bytes);
  }
};

}  // namespace

TEST(a_fixed_vector_size_needs_no_set) {
  int64_t ran = 0;
  scorch_dispatch_isa<FixedLoop, float, scorch_generic>(1, ran);
  CHECK(ran == 32);
}
