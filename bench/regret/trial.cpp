#include "trial.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <ctime>
#include <fstream>
#include <new>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "apart.h"
#include "data/pack.h"
#include "support/diagnostics.h"

namespace scorchc::regret {
namespace {

std::uint64_t mixed(std::uint64_t state, std::uint64_t word) {
  state = (state ^ word) * 0xff51afd7ed558ccd;
  return state ^ (state >> 32);
}

void limit_memory(std::uint64_t bytes) {
  std::ifstream in("/proc/self/statm");
  std::uint64_t pages = 0;
  if (!(in >> pages)) return;  // a system without this file has no limit
  const rlim_t most = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + bytes;
  const rlimit limit{most, most};
  setrlimit(RLIMIT_AS, &limit);
}

/// Ends the process by a signal after that much processor time; never, with 0.
void limit_time(double seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>(1e6 * (seconds - std::floor(seconds)));
  setitimer(ITIMER_PROF, &timer, nullptr);
}

double now(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Executes so many unpredictable branches that the branch predictor loses the history of the last call. Otherwise it
/// learns the pattern of a short operand, which makes one plan three times as fast, and an equal one not. A program
/// that calls a kernel once per operand never has that.
void forget_branches() {
  constexpr int branches = 1 << 14;
  static std::uint64_t state = 0x9e3779b97f4a7c15;
  for (int n = 0; n < branches; ++n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    if (state >> 63) asm volatile("" : "+r"(state));  // prevents a conditional move
  }
}

/// The call, with `inner` in place of the kernel.
template <class Inner>
driver::CallResult call_through(const driver::Runner& runner, const driver::KernelCall& call, const Inner& inner) {
  driver::Runner wrapped;
  wrapped.call = inner;
  wrapped.release = runner.release;
  return driver::call_kernel(wrapped, call);
}

Trial call_once(const driver::Runner& runner, driver::KernelCall call, double most_seconds) {
  call.threads = 1;
  Trial trial;
  try {
    const driver::CallResult result =
        call_through(runner, call, [&](RunnerTensor* tensors, std::int32_t form, std::int32_t threads) {
          limit_time(most_seconds);
          const double start = now(CLOCK_THREAD_CPUTIME_ID);
          const std::int32_t status = runner.call(tensors, form, threads);
          trial.seconds = now(CLOCK_THREAD_CPUTIME_ID) - start;
          limit_time(0);
          return status;
        });
    if (result.status == driver::KernelStatus::out_of_memory)
      trial.ending = Ending::too_large;
    else if (result.status != driver::KernelStatus::ok || !result.broken.empty())
      trial.ending = Ending::broken;
    else
      trial.fingerprint = fingerprint(result.result);
  } catch (const std::bad_alloc&) {
    trial.ending = Ending::too_large;
  } catch (const Failure& failure) {
    trial.ending = failure.diagnostic().code == Code::storage_too_large ? Ending::too_large : Ending::broken;
  }
  return trial;
}

}  // namespace

const char* name_of(Ending ending) {
  constexpr const char* names[] = {"ok", "too slow", "too large", "broken"};
  return names[static_cast<std::size_t>(ending)];
}

void keep_memory() {
#if defined(__GLIBC__)
  constexpr int largest = 32 << 20;  // malloc retains blocks of this size by itself, once one was released
  mallopt(M_MMAP_THRESHOLD, largest);
  mallopt(M_TRIM_THRESHOLD, 2 * largest);
#endif
}

Trial run_sandboxed(const driver::Runner& runner, const driver::KernelCall& call, const Limits& limits) {
  const Answer answer = run_apart([&] {
    limit_memory(limits.bytes);
    const Trial trial = call_once(runner, call, limits.seconds);
    return std::string(reinterpret_cast<const char*>(&trial), sizeof trial);
  });
  Trial trial;
  const bool has_answered = answer.text.size() == sizeof trial;
  if (has_answered) std::memcpy(&trial, answer.text.data(), sizeof trial);
  const bool was_ended = WIFSIGNALED(answer.status) && WTERMSIG(answer.status) == SIGPROF;
  if (!has_answered) trial = {was_ended ? Ending::too_slow : Ending::broken, 0, 0};
  if (trial.ending == Ending::ok && trial.seconds > limits.seconds) trial.ending = Ending::too_slow;
  if (trial.ending == Ending::too_slow) trial.seconds = std::max(trial.seconds, limits.seconds);
  return trial;
}

double time_call(const driver::Runner& runner, const driver::KernelCall& call, int repeats) {
  const clockid_t clock = call.threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
  std::vector<double> seconds;
  call_through(runner, call, [&](RunnerTensor* tensors, std::int32_t form, std::int32_t threads) {
    std::int32_t status = 0;
    for (int n = repeats > 1 ? -1 : 0; n < repeats && status == 0; ++n) {
      forget_branches();
      const double start = now(clock);
      status = runner.call(tensors, form, threads);
      if (n >= 0) seconds.push_back(now(clock) - start);
      if (n + 1 < repeats && !call.format.is_dense()) runner.release(tensors);
    }
    return status;
  });
  return median(std::move(seconds));
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::uint64_t fingerprint(const data::PackedTensor& packed) {
  const data::Tensor tensor = data::unpack(packed);
  const auto* list = std::get_if<data::CoordinateList>(&tensor);
  std::uint64_t sum = 0;
  const auto& values = std::get<std::vector<float>>(data::values(tensor));
  const std::vector<std::int64_t>& dimensions = data::dimensions(tensor);
  for (std::size_t n = 0; n < values.size(); ++n) {
    if (values[n] == 0) continue;
    std::uint64_t place = n;
    if (list) {
      place = 0;
      for (std::size_t m = 0; m < dimensions.size(); ++m)
        place = place * static_cast<std::uint64_t>(dimensions[m]) +
                static_cast<std::uint64_t>(list->coordinates[n * dimensions.size() + m]);
    }
    sum += mixed(mixed(17, place), std::bit_cast<std::uint32_t>(values[n]));
  }
  return sum;
}

}  // namespace scorchc::regret
