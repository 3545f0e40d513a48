#include "driver/machine_limits.h"

#include <sched.h>

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace scorchc::driver {
namespace {

constexpr int repetitions = 7;                    // the fastest counts
constexpr double streamed = 32.0 * (1 << 20);     // minimum bytes per repetition
constexpr double most_bytes = 256.0 * (1 << 20);  // maximum size of the arrays: beyond all caches
constexpr double least_bytes = 3 * 4096;          // minimum size of one thread's arrays
constexpr std::int64_t multiply_adds = 400'000;   // per repetition and chain
constexpr int chains = 10;                        // independent accumulators, to hide latency

/// The arrays that one thread streams. The thread touches them first, so that the pages are local to it.
template <class T>
struct Arrays {
  explicit Arrays(std::size_t length)
      : count(length),
        a(std::make_unique_for_overwrite<T[]>(length)),
        b(std::make_unique_for_overwrite<T[]>(length)),
        c(std::make_unique_for_overwrite<T[]>(length)) {}
  std::size_t count;
  std::unique_ptr<T[]> a, b, c;
  T sink = 0;  // keeps the loops' results observable
};

// The loops are templates over the vector width, inlined into one function per instruction set. Vectors are never
// passed or returned, so no ABI is involved.
template <class T, int width>
struct VectorOf {
  typedef T Type __attribute__((vector_size(width), aligned(alignof(T)), may_alias));
  static constexpr std::size_t lanes = width / sizeof(T);
};

template <class T, int width, std::size_t... chain>
[[gnu::always_inline]] inline void multiply_add(Arrays<T>& arrays, std::index_sequence<chain...>) {
  typename VectorOf<T, width>::Type sum[sizeof...(chain)], factor, addend;
  for (std::size_t lane = 0; lane < VectorOf<T, width>::lanes; ++lane) {
    factor[lane] = arrays.b[0];
    addend[lane] = arrays.c[0];
    ((sum[chain][lane] = static_cast<T>(chain)), ...);
  }
  for (std::int64_t n = 0; n < multiply_adds; ++n) ((sum[chain] = sum[chain] * factor + addend), ...);
  T total = 0;
  for (std::size_t lane = 0; lane < VectorOf<T, width>::lanes; ++lane) ((total += sum[chain][lane]), ...);
  arrays.sink += total;
}

template <class T, int width, std::size_t... chain>
[[gnu::always_inline]] inline void read(Arrays<T>& arrays, std::index_sequence<chain...>) {
  using Vector = typename VectorOf<T, width>::Type;
  constexpr std::size_t lanes = VectorOf<T, width>::lanes, step = lanes * sizeof...(chain);
  Vector sum[sizeof...(chain)];
  for (std::size_t lane = 0; lane < lanes; ++lane) ((sum[chain][lane] = 0), ...);
  for (const T* array : {arrays.a.get(), arrays.b.get(), arrays.c.get()})
    for (std::size_t i = 0; i + step <= arrays.count; i += step)
      ((sum[chain] += *reinterpret_cast<const Vector*>(array + i + chain * lanes)), ...);
  T total = 0;
  for (std::size_t lane = 0; lane < lanes; ++lane) ((total += sum[chain][lane]), ...);
  arrays.sink += total;
}

template <class T, int width>
[[gnu::always_inline]] inline void triad(Arrays<T>& arrays) {
  using Vector = typename VectorOf<T, width>::Type;
  constexpr std::size_t lanes = VectorOf<T, width>::lanes;
  T *a = arrays.a.get(), *b = arrays.b.get(), *c = arrays.c.get();
  Vector factor;
  for (std::size_t lane = 0; lane < lanes; ++lane) factor[lane] = b[0];
  for (std::size_t i = 0; i + lanes <= arrays.count; i += lanes)
    *reinterpret_cast<Vector*>(a + i) =
        *reinterpret_cast<const Vector*>(b + i) + factor * *reinterpret_cast<const Vector*>(c + i);
  arrays.sink += a[0];
}

enum class Loop { multiply_add, read, triad };

template <class T, int width>
[[gnu::always_inline]] inline void run_loop(Loop loop, Arrays<T>& arrays) {
  if (loop == Loop::multiply_add) multiply_add<T, width>(arrays, std::make_index_sequence<chains>());
  if (loop == Loop::read) read<T, width>(arrays, std::make_index_sequence<4>());
  if (loop == Loop::triad) triad<T, width>(arrays);
}

#if defined(__x86_64__)
template <class T>
__attribute__((target("avx512f,avx512dq"))) void run_wide(Loop loop, Arrays<T>& arrays) {
  run_loop<T, 64>(loop, arrays);
}
template <class T>
__attribute__((target("avx2,fma"))) void run_middle(Loop loop, Arrays<T>& arrays) {
  run_loop<T, 32>(loop, arrays);
}
#endif

template <class T>
void run_narrow(Loop loop, Arrays<T>& arrays) {
  run_loop<T, 16>(loop, arrays);
}

template <class T>
struct VectorLoops {
  void (*run)(Loop, Arrays<T>&);
  int width;  // bytes of a vector
};

/// Returns the loops for the widest vectors of this processor.
template <class T>
VectorLoops<T> widest() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) return {&run_wide<T>, 64};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return {&run_middle<T>, 32};
#endif
  return {&run_narrow<T>, 16};
}

