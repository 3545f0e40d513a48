#include "emit/cpp_shared_blocks.h"

namespace scorchc::emit {

std::vector<BlockText> blocks_of_threads() {
  return {{"threads", BlockText::Kind::once, {}, "", R"(
#if defined(_OPENMP)
#if defined(__GNUC__)
// Functions of OpenMP's under names of our own: <omp.h> is not needed, and may be included as well.
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
[[maybe_unused]] static inline int scorch_threads([[maybe_unused]] const scorch_context* context,
    [[maybe_unused]] int64_t work, [[maybe_unused]] int64_t grain) {
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
)"},
          {"on_threads", BlockText::Kind::once, {"threads"}, "", R"(
namespace {
// The iterations of a loop in parts of about the same work, which threads share out among
// themselves: `before` says how much of it is before an iteration. A thread begins with the part
// that it began with in the call before, which may still be in its cache, and then takes others.
template <class Before>
struct scorch_chunk_scheduler {
  const Before& before;
  int64_t begin, end, parts, next, team;
  int64_t* taken;

  // The iteration that a part begins with.
  int64_t first_of(int64_t part) const {
    if (part <= 0) return begin;
    if (part >= parts) return end;
    const int64_t none = before(begin), all = before(end) - none;
    const int64_t wanted = none + all / parts * part + all % parts * part / parts;
    int64_t low = begin, high = end;
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (before(middle) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // Whether there are more: those from `first` up to `last`. Of parts that are no more than the
  // threads none is left to be taken, so nothing is counted.
  bool take(int64_t& first, int64_t& last) {
    if (next >= parts) return false;
    first = first_of(next);
    last = first_of(next + 1);
    next = parts;
    if (parts <= team) return true;
    int64_t others = 0;
#if defined(_OPENMP) && defined(_MSC_VER)
#pragma omp critical(scorch_chunk_scheduler)
#elif defined(_OPENMP)
#pragma omp atomic capture
#endif
    { others = *taken; *taken += 1; }
    next = team + others;
    return true;
  }
};
}  // namespace

// Runs a loop on all threads, each of which has memory of its own: `region` gets it, then takes
// turns, and says whether there was memory. `worth` is how much work a thread is to have at least,
// `parts` in how many it has it. What is too little for two threads starts none: it is one turn.
template <class Before, class Region>
static inline bool scorch_on_threads(int64_t begin, int64_t end, const Before& before,
    [[maybe_unused]] int64_t worth, [[maybe_unused]] int64_t parts,
    [[maybe_unused]] const scorch_context* context, const Region& region) {
  int64_t taken = 0;
#if defined(_OPENMP)
  const int threads = begin < end ? scorch_threads(context, before(end) - before(begin), worth) : 1;
  if (threads > 1) {
    int missing = 0;
#pragma omp parallel num_threads(threads) reduction(| : missing)
    {
      scorch_chunk_scheduler<Before> turns = {before, begin, end, threads * parts, scorch_omp_thread(),
                                    scorch_omp_team(), &taken};
      missing |= region(turns) ? 0 : 1;
    }
    return missing == 0;
  }
#endif
  scorch_chunk_scheduler<Before> all = {before, begin, end, 1, 0, 1, &taken};
  return region(all);
}
)"},
          {"in_chunks", BlockText::Kind::once, {"on_threads"}, "", R"(
// The same where threads have nothing of their own: `loop` does the iterations from one to another.
template <class Before, class Loop>
static inline void scorch_in_chunks(int64_t begin, int64_t end, const Before& before, int64_t worth,
    int64_t parts, const scorch_context* context, const Loop& loop) {
  scorch_on_threads(begin, end, before, worth, parts, context, [&](scorch_chunk_scheduler<Before>& turns) {
    int64_t first = 0, last = 0;
    while (turns.take(first, last)) loop(first, last);
    return true;
  });
}
)"},
          {"ordered_for", BlockText::Kind::once, {"threads"}, "", R"(
// The threads' shares in order, each taken by the thread that had it in the loop before, whose cache it
// is in: to another one it would have to come from there, and go back in the next call.
template <class Loop>
static inline void scorch_ordered_for(int64_t begin, int64_t end, const Loop& loop) {
#if defined(_OPENMP)
  if (begin < end) {
#pragma omp parallel for ordered schedule(static, 1) num_threads(static_cast<int>(end))
    for (int64_t share = 0; share < end; ++share) {
#pragma omp ordered
      {
        if (share >= begin) loop(share);
      }
    }
  }
#else
  for (int64_t share = begin; share < end; ++share) loop(share);
#endif
}
)"}};
}

}  // namespace scorchc::emit
