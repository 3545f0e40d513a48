// Sums of all kinds: unrolled, over positions, of batches of rows, and batched dot products. Terms are small integers,
// so sums are exact in any order.
#include <cstring>
#include <numeric>
#include <vector>

#include "check.h"
#include "runtime/batched_dot.h"
#include "runtime/batched_reduce.h"
#include "runtime/gather.h"
#include "runtime/row_block.h"
#include "runtime/unrolled.h"

namespace {

template <class T>
std::vector<T> small_numbers(int64_t count) {
  std::vector<T> values;
  for (int64_t n = 0; n < count; ++n) values.push_back(static_cast<T>(check::below(9) - 4));
  return values;
}

template <class T>
T sum_of(const std::vector<T>& values, int64_t begin, int64_t end) {
  return std::accumulate(values.begin() + begin, values.begin() + end, T{});
}

template <class T, size_t lanes, size_t vectors>
void check_unrolled() {
  typedef scorch_tile<T, lanes, vectors> Tile;
  for (int64_t begin = 0; begin < 3; ++begin)
    for (int64_t end = begin; end < 40; ++end) {
      typename Tile::vector plain[vectors] = {}, unrolled[vectors] = {};
      plain[0] += T(5);
      unrolled[0] += T(5);
      std::vector<int> visits(40);
      const auto add = [&](int64_t n, auto& sum) {
        ++visits[static_cast<size_t>(n)];
        for (size_t v = 0; v < vectors; ++v) sum[v] += static_cast<T>(n * 3 + static_cast<int64_t>(v));
      };
      scorch_reduce_unrolled(Tile{}, begin, end, plain, add);
      scorch_reduce_unrolled(scorch_unrolled_terms<Tile>{}, begin, end, unrolled, add);
      CHECK(std::memcmp(plain, unrolled, sizeof plain) == 0);
      for (int64_t n = 0; n < 40; ++n) CHECK(visits[static_cast<size_t>(n)] == (n >= begin && n < end ? 2 : 0));
    }
}

template <bool may_overlap, size_t bytes>
void check_unrolled_tiles() {
  for (int64_t end = 0; end <= 70; ++end)
    for (const bool long_rows : {false, true}) {
      std::vector<int> counts(static_cast<size_t>(end));
      bool is_unrolled = false;
      scorch_unrolled_tiles<may_overlap, float, bytes>(end, long_rows, [&](const auto& tiles) {
        tiles([&](const auto& tile, int64_t first) {
          typedef std::decay_t<decltype(tile)> Tile;
          is_unrolled = is_unrolled || scorch_is_unrolled<Tile>;
          for (size_t v = 0; v < Tile::vectors; ++v)
            for (size_t lane = 0; lane < Tile::lanes; ++lane)
              ++counts.at(static_cast<size_t>(first + tile.lane_of(v)) + lane);
        });
      });
      for (const int count : counts) CHECK(may_overlap ? count >= 1 : count == 1);
      if (!long_rows) CHECK(!is_unrolled);
      if (long_rows && end == static_cast<int64_t>(scorch_lanes<float, bytes>)) CHECK(is_unrolled);
    }
}

/// Reads `values` at positions; a read outside of them, or from `end` on, fails.
template <class T>
struct Terms {
  const std::vector<T>& values;
  int64_t end = static_cast<int64_t>(values.size());

