#include "emit/cpp_shared_blocks.h"

namespace scorchc::emit {

std::vector<BlockText> blocks_of_threads() {
  return {
      {"threads", BlockText::Kind::once, {}, "", R"(
#if defined(_OPENMP)
#if defined(__GNUC__)
// omp_get_max_threads under a name of our own: <omp.h> is not needed, and may be included as well.
#if defined(__APPLE__)
extern "C" int scorch_omp_max_threads(void) __asm__("_omp_get_max_threads");
#else
extern "C" int scorch_omp_max_threads(void) __asm__("omp_get_max_threads");
#endif
#else
#include <omp.h>
static inline int scorch_omp_max_threads() { return omp_get_max_threads(); }
#endif
[[maybe_unused]] static inline int scorch_threads(const scorch_context* context) {
  if (context != nullptr && context->num_threads > 0) return context->num_threads;
  return scorch_omp_max_threads();
}
#endif
)"},
      {"in_chunks", BlockText::Kind::once, {"threads"}, "", R"(
// Runs the iterations of a loop on all threads, so many at a time as a chunk has; `loop` does those
// from one to another. What is one chunk starts no threads, and one thread does all in one go.
template <class Loop>
static inline void scorch_in_chunks(int64_t begin, int64_t end, [[maybe_unused]] int64_t chunk,
    [[maybe_unused]] const scorch_context* context, const Loop& loop) {
#if defined(_OPENMP)
  const int threads = end - begin > chunk ? scorch_threads(context) : 1;
  if (threads > 1) {
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (int64_t at = begin; at < end; at += chunk) loop(at, end - at > chunk ? at + chunk : end);
    return;
  }
#endif
  loop(begin, end);
}
)"},
      {"on_threads", BlockText::Kind::once, {"threads"}, "", R"(
namespace {
// The iterations of a loop that threads share out among themselves, so many at a time.
struct scorch_turns {
  int64_t next, end, chunk;
  // Whether there are more: those from `first` up to `last`.
  bool take(int64_t& first, int64_t& last) {
#if defined(_OPENMP) && defined(_MSC_VER)
#pragma omp critical(scorch_turns)
#elif defined(_OPENMP)
#pragma omp atomic capture
#endif
    { first = next; next += chunk; }
    last = end - chunk > first ? first + chunk : end;
    return first < end;
  }
};
}  // namespace

// Runs a loop on all threads, each of which has memory of its own: `region` gets it, then takes
// turns, and says whether there was memory. What is one turn starts no threads, and one thread does
// all in one.
template <class Region>
static inline bool scorch_on_threads(int64_t begin, int64_t end, [[maybe_unused]] int64_t chunk,
    [[maybe_unused]] const scorch_context* context, const Region& region) {
#if defined(_OPENMP)
  const int threads = end - begin > chunk ? scorch_threads(context) : 1;
  if (threads > 1) {
    scorch_turns turns = {begin, end, chunk};
    int missing = 0;
#pragma omp parallel num_threads(threads) reduction(| : missing)
    missing |= region(turns) ? 0 : 1;
    return missing == 0;
  }
#endif
  scorch_turns all = {begin, end, end - begin};
  return region(all);
}
)"},
      {"parts", BlockText::Kind::once, {"threads"}, "", R"(
// In how many parts so many iterations are shared out: one a thread, where it is worth it.
[[maybe_unused]] static inline int64_t scorch_parts([[maybe_unused]] const scorch_context* context,
                                                    [[maybe_unused]] int64_t iterations) {
#if defined(_OPENMP)
  if (iterations > 64) return scorch_threads(context);
#endif
  return 1;
}
)"}};
}

}  // namespace scorchc::emit
