// Compares what kernels accumulate in - tuples, lists of coordinates, bitsets, flags - with std:: containers.
#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <memory>
#include <vector>

#include "check.h"
#include "runtime/bitset.h"
#include "runtime/rows.h"
#include "runtime/sort.h"
#include "runtime/tuples.h"

namespace {

using check::allowed;
using check::below;
using check::counting;
using check::live;
using check::random_bits;

constexpr int64_t most = INT64_MAX;

template <size_t N, class Coordinate>
std::array<int64_t, N> tuple_at(const scorch_tuples<N, Coordinate, double>& tuples, int64_t position) {
  std::array<int64_t, N> tuple;
  for (size_t column = 0; column < N; ++column) tuple[column] = tuples.crd[column][position];
  return tuple;
}

// Adds 1 at each tuple of `added`, and compares the sums with those of a map.
template <size_t N, class Coordinate>
void accumulate(scorch_tuples<N, Coordinate, double>& tuples, const std::vector<std::array<int64_t, N>>& added,
                const std::array<int64_t, N>& extents) {
  std::map<std::array<int64_t, N>, double> expected;
  for (const std::array<int64_t, N>& each : added) {
    int64_t tuple[N];
    std::copy(each.begin(), each.end(), tuple);
    const int64_t position = tuples.find_or_append(tuple, 0);
    CHECK(!tuples.failed && position >= 0 && position < tuples.count && tuple_at(tuples, position) == each);
    tuples.vals[position] += 1;
    expected[each] += 1;
  }
  CHECK(tuples.count == static_cast<int64_t>(expected.size()));
  int64_t bounds[N];
  std::copy(extents.begin(), extents.end(), bounds);
  CHECK(tuples.sort(bounds));
  int64_t position = 0;
  for (const auto& [tuple, value] : expected) {
    CHECK(tuple_at(tuples, position) == tuple && tuples.vals[position] == value);
    ++position;
  }
}

// Reuses one list: small, large, small, empty.
template <size_t N, class Coordinate = int64_t>
void reuse(const std::array<int64_t, N>& extents) {
  scorch_tuples<N, Coordinate, double> tuples(&counting);
  for (const int count : {0, 1, 5, 33, 1000, 20000, 3, 0, 700, 40, 32}) {
    tuples.reset();
    CHECK(tuples.count == 0 && !tuples.failed);
    std::vector<std::array<int64_t, N>> added;
    for (int n = 0; n < count; ++n) {
      std::array<int64_t, N> tuple;
      for (size_t column = 0; column < N; ++column) tuple[column] = below(extents[column]);
      added.push_back(tuple);
      if (n % 3 == 0) added.push_back(added[static_cast<size_t>(below(n + 1))]);
    }
    accumulate(tuples, added, extents);
  }
}

// The hash of scorch_tuples<1, Coordinate, T>, to find many tuples that collide in one slot.
uint64_t hash_of(int64_t coordinate) {
  const uint64_t hash = static_cast<uint64_t>(coordinate) * UINT64_C(0x9E3779B97F4A7C15);
  return hash ^ (hash >> 29);
}

void collide() {
  constexpr int64_t extent = int64_t{1} << 40;
  std::vector<std::array<int64_t, 1>> added;
  for (int64_t coordinate = 0; added.size() < 600; ++coordinate)
    if ((hash_of(coordinate) & 2047) == 7) added.push_back({coordinate});
  const std::vector<std::array<int64_t, 1>> once = added;
  added.insert(added.end(), once.rbegin(), once.rend());
  scorch_tuples<1, int64_t, double> tuples(&counting);
  for (int round = 0; round < 3; ++round) {
    tuples.reset();
    accumulate<1, int64_t>(tuples, added, {extent});
    // A tuple that follows others in a run of slots, when reset() clears only a few tuples.
    tuples.reset();
    accumulate<1, int64_t>(tuples, {once[3], once[1], once[3], once[0]}, {extent});
    tuples.reset();
    accumulate<1, int64_t>(tuples, {once[5], once[1], once[0]}, {extent});
    // A run of slots that wraps around the end of the table.
    tuples.reset();
    std::vector<std::array<int64_t, 1>> last;
    for (int64_t coordinate = 0; last.size() < 9; ++coordinate)
      if ((hash_of(coordinate) & 2047) >= 2046) last.push_back({coordinate});
    accumulate<1, int64_t>(tuples, last, {extent});
  }
}

// Distinct tuples; the last column records the order of insertion and is not a key.
template <size_t K, class Coordinate = int64_t>
void sort_stably(int64_t count, const std::array<int64_t, K>& extents) {
  constexpr size_t N = K + 1;
  scorch_tuples<N, Coordinate, double> tuples(&counting, below(2) == 0 ? count : below(count + 1));
  std::vector<std::array<int64_t, N>> expected;
  for (int64_t n = 0; n < count; ++n) {
    std::array<int64_t, N> each;
    // Few distinct coordinates at both ends of the extent, so that many are equal; every fifth is arbitrary.
    for (size_t column = 0; column < K; ++column) {
      const int64_t near = std::min<int64_t>(extents[column], 7);
      each[column] = below(2) == 0 ? below(near) : extents[column] - 1 - below(near);
      if (n % 5 == 4) each[column] = below(extents[column]);
      each[column] = std::min(each[column], static_cast<int64_t>(std::numeric_limits<Coordinate>::max()));
    }
    each[K] = n;
    int64_t tuple[N];
    std::copy(each.begin(), each.end(), tuple);
    CHECK(tuples.append(tuple, static_cast<double>(n)) == n);
    expected.push_back(each);
  }
  std::sort(expected.begin(), expected.end());  // the last column is the order of insertion
  int64_t bounds[K];
  std::copy(extents.begin(), extents.end(), bounds);
  CHECK(tuples.sort(bounds));
  for (int64_t n = 0; n < count; ++n) {
    const std::array<int64_t, N>& wanted = expected[static_cast<size_t>(n)];
    CHECK(tuple_at(tuples, n) == wanted && tuples.vals[n] == static_cast<double>(wanted[K]));
  }
}

void sort_list(std::vector<int64_t> list, const bool* marks, int64_t extent) {
  std::vector<int64_t> expected = list, scratch(list.size());
  std::sort(expected.begin(), expected.end());
  scorch_sort_list(list.data(), scratch.data(), marks, static_cast<int64_t>(list.size()), extent);
  CHECK(list == expected);
}

void sort_marked(std::vector<int64_t> list, int64_t extent) {
  std::vector<int64_t> expected = list;
  std::sort(expected.begin(), expected.end());
  const scorch_bitset marks(nullptr, extent);
  for (const int64_t coordinate : list) marks[coordinate] = true;
  scorch_sort_flagged(list.data(), marks, static_cast<int64_t>(list.size()), extent);
  CHECK(list == expected);
}

void sort_list(int64_t count, int64_t extent) {
  // Spread over the whole extent, and close together somewhere in it.
  for (const int64_t range : {extent, std::min(extent, count * (1 + below(12)) + below(9))}) {
    const int64_t start = below(std::max<int64_t>(1, extent - range));
    std::vector<int64_t> list;
    for (int64_t n = 0; n < count; ++n)
      list.push_back(start + (count * 2 > range ? n : n * (range / (count + 1)) + below(range / (count + 1))));
    std::shuffle(list.begin(), list.end(), random_bits);
    sort_list(list, nullptr, extent);
    if (extent > 1000000) continue;
    const auto marks = std::make_unique<bool[]>(static_cast<size_t>(extent));
    for (const int64_t coordinate : list) marks[static_cast<size_t>(coordinate)] = true;
    sort_list(list, marks.get(), extent);
    sort_marked(list, extent);
  }
}

// Positions of rows, `permille` of which have entries; stretches of rows are empty.
template <class Position>
std::vector<Position> positions(int64_t rows, int64_t permille) {
  std::vector<Position> pos = {0};
  bool is_empty = false;
  for (int64_t row = 0; row < rows; ++row) {
    if (below(100) == 0) is_empty = below(2) == 0;
    const bool has_any = !is_empty && below(1000) < permille;
    pos.push_back(static_cast<Position>(pos.back() + static_cast<Position>(has_any ? 1 + below(3) : 0)));
  }
  return pos;
}

// Every row is visited or skipped, in order, and only empty rows are skipped.
template <class Positions>
void each_row(const Positions& pos, int64_t begin, int64_t end) {
  int64_t next = begin, alone = 0;
  const auto body = [&](int64_t row) {
    CHECK(row == next);
    ++next;
  };
  scorch_for_nonempty_rows(pos, begin, end, body, [&](int64_t first, int64_t behind) {
    CHECK(first == next && behind >= first && pos[first] == pos[behind]);
    next = behind;
  });
  CHECK(next == end);
  scorch_for_nonempty_rows(pos, begin, end,
                           [&](int64_t row) { alone += static_cast<int64_t>(pos[row] < pos[row + 1]); });
  for (int64_t row = begin; row < end; ++row) alone -= static_cast<int64_t>(pos[row] < pos[row + 1]);
  CHECK(alone == 0);
}

void each_row(int64_t rows, int64_t permille) {
  const std::vector<int32_t> some = positions<int32_t>(rows, permille), more = positions<int32_t>(rows, 2 * permille);
  const std::vector<int64_t> wide = positions<int64_t>(rows, permille);
  const int32_t* first = some.data();
  const int32_t* second = more.data();
  const int64_t* third = wide.data();
  const int64_t begin = below(rows + 1), end = begin + below(rows - begin + 1);
  each_row(first, begin, end);
  each_row(third, 0, rows);
  each_row(scorch_union_rows_of(first, second), begin, end);
  each_row(scorch_union_rows_of(first, scorch_union_rows_of(second, third)), 0, rows);
}

// What a kernel does with a list, with at most `most_allocations`: true if they were enough.
bool work(int64_t most_allocations) {
  allowed = most_allocations;
  scorch_array<double> own(&counting, 10);
  scorch_tuples<2, int64_t, double> tuples(&counting);
  bool complete = own != nullptr && !tuples.failed;
  for (int round = 0; complete && round < 2; ++round) {
    tuples.reset();
    for (int64_t n = 0; n < 300; ++n) {
      const int64_t position = tuples.find_or_append({n % 17, n % 150}, 0);
      tuples.vals[position] += 1;  // the position is within the list even if out of memory
    }
    complete = tuples.sort<2>({17, 150});
    if (!complete) CHECK(tuples.count == 0);
  }
  if (complete)
    for (int64_t n = 0; n < tuples.count; ++n)
      CHECK(n == 0 || tuples.crd[0][n - 1] < tuples.crd[0][n] ||
            (tuples.crd[0][n - 1] == tuples.crd[0][n] && tuples.crd[1][n - 1] < tuples.crd[1][n]));
  allowed = check::unlimited;
  return complete;
}

// After running out of memory, a list works again once there is memory.
void recover() {
  scorch_tuples<2, int64_t, double> tuples(&counting);
  for (const int64_t most_allocations : {0, 1, 2, 3, 4, 5, 6}) {
    tuples.reset();
    allowed = most_allocations;
    for (int64_t n = 0; n < 2000 * (most_allocations + 1); ++n) tuples.find_or_append({n, n}, 0);
    CHECK(!tuples.sort<1>({most}));
    allowed = check::unlimited;
    tuples.reset();
    std::vector<std::array<int64_t, 2>> added;
    for (int64_t n = 0; n < 100; ++n) added.push_back({below(10), below(10)});
    accumulate<2, int64_t>(tuples, added, {10, 10});
  }
}

/// Flags of eight coordinates become the low bits of a word and are cleared.
void load_mask(unsigned pattern) {
  bool flags[24];
  for (int n = 0; n < 24; ++n) flags[n] = n < 8 || n >= 16 || (pattern >> (n - 8) & 1) != 0;
  CHECK(scorch_load_mask(flags, 8) == static_cast<int64_t>(pattern));
  for (int n = 0; n < 24; ++n) CHECK(flags[n] == (n < 8 || n >= 16));
}

/// The coordinates of a bitmap, word by word.
void bitmap(int64_t first, int64_t extent, int64_t permille) {
  std::vector<int64_t> bits(static_cast<size_t>((extent + 63) / 64)), words(bits.size()), expected, found;
  for (int64_t at = first; at < extent; ++at)
    if (below(1000) < permille) {
      scorch_set_bit(bits.data(), at);
      scorch_set_bit(bits.data(), at);
      expected.push_back(at);
    }
  const int64_t count = scorch_nonzero_words(bits.data(), words.data(), first, extent);
  for (int64_t n = 0; n < count; ++n) {
    int64_t word = bits[static_cast<size_t>(words[static_cast<size_t>(n)])];
    CHECK(word != 0);
    while (word != 0) found.push_back(scorch_pop_lowest_bit(word, words[static_cast<size_t>(n)] * 64));
  }
  CHECK(found == expected);
}

/// A bitset around a border of words: setting and clearing one flag changes no other.
void bitset(int64_t extent) {
  const scorch_bitset flags(&counting, extent);
  for (int64_t at = 0; at < extent; ++at) CHECK(!flags[at]);
  for (int64_t at = 0; at < extent; ++at) {
    flags[at] = true;
    for (int64_t other = 0; other < extent; ++other) CHECK(flags[other] == (other == at));
    flags[at] = false;
  }
}

}  // namespace

