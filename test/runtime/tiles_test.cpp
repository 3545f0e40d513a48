// Register tiles: what they cover, and how vectors of any number of lanes are read, added up and masked.
#include "runtime/tiles.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "check.h"
#include "runtime/lanes.h"
#include "runtime/prefetch_tile.h"

namespace {

enum class Cover { disjoint, overlapping };

/// How often each coordinate from `begin` to `end` was covered; a lane outside fails.
struct Counts {
  int64_t begin, end, calls = 0;
  std::vector<int> lanes;

  Counts(int64_t its_begin, int64_t its_end)
      : begin(its_begin), end(its_end), lanes(static_cast<size_t>(its_end - its_begin)) {}

  template <class Tile>
  void add(const Tile& tile, int64_t first) {
    ++calls;
    for (size_t v = 0; v < Tile::vectors; ++v)
      for (size_t lane = 0; lane < Tile::lanes; ++lane) {
        const int64_t at = first + tile.lane_of(v) + static_cast<int64_t>(lane);
        CHECK(at >= begin && at < end);
        ++lanes[static_cast<size_t>(at - begin)];
      }
  }
  void check(Cover cover) const {
    for (const int count : lanes) CHECK(cover == Cover::disjoint ? count == 1 : count >= 1);
  }
};

template <class T, size_t lanes, size_t vectors>
void check_cover() {
  for (int64_t extent = 0; extent <= 70; ++extent)
    for (const int64_t begin : {0, 5}) {
      const int64_t end = begin + extent;
      Counts overlapping(begin, end), disjoint(begin, end);
      scorch_cover<true, T, lanes, vectors>(begin, begin, end,
                                            [&](const auto& tile, int64_t first) { overlapping.add(tile, first); });
      scorch_cover<false, T, lanes, vectors>(begin, begin, end,
                                             [&](const auto& tile, int64_t first) { disjoint.add(tile, first); });
      overlapping.check(Cover::overlapping);
      disjoint.check(Cover::disjoint);
    }
}

template <class T, size_t lanes>
void check_covers() {
  check_cover<T, lanes, 1>();
  check_cover<T, lanes, 2>();
  check_cover<T, lanes, 3>();
  check_cover<T, lanes, 4>();
  check_cover<T, lanes, 8>();
}

template <class T, size_t bytes>
void check_tiles(int64_t end) {
  for (const int64_t begin : {int64_t{0}, end / 3}) {
    Counts overlapping(begin, end), disjoint(begin, end);
    scorch_tiles<T, bytes>(begin, end, [&](const auto& tile, int64_t first) { overlapping.add(tile, first); });
    scorch_disjoint_tiles<T, bytes>(begin, end, [&](const auto& tile, int64_t first) { disjoint.add(tile, first); });
    overlapping.check(Cover::overlapping);
    disjoint.check(Cover::disjoint);
  }
  // The same inside a nest of loops, here of three iterations.
  Counts overlapping(0, end), disjoint(0, end);
  scorch_inner_tiles<T, bytes>(end, [&](const auto& tiles) {
    for (int n = 0; n < 3; ++n) tiles([&](const auto& tile, int64_t first) { overlapping.add(tile, first); });
  });
  scorch_disjoint_inner_tiles<T, bytes>(end, [&](const auto& tiles) {
    for (int n = 0; n < 3; ++n) tiles([&](const auto& tile, int64_t first) { disjoint.add(tile, first); });
  });
  for (int& count : overlapping.lanes) CHECK(count >= 3);
  for (int& count : disjoint.lanes) CHECK(count == 3);
  if (scorch_is_one_tile<true, T, bytes>(end)) CHECK(overlapping.calls == 3);
  if (scorch_is_one_tile<false, T, bytes>(end)) CHECK(disjoint.calls == 3);
}

template <class T, size_t bytes>
void check_all_tiles() {
  for (int64_t end = 0; end <= 70; ++end) check_tiles<T, bytes>(end);
  for (const int64_t end : {127, 128, 129, 1000}) check_tiles<T, bytes>(end);
}

/// Values whose sum depends on the order of additions.
template <class T>
T rough(size_t n) {
  return static_cast<T>(n % 3 == 0 ? 1e8 + static_cast<double>(n) : 1.0 / static_cast<double>(n + 1));
}

template <class T, size_t lanes, size_t vectors>
void check_horizontal_sum() {
  typedef scorch_tile<T, lanes, vectors> Tile;
  T values[lanes * vectors], expected[lanes * vectors];
  for (size_t n = 0; n < lanes * vectors; ++n) values[n] = expected[n] = rough<T>(n);
  typename Tile::vector x[vectors];
  std::memcpy(x, values, sizeof x);
  for (size_t half = lanes * vectors / 2; half > 0; half /= 2)
    for (size_t n = 0; n < half; ++n) expected[n] += expected[n + half];
  const T sum = scorch_horizontal_sum(Tile{}, T{}, x);
  CHECK(std::memcmp(&sum, expected, sizeof sum) == 0);
}

template <class T, size_t lanes>
void check_tail() {
  typedef typename scorch_vector<T, lanes>::type Vector;
  for (size_t count = 0; count <= lanes; ++count) {
    Vector sums = {}, terms = {};
    for (size_t lane = 0; lane < lanes; ++lane) {
      sums[lane] = static_cast<T>(100 * lane);
      const bool is_in_tail = lane >= lanes - count;
      terms[lane] = is_in_tail ? static_cast<T>(lane + 1) : lane % 2 == 0 ? std::numeric_limits<T>::quiet_NaN() : T(7);
    }
    scorch_add_tail<T>(sums, terms, static_cast<int64_t>(count), typename scorch_make_index_sequence<lanes>::numbers{});
    for (size_t lane = 0; lane < lanes; ++lane)
      CHECK(sums[lane] == static_cast<T>(100 * lane + (lane >= lanes - count ? lane + 1 : 0)));
  }
}

template <class T, size_t lanes>
void check_stored_lanes() {
  typedef typename scorch_vector<T, lanes>::type Vector;
  const T nan = std::numeric_limits<T>::quiet_NaN(), zero = 0;
  const T values[] = {0, 1, nan, -1, -zero, std::numeric_limits<T>::denorm_min(), -zero, 5};
  for (size_t start = 0; start < 8; ++start) {
    Vector components = {};
    if constexpr (lanes == 1) {
      bool is_stored = false;
      components = values[start];
      scorch_stored_lanes(components, is_stored);
      CHECK(is_stored == (start != 4 && start != 6));
    } else {
      decltype(components < components) stored = {};
      for (size_t lane = 0; lane < lanes; ++lane) components[lane] = values[(start + lane) % 8];
      scorch_stored_lanes(components, stored);
      for (size_t lane = 0; lane < lanes; ++lane) {
        const size_t at = (start + lane) % 8;
        CHECK(stored[lane] == (at == 4 || at == 6 ? 0 : -1));
      }
    }
  }
}

template <class T, size_t lanes, size_t vectors>
void check_places() {
  typedef scorch_tile<T, lanes, vectors> Tile;
  constexpr size_t count = lanes * vectors;
  T array[count + 2];
  const T* const constant = array;
  for (size_t n = 0; n < count + 2; ++n) array[n] = static_cast<T>(n);
  for (size_t first = 0; first <= 2; ++first)
    for (size_t v = 0; v < vectors; ++v) {
      T lane_values[lanes];
      std::memcpy(lane_values, &scorch_at(Tile{}, constant + first, v), sizeof lane_values);
      for (size_t lane = 0; lane < lanes; ++lane) CHECK(lane_values[lane] == static_cast<T>(first + v * lanes + lane));
    }
  // A store changes the lanes of one vector only.
  scorch_at(Tile{}, array + 1, vectors - 1).values = typename Tile::vector{};
  for (size_t n = 0; n < count + 2; ++n)
    CHECK(array[n] == (n > (vectors - 1) * lanes && n <= count ? 0 : static_cast<T>(n)));
  scorch_prefetch_tile(Tile{}, constant);
  scorch_prefetch(constant);
}

template <class T, size_t lanes>
void check_lanes() {
  check_horizontal_sum<T, lanes, 1>();
  check_horizontal_sum<T, lanes, 2>();
  check_horizontal_sum<T, lanes, 4>();
  check_horizontal_sum<T, lanes, 8>();
  check_stored_lanes<T, lanes>();
  check_places<T, lanes, 1>();
  check_places<T, lanes, 4>();
}

}  // namespace

TEST(tiles_cover_every_extent) {
  check_covers<float, 1>();
  check_covers<float, 4>();
  check_covers<float, 8>();
  check_covers<float, 16>();
  check_covers<double, 2>();
  check_covers<double, 8>();
}

TEST(tiles_cover_the_loops_of_each_vector_size) {
  check_all_tiles<float, 1>();
  check_all_tiles<float, 16>();
  check_all_tiles<float, 32>();
  check_all_tiles<float, 64>();
  check_all_tiles<double, 16>();
  check_all_tiles<double, 32>();
  check_all_tiles<double, 64>();
}

TEST(lanes_are_read_stored_and_summed_in_a_fixed_order) {
  check_lanes<float, 1>();
  check_lanes<float, 4>();
  check_lanes<float, 8>();
  check_lanes<float, 16>();
  check_lanes<double, 2>();
  check_lanes<double, 8>();
}

TEST(tails_add_the_last_lanes_only) {
  check_tail<float, 4>();
  check_tail<float, 8>();
  check_tail<float, 16>();
  check_tail<double, 2>();
  check_tail<double, 4>();
  check_tail<double, 8>();
}