/// Returns the minimum time, in seconds, in which all threads run the loop `passes` times.
template <class T>
double time_loop(Loop loop, std::vector<Arrays<T>>& arrays, std::int64_t passes) {
  using Clock = std::chrono::steady_clock;
  std::barrier<> meeting(static_cast<std::ptrdiff_t>(arrays.size()));
  auto* const run = widest<T>().run;
  double best = 1e9;
  const auto work = [&](std::size_t number) {
    Arrays<T>& own = arrays[number];
    for (int n = 0; n <= repetitions; ++n) {  // the first repetition warms up
      meeting.arrive_and_wait();
      const Clock::time_point begin = Clock::now();
      for (std::int64_t pass = 0; pass < passes; ++pass) run(loop, own);
      meeting.arrive_and_wait();
      const std::chrono::duration<double> time = Clock::now() - begin;
      if (number == 0 && n > 0) best = std::min(best, time.count());
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t number = 1; number < arrays.size(); ++number) others.emplace_back(work, number);
  work(0);
  return best;
}

template <class T>
MachineLimits measure(std::size_t threads, double bytes) {
  const double share =
      std::clamp(bytes, least_bytes * static_cast<double>(threads), most_bytes) / static_cast<double>(threads);
  std::vector<Arrays<T>> arrays;
  for (std::size_t n = 0; n < threads; ++n) arrays.emplace_back(static_cast<std::size_t>(share / 3) / sizeof(T));
  const double streamed_once = 3.0 * static_cast<double>(sizeof(T) * arrays[0].count * threads);
  {
    std::vector<std::jthread> fillers;
    for (Arrays<T>& own : arrays)
      fillers.emplace_back([&own] {
        std::fill_n(own.a.get(), own.count, T{1});
        // With these values the accumulators stay bounded: for floats they converge to 2.
        std::fill_n(own.b.get(), own.count, static_cast<T>(0.5));
        std::fill_n(own.c.get(), own.count, T{1});
      });
  }
  MachineLimits limits;
  limits.array_bytes = streamed_once;
  const auto passes = static_cast<std::int64_t>(streamed * static_cast<double>(threads) / streamed_once) + 1;
  const double all = streamed_once * static_cast<double>(passes);
  limits.read_bandwidth = all / time_loop(Loop::read, arrays, passes);
  limits.triad_bandwidth = all / time_loop(Loop::triad, arrays, passes);
  const double operations = 2.0 * chains * static_cast<double>(multiply_adds) * static_cast<double>(threads) *
                            widest<T>().width / static_cast<double>(sizeof(T));
  limits.arithmetic = operations / time_loop(Loop::multiply_add, arrays, 1);
  return limits;
}

}  // namespace

double MachineLimits::seconds(double operations, double bytes) const {
  return std::max(operations / arithmetic, bytes / bandwidth());
}

MachineLimits measure_limits(ValueType type, int threads, double bytes) {
  const auto count = static_cast<std::size_t>(threads);
  switch (type) {
    case ValueType::f32:
      return measure<float>(count, bytes);
    case ValueType::f64:
      return measure<double>(count, bytes);
    case ValueType::i32:
      return measure<std::uint32_t>(count, bytes);  // unsigned: overflow is defined
    case ValueType::i64:
      return measure<std::uint64_t>(count, bytes);
  }
  return {};
}

int processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace scorchc::driver