  template <class Tile, class Vector>
  void operator()(const Tile& tile, int64_t first, Vector& terms) const {
    scorch_gather(tile, terms, first, [&](int64_t position) {
      CHECK(position >= 0 && position < end);
      return values[static_cast<size_t>(position)];
    });
  }
};

template <size_t bytes, class T>
void check_positions() {
  const std::vector<T> values = small_numbers<T>(45);
  for (int64_t begin = 0; begin <= 45; ++begin)
    for (int64_t end = begin; end <= 45; ++end) {
      T positions = 100, any = 100, segment = 100;
      const Terms<T> terms{values, end};
      scorch_reduce_positions<bytes>(begin, end, positions, terms);
      scorch_reduce_long<bytes>(begin, end, any, terms);
      scorch_reduce_segment<bytes>(begin, end, segment, terms);
      const T expected = 100 + sum_of(values, begin, end);
      CHECK(positions == expected && any == expected && segment == expected);
    }
}

/// Positions of rows whose lengths a function gives.
template <class Length>
std::vector<int32_t> rows_with(int64_t first, int64_t rows, const Length& length) {
  std::vector<int32_t> pos = {static_cast<int32_t>(first)};
  for (int64_t row = 0; row < rows; ++row) pos.push_back(pos.back() + static_cast<int32_t>(length(row)));
  return pos;
}

template <size_t bytes, class T>
void check_batches(const std::vector<int32_t>& pos) {
  const int64_t rows = static_cast<int64_t>(pos.size()) - 1;
  const std::vector<T> values = small_numbers<T>(pos.back());
  const Terms<T> terms{values};
  const auto first_of = [&](int64_t row) { return static_cast<int64_t>(pos[static_cast<size_t>(row)]); };
  for (const int64_t begin : {int64_t{0}, rows / 5}) {
    int64_t next = begin, next_of_some = begin;
    scorch_batched_reduce<bytes, T>(begin, rows, first_of, terms, [&](int64_t row, T sum) {
      CHECK(row == next++ && sum == sum_of(values, first_of(row), first_of(row + 1)));
    });
    CHECK(next == rows);
    scorch_batched_reduce<bytes, T, true>(begin, rows, first_of, terms, [&](int64_t row, T sum) {
      for (; next_of_some < row; ++next_of_some) CHECK(first_of(next_of_some) == first_of(next_of_some + 1));
      CHECK(row == next_of_some++ && sum == sum_of(values, first_of(row), first_of(row + 1)));
    });
    for (; next_of_some < rows; ++next_of_some) CHECK(first_of(next_of_some) == first_of(next_of_some + 1));
  }
}

template <size_t bytes, class T>
void check_all_batches() {
  for (const int64_t first : {0, 3, 4, 9})
    for (const int64_t rows : {0, 1, 63, 64, 65, 200}) {
      check_batches<bytes, T>(rows_with(first, rows, [](int64_t) { return 0; }));
      check_batches<bytes, T>(rows_with(first, rows, [](int64_t) { return 1; }));
      check_batches<bytes, T>(rows_with(first, rows, [](int64_t row) { return row % 9 == 0 ? 1 : 0; }));
      check_batches<bytes, T>(rows_with(first, rows, [](int64_t) { return 1 + check::below(4); }));
      check_batches<bytes, T>(rows_with(first, rows, [](int64_t) { return 1 + check::below(5); }));
      check_batches<bytes, T>(rows_with(first, rows, [](int64_t row) { return row % 30 == 7 ? 8 : check::below(5); }));
      check_batches<bytes, T>(rows_with(first, rows, [](int64_t) { return check::below(8); }));
      check_batches<bytes, T>(rows_with(first, rows, [](int64_t row) { return row % 30 == 7 ? 11 : check::below(8); }));
      check_batches<bytes, T>(rows_with(first, rows, [](int64_t) { return check::below(40); }));
    }
  check_batches<bytes, T>(rows_with(5, 64, [](int64_t row) { return row == 40 ? 20000 : 2; }));
}

template <class T, size_t bytes>
void check_dot(int64_t iterations, int64_t length) {
  const std::vector<T> one = small_numbers<T>(iterations * length), other = small_numbers<T>(length);
  int64_t next = 2;
  scorch_batched_dot<T, bytes>(
      2, 2 + iterations, length,
      [&](const auto& tile, int64_t iteration, int64_t first, auto& sums) {
        typedef std::decay_t<decltype(tile)> Tile;
        CHECK(iteration >= 2 && iteration < 2 + iterations);
        CHECK(first >= 0 && first + static_cast<int64_t>(Tile::lanes * Tile::vectors) <= length);
        for (size_t v = 0; v < Tile::vectors; ++v)
          sums[v] += scorch_at(tile, one.data() + (iteration - 2) * length + first, v).values *
                     scorch_at(tile, other.data() + first, v).values;
      },
      [&](int64_t iteration, T sum) {
        CHECK(iteration == next);
        const T* const row = one.data() + (iteration - 2) * length;
        CHECK(sum == std::inner_product(row, row + length, other.data(), T{}));
        ++next;
      });
  CHECK(next == 2 + iterations);
}

template <class T, size_t bytes>
void check_dots() {
  for (int64_t length = 0; length <= 70; ++length)
    for (const int64_t iterations : {0, 1, 2, 3, 4, 7}) check_dot<T, bytes>(iterations, length);
  // Long sums accumulate in blocks of 1024 pairs of vectors.
  const int64_t block = 2048 * static_cast<int64_t>(scorch_lanes<T, bytes>);
  for (const int64_t length : {block - 1, block, block + 3, 2 * block + 5}) check_dot<T, bytes>(3, length);
}

/// How often each component of some rows is computed; lanes of a repeated row do not count.
template <bool may_overlap, size_t bytes>
void check_row_block(int64_t rows, int64_t lanes, bool are_few, bool long_rows) {
  std::vector<int> counts(static_cast<size_t>(rows * lanes));
  scorch_row_block<may_overlap, float, bytes>(
      10, 10 + rows, lanes, are_few, long_rows, [&](const auto& tile, int64_t row, int64_t first) {
        typedef std::decay_t<decltype(tile)> Tile;
        for (size_t v = 0; v < Tile::vectors; ++v)
          for (size_t lane = 0; lane < Tile::lanes; ++lane) {
            const int64_t of_row = row + tile.row_of(v) - 10, at = first + tile.lane_of(v) + static_cast<int64_t>(lane);
            CHECK(of_row >= 0 && of_row < rows && at >= 0 && at < lanes);
            if (!tile.is_repeated(v)) ++counts[static_cast<size_t>(of_row * lanes + at)];
          }
      });
  for (const int count : counts) CHECK(may_overlap ? count >= 1 : count == 1);
}

template <size_t bytes>
void check_row_blocks() {
  for (const int64_t rows : {0, 1, 2, 3, 4, 5, 7, 64, 65, 131})
    for (int64_t lanes = 0; lanes <= 70; lanes += rows > 8 ? 7 : 1)
      for (const bool are_few : {false, true})
        for (const bool long_rows : {false, true}) {
          check_row_block<true, bytes>(rows, lanes, are_few, long_rows);
          check_row_block<false, bytes>(rows, lanes, are_few, long_rows);
        }
}

}  // namespace