TEST(tuples_accumulate_like_a_map) {
  reuse<1>({5});
  reuse<1>({int64_t{1} << 40});
  reuse<2>({3, 100000});
  reuse<3>({int64_t{1} << 33, 2, 70000});
  reuse<2, int32_t>({INT32_MAX, 9});
}

TEST(tuples_that_collide_are_found) { collide(); }

TEST(tuples_are_sorted_stably) {
  for (const int64_t count : {0, 1, 2, 32, 33, 1000})
    for (const int64_t extent :
         {int64_t{1}, int64_t{2}, int64_t{256}, int64_t{257}, int64_t{24999}, int64_t{25002}, int64_t{65535},
          int64_t{65536}, int64_t{65537}, int64_t{500000}, int64_t{1} << 32, int64_t{1} << 40, most}) {
      sort_stably<1>(count, {extent});
      sort_stably<2>(count, {extent, 3});
      sort_stably<2, int32_t>(count, {3, extent});
      sort_stably<3>(count, {9, extent, int64_t{1} << 40});
    }
  for (const int64_t extent : {int64_t{24999}, int64_t{25002}, int64_t{1} << 40}) sort_stably<2>(100000, {extent, 3});
}

TEST(lists_are_sorted_by_every_strategy) {
  for (const int64_t count : {0, 1, 2, 11, 12, 13, 14, 15, 16, 47, 48, 49, 1000, 20000})
    for (const int64_t extent :
         {count + 1, count + 200, int64_t{1} << 17, int64_t{INT32_MAX}, int64_t{INT32_MAX} + 1, int64_t{1} << 40, most})
      if (extent > count) sort_list(count, extent);
}

