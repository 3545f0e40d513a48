#include "runtime/dispatch.h"

#include "check.h"

namespace {

/// An instruction set with vectors of `size` bytes that the processor has or lacks.
template <size_t size, bool is_present>
struct Set {
  static constexpr size_t bytes = size;
  static bool is_there() { return is_present; }
  template <class Loop, class... A>
  static void run(A&&... arguments) {
    Loop::template run<size>(arguments...);
  }
};

struct Loop {
  template <size_t bytes>
  static void run(int64_t& ran, int64_t add) {
    ran = static_cast<int64_t>(bytes) + add;
  }
};

template <class T, class... Sets>
int64_t chosen(int64_t lanes) {
  int64_t ran = 0;
  scorch_dispatch_isa<Loop, T, Sets...>(lanes, ran, int64_t{1000});
  return ran - 1000;
}

}  // namespace

TEST(the_first_set_that_is_present_and_filled_runs) {
  typedef Set<64, true> Wide;
  typedef Set<32, true> Middle;
  typedef Set<32, false> Absent;
  typedef Set<16, true> Narrow;
  CHECK((chosen<float, Wide, Middle, Narrow>(16) == 64));
  CHECK((chosen<float, Wide, Middle, Narrow>(15) == 32));
  CHECK((chosen<double, Wide, Middle, Narrow>(4) == 32));
  CHECK((chosen<float, Absent, Narrow>(100) == 16));
  CHECK((chosen<float, Wide, Middle, Narrow>(3) == 1));
  CHECK((chosen<float, Absent>(100) == 1));
}

TEST(real_sets_run_where_the_processor_has_them) {
  const bool has_avx512 = scorch_avx512::is_there(), has_avx2 = scorch_avx2::is_there();
  const int64_t expected = has_avx512 ? 64 : has_avx2 ? 32 : scorch_generic::is_there() ? 16 : 1;
  CHECK((chosen<float, scorch_avx512, scorch_avx2, scorch_generic>(INT64_MAX) == expected));
  CHECK(!scorch_plain_numbers::is_there());
  CHECK((chosen<float, scorch_plain_numbers>(100) == 1));
  if (has_avx512) CHECK(has_avx2);
#if defined(__x86_64__) && defined(__GNUC__)
  CHECK(scorch_sse2::is_there());
#endif
}