TEST(unrolled_reductions_add_each_term_once) {
  check_unrolled<float, 1, 1>();
  check_unrolled<float, 4, 2>();
  check_unrolled<double, 4, 1>();
  check_unrolled_tiles<true, 16>();
  check_unrolled_tiles<false, 32>();
}

TEST(rows_are_long_from_24_terms_on_average) {
  // Every other row is empty, and the others have equal lengths.
  const auto are_long = [](int64_t rows, int64_t length) {
    const std::vector<int32_t> pos = rows_with(0, rows, [=](int64_t row) { return row % 2 == 0 ? length : 0; });
    return scorch_long_rows(pos.data(), rows);
  };
  CHECK(are_long(200, 24) && !are_long(200, 23));
  CHECK(!are_long(40, 40));  // fewer than 1024 terms
  CHECK(are_long(100000, 30) && !are_long(100000, 20));
  CHECK(!are_long(0, 0));
}

TEST(lanes_are_useful_unless_most_fibres_have_one_entry) {
  CHECK(scorch_useful_lanes(100, 124) == 1 && scorch_useful_lanes(100, 125) == INT64_MAX);
  CHECK(scorch_useful_lanes(0, 0) == INT64_MAX);
}

TEST(reductions_over_positions_add_each_term_once) {
  check_positions<1, float>();
  check_positions<16, float>();
  check_positions<16, double>();
  check_positions<32, double>();
}

TEST(long_reductions_lose_no_small_terms) {
  const std::vector<float> ones(1 << 16, 1.0F);
  float sum = 33554432.0F;
  scorch_reduce_long<16>(0, 1 << 16, sum, Terms<float>{ones});
  CHECK(sum == 33554432.0F + 65536.0F);
  // 2^24 in the first block of terms and a 1 in each of the two others: in f32, neither would change the total.
  std::vector<float> few(3 * scorch_block_of_terms);
  few[0] = 16777216.0F;
  few[scorch_block_of_terms] = few[2 * scorch_block_of_terms] = 1;
  sum = 0;
  scorch_reduce_long<16>(0, 3 * scorch_block_of_terms, sum, Terms<float>{few});
  CHECK(sum == 16777218.0F);
}

TEST(batches_of_rows_have_the_sums_of_single_rows) {
  check_all_batches<16, float>();
  check_all_batches<32, double>();
  check_all_batches<1, float>();
}

TEST(batched_dot_products_equal_scalar_sums) {
  check_dots<float, 1>();
  check_dots<float, 16>();
  check_dots<float, 32>();
  check_dots<double, 64>();
}

TEST(row_blocks_compute_each_component_once) {
  check_row_blocks<16>();
  check_row_blocks<32>();
  check_row_blocks<64>();
}
