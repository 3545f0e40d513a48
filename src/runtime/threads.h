// Parallel loops: how many threads, which iterations each of them runs, and ordered loops. Without
// OpenMP, every loop runs on the calling thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/abi.h"

//! threads
#ifndef SCORCH_SHARED_THREADS
#define SCORCH_SHARED_THREADS
#if defined(_OPENMP)
#if defined(__GNUC__)
// OpenMP's functions under names of our own: <omp.h> is not needed, but may be included.
#if defined(__APPLE__)
#define SCORCH_OMP(name) __asm__("_" name)
#else
#define SCORCH_OMP(name) __asm__(name)
#endif
extern "C" int scorch_omp_max_threads(void) SCORCH_OMP("omp_get_max_threads");
extern "C" int scorch_omp_thread(void) SCORCH_OMP("omp_get_thread_num");
extern "C" int scorch_omp_team(void) SCORCH_OMP("omp_get_num_threads");
#else
#include <omp.h>
static inline int scorch_omp_max_threads() { return omp_get_max_threads(); }
static inline int scorch_omp_thread() { return omp_get_thread_num(); }
static inline int scorch_omp_team() { return omp_get_num_threads(); }
#endif
#endif
// Grain size: the least work of a thread, in multiplications in SIMD lanes.
// SCORCH_THREAD_WORTH is its old name, until version 0.3.
#ifndef SCORCH_GRAIN
#ifdef SCORCH_THREAD_WORTH
#define SCORCH_GRAIN SCORCH_THREAD_WORTH
#else
#define SCORCH_GRAIN 65536
#endif
#endif
// Number of threads for `work` units, at least `grain` per thread.
/// At least 1, and at most the number of threads of the context, or of OpenMP.
[[maybe_unused]] static inline int scorch_threads([[maybe_unused]] const scorch_context* context,
                                                  [[maybe_unused]] int64_t work,
                                                  [[maybe_unused]] int64_t grain) {
#if defined(_OPENMP)
  if (work < 2 || work / 2 < grain) return 1;
  const int64_t wanted = work / (grain > 1 ? grain : 1);
  const bool is_given = context != nullptr && context->num_threads > 0;
  const int most = is_given ? context->num_threads : scorch_omp_max_threads();
  return wanted < most ? static_cast<int>(wanted) : most;
#else
  return 1;
#endif
}
#endif

//! on_threads: needs threads
#ifndef SCORCH_SHARED_ON_THREADS
#define SCORCH_SHARED_ON_THREADS
namespace {
// Chunk scheduler: splits a loop into `chunks` chunks of about equal work, where before(i) is the
// work of all iterations before i (a prefix sum). Each thread first takes the chunk of its own
// number, which may still be in its cache from the last call, and then the next chunk that is free.
template <class Before>
/// One per thread of a team; all of them share the counter `chunks_taken`, which begins at 0. The
/// iterations are [begin, end).
struct scorch_chunk_scheduler {
  const Before& before;
  int64_t begin, end, chunks, next_chunk, team;
  int64_t* chunks_taken;

  // First iteration of a chunk: a binary search in the prefix sum.
  int64_t first_of(int64_t chunk) const {
    if (chunk <= 0) return begin;
    if (chunk >= chunks) return end;
    const int64_t none = before(begin), all = before(end) - none;
    const int64_t wanted = none + all / chunks * chunk + all % chunks * chunk / chunks;
    int64_t low = begin, high = end;
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (before(middle) < wanted)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }

  // Takes the next chunk, the iterations from `first` to below `last`; false if there is none. If
  // there are no more chunks than threads, each thread has one, and the shared counter is not used.
  bool next(int64_t& first, int64_t& last) {
    if (next_chunk >= chunks) return false;
    first = first_of(next_chunk);
    last = first_of(next_chunk + 1);
    next_chunk = chunks;
    if (chunks <= team) return true;
    int64_t others = 0;
#if defined(_OPENMP) && defined(_MSC_VER)
#pragma omp critical(scorch_chunk_scheduler)
#elif defined(_OPENMP)
#pragma omp atomic capture
#endif
    {
      others = *chunks_taken;
      *chunks_taken += 1;
    }
    next_chunk = team + others;
    return true;
  }
};
}  // namespace

// Runs `region` on each thread: it allocates the thread's workspace, takes chunks until there are
// no more, and returns false if out of memory. `grain` is the minimum work per thread (grain size),
// `chunks` the number of chunks per thread. Too little work for two threads makes a single chunk.
/// `region` is called with a scheduler by each thread of the team, at the same time.
template <class Before, class Region>
static inline bool scorch_on_threads(int64_t begin, int64_t end, const Before& before,
                                     [[maybe_unused]] int64_t grain,
                                     [[maybe_unused]] int64_t chunks,
                                     [[maybe_unused]] const scorch_context* context,
                                     const Region& region) {
  int64_t taken = 0;
#if defined(_OPENMP)
  const int threads = begin < end ? scorch_threads(context, before(end) - before(begin), grain) : 1;
  if (threads > 1) {
    int missing = 0;
#pragma omp parallel num_threads(threads) reduction(| : missing)
    {
      scorch_chunk_scheduler<Before> scheduler = {
          before, begin, end, threads * chunks, scorch_omp_thread(), scorch_omp_team(), &taken};
      missing |= region(scheduler) ? 0 : 1;
    }
    return missing == 0;
  }
#endif
  scorch_chunk_scheduler<Before> all = {before, begin, end, 1, 0, 1, &taken};
  return region(all);
}
#endif

//! in_chunks: needs on_threads
#ifndef SCORCH_SHARED_IN_CHUNKS
#define SCORCH_SHARED_IN_CHUNKS
// The same for loops without workspaces: loop(first, last) runs the iterations of one chunk.
/// Each iteration of [begin, end) runs exactly once; chunks may be empty and run in any order.
template <class Before, class Loop>
static inline void scorch_in_chunks(int64_t begin, int64_t end, const Before& before, int64_t grain,
                                    int64_t chunks, const scorch_context* context,
                                    const Loop& loop) {
  const auto run_chunks = [&](scorch_chunk_scheduler<Before>& scheduler) {
    int64_t first = 0, last = 0;
    while (scheduler.next(first, last)) loop(first, last);
    return true;
  };
  scorch_on_threads(begin, end, before, grain, chunks, context, run_chunks);
}
#endif

//! ordered_for: needs threads
#ifndef SCORCH_SHARED_ORDERED_FOR
#define SCORCH_SHARED_ORDERED_FOR
// Runs loop(chunk) for all chunks in order, each on the thread that ran it in the loop before: its
// data is in that thread's cache, and another thread would have to transfer it in every call.
/// The chunks are [begin, end). No two run at the same time.
template <class Loop>
static inline void scorch_ordered_for(int64_t begin, int64_t end, const Loop& loop) {
#if defined(_OPENMP)
  if (begin < end) {
#pragma omp parallel for ordered schedule(static, 1) num_threads(static_cast<int>(end))
    for (int64_t chunk = 0; chunk < end; ++chunk) {
#pragma omp ordered
      {
        if (chunk >= begin) loop(chunk);
      }
    }
  }
#else
  for (int64_t chunk = begin; chunk < end; ++chunk) loop(chunk);
#endif
}
#endif
