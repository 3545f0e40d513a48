// Shared blocks for vector loops: SIMD vectors, register tiles, prefetching, and dispatch on the instruction set.
#include "emit/cpp_shared_blocks.h"

namespace scorchc::emit {

std::vector<BlockText> blocks_of_vectors() {
  return {
      {"prefetch", BlockText::Kind::once, {}, "", R"(
// Prefetches a component that is going to be read.
template <class T>
static inline void scorch_prefetch([[maybe_unused]] const T* component) {
#if defined(__GNUC__)
  __builtin_prefetch(component);
#endif
}
)"},
      {"inline", BlockText::Kind::once, {}, "", R"(
// Always inlined into the caller's loop.
#if defined(__GNUC__)
#define SCORCH_INLINE inline __attribute__((always_inline))
#define SCORCH_INLINE_LAMBDA __attribute__((always_inline))
#define SCORCH_UNROLL _Pragma("GCC unroll 16")
#else
#define SCORCH_INLINE inline
#define SCORCH_INLINE_LAMBDA
#define SCORCH_UNROLL
#endif
)"},
      {"vectors", BlockText::Kind::once, {"inline"}, "cstddef", R"(
// A SIMD vector: values of neighbouring coordinates, one per lane. Compilers other than gcc and
// clang get vectors of one lane, that is, scalars.
template <class T, size_t lanes>
struct scorch_vector {
#if defined(__GNUC__)
  typedef T type __attribute__((vector_size(lanes * sizeof(T))));
  // A vector in an array may begin at any component. (It is a struct because clang takes a
  // reference to a bare vector for an aligned one.)
  typedef T at_any __attribute__((vector_size(lanes * sizeof(T)), aligned(alignof(T)), may_alias));
  struct __attribute__((may_alias)) in_array {
    at_any values;
  };
#endif
};
template <class T>
struct scorch_vector<T, 1> {
  typedef T type;
  struct in_array {
    T values;
  };
};

// A register tile: adjacent vectors of the same number of lanes.
template <class T, size_t of_lanes, size_t of_vectors>
struct scorch_tile {
  static constexpr size_t lanes = of_lanes, vectors = of_vectors;
  typedef typename scorch_vector<T, lanes>::type vector;
  typedef typename scorch_vector<T, lanes>::in_array in_array;
  static constexpr int64_t lane_of(size_t v) { return static_cast<int64_t>(v * lanes); }
};

// Vector v of a tile in an array; `first` points to the tile's first lane.
template <class Tile, class T>
static SCORCH_INLINE const typename Tile::in_array& scorch_at(
    const Tile& tile, const T* first, size_t v) {
#if defined(__GNUC__)
  // Keeps gcc from vectorising one-lane sums: it would gather lanes only to add them one by one.
  if constexpr (Tile::lanes == 1) __asm__ volatile("");
#endif
  return *reinterpret_cast<const typename Tile::in_array*>(first + tile.lane_of(v));
}
template <class Tile, class T>
static SCORCH_INLINE typename Tile::in_array& scorch_at(const Tile& tile, T* first, size_t v) {
  return *reinterpret_cast<typename Tile::in_array*>(first + tile.lane_of(v));
}
template <class T, size_t bytes>
constexpr size_t scorch_lanes = bytes > sizeof(T) ? bytes / sizeof(T) : 1;
)"},
      {"stored_lanes", BlockText::Kind::once, {"vectors"}, "cstring", R"(
// Whether components of a temporary are stored, lane by lane: -0.0 marks one that is not.
template <class Vector, class Mask>
static SCORCH_INLINE void scorch_stored_lanes(const Vector& components, Mask& stored) {
  const Vector unstored = -Vector{};
  if constexpr (sizeof(Mask) == sizeof(Vector)) {
    Mask unstored_bits;
    std::memcpy(&stored, &components, sizeof(Mask));
    std::memcpy(&unstored_bits, &unstored, sizeof(Mask));
    stored = stored != unstored_bits;
  } else {
    stored = std::memcmp(&components, &unstored, sizeof(Vector)) != 0;
  }
}
)"},
      {"tiles", BlockText::Kind::once, {"vectors"}, "", R"(
// A tile for a tail that is shorter: its last vector begins at lane `last` and overlaps the one
// before.
template <class T, size_t of_lanes, size_t of_vectors>
struct scorch_last_tile : scorch_tile<T, of_lanes, of_vectors> {
  int64_t last = 0;
  explicit scorch_last_tile(int64_t lane) : last(lane) {}
  int64_t lane_of(size_t v) const {
    return v + 1 == of_vectors ? last : static_cast<int64_t>(v * of_lanes);
  }
};

// Covers the coordinates from `at` to `end` with whole tiles, then the tail with a tile whose last
// vector overlaps lanes that are done already. If no lane may be done twice, the tail is covered
// with fewer vectors, then with narrower ones.
template <bool may_overlap, class T, size_t lanes, size_t vectors, class Body>
static SCORCH_INLINE void scorch_cover(int64_t begin, int64_t at, int64_t end, const Body& body) {
  constexpr int64_t width = static_cast<int64_t>(lanes);
  constexpr int64_t step = static_cast<int64_t>(lanes * vectors);
  for (; end - at >= step; at += step) body(scorch_tile<T, lanes, vectors>{}, at);
  if (at == end) return;
  if constexpr (may_overlap && vectors > 1 && vectors <= 4) {
    const int64_t last = end - at - width;
    if constexpr (vectors > 3)
      if (last > 2 * width) return body(scorch_last_tile<T, lanes, 4>(last), at);
    if constexpr (vectors > 2)
      if (last > width) return body(scorch_last_tile<T, lanes, 3>(last), at);
    if (last > 0) return body(scorch_last_tile<T, lanes, 2>(last), at);
    scorch_cover<true, T, lanes, 1>(begin, at, end, body);
  } else if constexpr (vectors > 1) {
    scorch_cover<may_overlap, T, lanes, vectors / 2>(begin, at, end, body);
  } else if constexpr (lanes > 1) {
    if (may_overlap && end - begin > width)
      body(scorch_tile<T, lanes, 1>{}, end - width);
    else
      scorch_cover<may_overlap, T, lanes / 2, 1>(begin, at, end, body);
  }
}
// A tile's accumulators and operands stay in registers: there are 32 of the widest, 16 of others.
template <size_t bytes>
constexpr size_t scorch_max_vectors = bytes == 64 || bytes < 16 ? 4 : 8;
template <class T, size_t bytes, class Body>
static SCORCH_INLINE void scorch_tiles(int64_t begin, int64_t end, const Body& body) {
  scorch_cover<true, T, scorch_lanes<T, bytes>, scorch_max_vectors<bytes>>(
      begin, begin, end, body);
}
template <class T, size_t bytes, class Body>
static SCORCH_INLINE void scorch_disjoint_tiles(int64_t begin, int64_t end, const Body& body) {
  scorch_cover<false, T, scorch_lanes<T, bytes>, 4>(begin, begin, end, body);
}
// Runs `loops`, a nest around a single vector loop, and passes it the function that covers that
// loop with tiles. If one tile covers all of it, the nest is unswitched on that tile: it is chosen
// once, not in each iteration, and its accumulators stay in registers throughout.
template <class Tiles, class Loops>
static SCORCH_INLINE void scorch_specialise_tile(bool is_one, const Tiles& tiles,
    const Loops& loops) {
  if (!is_one) return loops(tiles);
  tiles([&](auto tile, int64_t first) SCORCH_INLINE_LAMBDA {
    loops([&](const auto& body) SCORCH_INLINE_LAMBDA { body(tile, first); });
  });
}
// Whether one tile covers `end` lanes, at most four vectors: always if `end` is a power of 2 (less
// than a vector takes a narrower one), else if the last vector may overlap the one before.
template <bool may_overlap, class T, size_t bytes>
static SCORCH_INLINE bool scorch_is_one_tile(int64_t end) {
  constexpr int64_t lanes = static_cast<int64_t>(scorch_lanes<T, bytes>);
  const bool is_power_of_2 = end > 0 && (end & (end - 1)) == 0;
  return end <= 4 * lanes && (is_power_of_2 || (may_overlap && end >= lanes));
}
template <class T, size_t bytes, class Loops>
static SCORCH_INLINE void scorch_inner_tiles(int64_t end, const Loops& loops) {
  scorch_specialise_tile(scorch_is_one_tile<true, T, bytes>(end),
      [&](const auto& body) SCORCH_INLINE_LAMBDA { scorch_tiles<T, bytes>(0, end, body); }, loops);
}
template <class T, size_t bytes, class Loops>
static SCORCH_INLINE void scorch_disjoint_inner_tiles(int64_t end, const Loops& loops) {
  scorch_specialise_tile(scorch_is_one_tile<false, T, bytes>(end),
      [&](const auto& body) SCORCH_INLINE_LAMBDA { scorch_disjoint_tiles<T, bytes>(0, end, body); },
      loops);
}
)"},
      {"horizontal_sum", BlockText::Kind::once, {"vectors"}, "", R"(
// Horizontal sum of all lanes, in a fixed order: the upper half is added to the lower half.
template <size_t lanes, class T, class Vector>
static SCORCH_INLINE T scorch_horizontal_sum_halves(const Vector& x) {
  if constexpr (lanes == 1) {
    return x;
  } else {
    typename scorch_vector<T, lanes / 2>::type low, high;
    __builtin_memcpy(&low, &x, sizeof low);
    __builtin_memcpy(&high, reinterpret_cast<const char*>(&x) + sizeof low, sizeof high);
    low += high;
    return scorch_horizontal_sum_halves<lanes / 2, T>(low);
  }
}
template <class Tile, class T, class Vector, size_t vectors>
static SCORCH_INLINE T scorch_horizontal_sum(Tile, T, Vector (&x)[vectors]) {
  SCORCH_UNROLL
  for (size_t half = vectors / 2; half > 0; half /= 2) {
    SCORCH_UNROLL
    for (size_t v = 0; v < half; ++v) x[v] += x[v + half];
  }
  return scorch_horizontal_sum_halves<Tile::lanes, T>(x[0]);
}
)"},
      {"tail", BlockText::Kind::once, {"vectors"}, "cstddef", R"(
// The numbers from 0 to below `count`, like std::make_index_sequence in <utility>.
template <size_t... n>
struct scorch_index_sequence {};
template <size_t count, size_t... n>
struct scorch_make_index_sequence : scorch_make_index_sequence<count - 1, count - 1, n...> {};
template <size_t... n>
struct scorch_make_index_sequence<0, n...> {
  typedef scorch_index_sequence<n...> numbers;
};
template <size_t bytes>
struct scorch_lane_number {
  typedef int32_t type;
};
template <>
struct scorch_lane_number<8> {
  typedef int64_t type;
};
// Adds the last `count` lanes of the terms to the sums and masks out the others, whatever they
// hold. The mask is the sign of a difference, because g++ 12 fails on a comparison of vectors here
// if there can be no terms.
template <class T, class Vector, size_t... lane>
static SCORCH_INLINE void scorch_add_tail(Vector& sums, const Vector& terms, int64_t count,
                                                scorch_index_sequence<lane...>) {
  typedef decltype(terms < terms) Numbers;
  const auto left = static_cast<typename scorch_lane_number<sizeof(T)>::type>(count);
  const Numbers number = Numbers{static_cast<int>(sizeof...(lane) - lane)...};
  const Numbers kept = (number - left - 1) >> (8 * sizeof(T) - 1);
  sums += reinterpret_cast<Vector>(reinterpret_cast<const Numbers&>(terms) & kept);
}
)"},
      {"scalar", BlockText::Kind::once, {}, "cstddef", R"(
// Stands in for instruction sets that the compiler or the target does not have: scalars.
struct scorch_plain_numbers {
  static constexpr size_t bytes = 1;
  static bool is_there() { return false; }
  template <class Loop, class... A>
  static void run(A&&... arguments) {
    Loop::template run<1>(arguments...);
  }
};
)"},
      {"avx512", BlockText::Kind::once, {"scalar"}, "", R"(
#if defined(__GNUC__) && defined(__x86_64__)
struct scorch_avx512 {
  static constexpr size_t bytes = 64;
  static bool is_there() {
    return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw");
  }
  template <class Loop, class... A>
  __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,fma"))) static void run(
      A&&... arguments) {
    Loop::template run<64>(arguments...);
  }
};
#else
typedef scorch_plain_numbers scorch_avx512;
#endif
)"},
      {"avx2", BlockText::Kind::once, {"scalar"}, "", R"(
#if defined(__GNUC__) && defined(__x86_64__)
struct scorch_avx2 {
  static constexpr size_t bytes = 32;
  static bool is_there() { return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2"); }
  template <class Loop, class... A>
  __attribute__((target("avx2,fma"))) static void run(A&&... arguments) {
    Loop::template run<32>(arguments...);
  }
};
#else
typedef scorch_plain_numbers scorch_avx2;
#endif
)"},
      {"generic", BlockText::Kind::once, {"scalar"}, "", R"(
// Vectors of 16 bytes, which gcc and clang support on every processor.
#if defined(__GNUC__)
struct scorch_generic {
  static constexpr size_t bytes = 16;
  static bool is_there() { return true; }
  template <class Loop, class... A>
  static void run(A&&... arguments) {
    Loop::template run<16>(arguments...);
  }
};
#else
typedef scorch_plain_numbers scorch_generic;
#endif
)"},
      {"sse2", BlockText::Kind::once, {"generic"}, "", R"(
#if defined(__x86_64__)
typedef scorch_generic scorch_sse2;
#else
typedef scorch_plain_numbers scorch_sse2;
#endif
)"},
      {"dispatch_isa", BlockText::Kind::once, {"vectors"}, "", R"(
// Dispatch on the instruction set: runs the version of a loop for the first set that the processor
// supports and whose vectors are filled by `lanes` values of type T (its longest vector loop).
// SCORCH_VECTOR_BYTES, if defined, selects the version instead: 16, 32, 64, or 1 for scalars.
template <class Loop, class T, class... Sets, class... A>
static void scorch_dispatch_isa([[maybe_unused]] int64_t lanes, A&&... arguments) {
#if defined(SCORCH_VECTOR_BYTES)
  Loop::template run<SCORCH_VECTOR_BYTES>(arguments...);
#else
  const auto fills = [&](size_t bytes) { return lanes >= static_cast<int64_t>(bytes / sizeof(T)); };
  const auto is_run = [&](auto set) {
    if (!fills(set.bytes) || !set.is_there()) return false;
    decltype(set)::template run<Loop>(arguments...);
    return true;
  };
  if (!(is_run(Sets{}) || ...)) Loop::template run<1>(arguments...);
#endif
}
)"},
      {"prefetch_tile", BlockText::Kind::once, {"vectors"}, "", R"(
// Prefetches the cache lines of a tile that is going to be read.
template <class Tile, class T>
static SCORCH_INLINE void scorch_prefetch_tile(const Tile& tile, [[maybe_unused]] const T* first) {
  constexpr size_t line = 64 / sizeof(T), step = Tile::lanes < line ? line / Tile::lanes : 1;
  SCORCH_UNROLL
  for (size_t v = 0; v < tile.vectors; v += step) {
#if defined(__GNUC__)
    __builtin_prefetch(first + tile.lane_of(v));
#endif
  }
}
)"},
  };
}

}  // namespace scorchc::emit