TEST(flagged_coordinates_at_both_ends_are_sorted) {
  for (const int64_t extent : {13, 64, 65, 128, 1000, 5000}) {
    std::vector<int64_t> list;
    for (int64_t n = 0; n < 13; ++n) list.push_back(n % 2 == 0 ? n : extent - 1 - n);
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    std::reverse(list.begin(), list.end());
    sort_marked(list, extent);
  }
}

TEST(masks_are_loaded_and_cleared) {
  for (unsigned pattern = 0; pattern < 256; ++pattern) load_mask(pattern);
}

TEST(bitmaps_list_their_coordinates) {
  for (const int64_t first : {0, 1, 63, 64, 100})
    for (const int64_t extent : {int64_t{100}, int64_t{127}, int64_t{128}, int64_t{129}, int64_t{1000}})
      for (const int64_t permille : {0, 5, 300, 1000}) bitmap(first, extent, permille);
}

TEST(bitsets_keep_their_flags_apart) {
  for (const int64_t extent : {0, 1, 63, 64, 65, 130}) bitset(extent);
  allowed = 0;
  const scorch_bitset none(&counting, 10);
  CHECK(none.words == nullptr);
  allowed = check::unlimited;
}

TEST(lowest_bits_are_found) {
  for (int bit = 0; bit < 64; ++bit) {
    CHECK(scorch_lowest_bit(uint64_t{1} << bit) == bit);
    CHECK(scorch_lowest_bit(~uint64_t{0} << bit) == bit);
    CHECK(scorch_lowest_bit((random_bits() | 1) << bit) == bit);
  }
}

