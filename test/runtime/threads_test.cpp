#include "runtime/threads.h"

#include <algorithm>
#include <atomic>
#include <vector>

#include "check.h"

namespace {

struct Range {
  int64_t first, last;
};

/// The prefix sum of some amount of work per iteration.
struct Work {
  std::vector<int64_t> sums = {0};
  int64_t largest = 0;

  void add(int64_t work) {
    sums.push_back(sums.back() + work);
    largest = std::max(largest, work);
  }
  int64_t operator()(int64_t iteration) const { return sums[static_cast<size_t>(iteration)]; }
};

/// Iterations with equal work, with none at all, with all of it in one place, and with random work.
std::vector<Work> works(int64_t iterations) {
  std::vector<Work> all(5);
  for (int64_t n = 0; n < iterations; ++n) {
    all[0].add(1);
    all[1].add(0);
    all[2].add(n == iterations / 2 ? 1000000 : 0);
    all[3].add(check::below(4) == 0 ? check::below(1000) : 0);
    all[4].add(INT64_MAX / std::max<int64_t>(iterations, 1));
  }
  return all;
}

bool are_adjacent(std::vector<Range> ranges, int64_t begin, int64_t end) {
  std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) {
    return a.first < b.first || (a.first == b.first && a.last < b.last);
  });
  for (const Range& range : ranges) {
    if (range.first != begin || range.last < range.first) return false;
    begin = range.last;
  }
  return begin == end;
}

scorch_context with_threads(int32_t threads) { return {nullptr, nullptr, nullptr, threads}; }

/// Runs the chunks as a team of threads would that take them in a random order.
template <class Before>
std::vector<Range> chunks_of(const Before& before, int64_t begin, int64_t end, int64_t chunks, int64_t team) {
  int64_t taken = 0;
  std::vector<scorch_chunk_scheduler<Before>> schedulers;
  for (int64_t thread = 0; thread < team; ++thread)
    schedulers.push_back({before, begin, end, chunks, thread, team, &taken});
  std::vector<Range> ranges;
  std::vector<bool> is_done(static_cast<size_t>(team));
  for (int64_t active = team; active > 0;) {
    const size_t thread = static_cast<size_t>(check::below(team));
    Range range = {};
    if (is_done[thread]) continue;
    if (schedulers[thread].next(range.first, range.last)) {
      ranges.push_back(range);
    } else {
      is_done[thread] = true;
      --active;
    }
  }
  return ranges;
}

}  // namespace

TEST(each_thread_has_enough_work) {
  for (const int32_t most : {1, 2, 7, 100}) {
    const scorch_context context = with_threads(most);
    for (const int64_t grain : {int64_t{0}, int64_t{1}, int64_t{10}, int64_t{65536}, INT64_MAX})
      for (const int64_t work :
           {int64_t{0}, int64_t{1}, int64_t{2}, int64_t{19}, int64_t{20}, int64_t{699}, int64_t{700}, INT64_MAX}) {
        const int threads = scorch_threads(&context, work, grain);
        CHECK(threads >= 1 && threads <= most);
        if (threads > 1) CHECK(work / threads >= grain);
#if defined(_OPENMP)
        if (threads > 1) CHECK(threads == most || work / (threads + 1) < std::max<int64_t>(grain, 1));
        if (threads == 1) CHECK(most == 1 || work < 2 || work / 2 < grain);
#else
        CHECK(threads == 1);
#endif
      }
  }
  CHECK(scorch_threads(nullptr, 1, 1) == 1);
}

TEST(chunks_cover_all_iterations_once) {
  for (const int64_t iterations : {0, 1, 2, 5, 64, 1000})
    for (const Work& work : works(iterations))
      for (const int64_t begin : {int64_t{0}, iterations / 3})
        for (const int64_t team : {1, 2, 3, 8})
          for (const int64_t chunks : {team, 2 * team, 16 * team}) {
            const std::vector<Range> ranges = chunks_of(work, begin, iterations, chunks, team);
            CHECK(static_cast<int64_t>(ranges.size()) == chunks);
            CHECK(are_adjacent(ranges, begin, iterations));
          }
}

TEST(chunks_have_about_equal_work) {
  for (const Work& work : works(1000)) {
    const int64_t chunks = 16, all = work(1000) - work(100);
    for (const Range& range : chunks_of(work, 100, 1000, chunks, 4))
      CHECK(work(range.last) - work(range.first) <= all / chunks + work.largest + 1);
  }
}

TEST(loops_in_chunks_run_each_iteration_once) {
  for (const int32_t threads : {1, 2, 5}) {
    const scorch_context context = with_threads(threads);
    for (const int64_t iterations : {0, 1, 3, 500})
      for (const Work& work : works(iterations))
        for (const int64_t grain : {0, 1, 1000}) {
          std::vector<std::atomic<int>> runs(static_cast<size_t>(iterations));
          scorch_in_chunks(int64_t{0}, iterations, work, grain, int64_t{4}, &context, [&](int64_t first, int64_t last) {
            for (int64_t n = first; n < last; ++n) ++runs[static_cast<size_t>(n)];
          });
          for (const std::atomic<int>& count : runs) CHECK(count == 1);
        }
  }
}

TEST(little_work_is_a_single_chunk) {
  const scorch_context context = with_threads(4);
  int calls = 0;
  const auto before = [](int64_t n) { return n; };
  scorch_in_chunks(3, 50, before, 100, 4, &context, [&](int64_t first, int64_t last) {
    CHECK(first == 3 && last == 50);
    ++calls;
  });
  CHECK(calls == 1);
}

TEST(a_region_without_memory_fails_the_loop) {
  const auto before = [](int64_t n) { return n; };
  for (const int32_t threads : {1, 3}) {
    const scorch_context context = with_threads(threads);
    for (const int failing : {-1, 0, 1, 2}) {
      std::atomic<int> regions{0}, failed{0};
      const bool complete = scorch_on_threads(0, 100, before, 1, 4, &context, [&](auto& scheduler) {
        const bool fails = regions++ == failing;
        failed += fails ? 1 : 0;
        int64_t first = 0, last = 0;
        while (scheduler.next(first, last)) {
        }
        return !fails;
      });
      CHECK(complete == (failed == 0));
      CHECK(regions >= 1 && regions <= threads);
    }
  }
}

TEST(ordered_loops_run_in_order) {
  for (const int64_t end : {0, 1, 2, 5})
    for (int64_t begin = 0; begin <= end; ++begin) {
      std::vector<int64_t> order;
      scorch_ordered_for(begin, end, [&](int64_t chunk) { order.push_back(chunk); });
      CHECK(static_cast<int64_t>(order.size()) == end - begin);
      for (int64_t n = begin; n < end; ++n) CHECK(order[static_cast<size_t>(n - begin)] == n);
    }
}