TEST(nonempty_rows_are_visited_in_order) {
  for (const int64_t rows : {0, 1, 63, 64, 65, 127, 128, 129, 1000, 5000})
    for (const int64_t permille : {0, 3, 30, 300, 1000})
      for (int again = 0; again < 5; ++again) each_row(rows, permille);
}

TEST(one_or_two_nonempty_rows_are_found_at_every_border) {
  for (const int64_t rows : {64, 65, 130}) {
    for (int64_t one = 0; one < rows; ++one)
      for (int64_t other = one; other < rows; other += 1 + below(9)) {
        std::vector<int32_t> pos = {0}, second = {0};
        for (int64_t row = 0; row < rows; ++row) {
          pos.push_back(pos.back() + (row == one ? 1 : 0));
          second.push_back(second.back() + (row == other ? 40 : 0));
        }
        const int32_t* const first = pos.data();
        const int32_t* const more = second.data();
        each_row(first, 0, rows);
        each_row(scorch_union_rows_of(first, more), 0, rows);
      }
  }
}

TEST(every_allocation_of_a_list_may_fail) {
  int64_t needed = 0;
  while (!work(needed)) {
    CHECK(live == 0);
    ++needed;
  }
  CHECK(needed > 20 && live == 0);
}

TEST(lists_recover_from_failed_allocations) { recover(); }
