// Compares the shared blocks for workspaces with std:: containers. test_workspaces.cpp prepends the blocks to this text
// and compiles both. Prints the line that failed.
#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <vector>

#define REQUIRE_THAT(condition)                                    \
  do {                                                             \
    if (!(condition)) {                                            \
      std::printf("line %d: " #condition " is false\n", __LINE__); \
      std::exit(1);                                                \
    }                                                              \
  } while (false)

namespace {

constexpr int64_t most = INT64_MAX;
int64_t live = 0, left = most;

void* take(void*, size_t bytes) {
  if (left <= 0) return nullptr;
  --left;
  ++live;
  return std::malloc(bytes);
}
void give(void*, void* array) {
  if (array != nullptr) --live;
  std::free(array);
}
const scorch_context counting = {take, give, nullptr, 1};

std::mt19937_64 random_bits(1);
int64_t below(int64_t extent) { return static_cast<int64_t>(random_bits() % static_cast<uint64_t>(extent)); }

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
    REQUIRE_THAT(!tuples.failed && position >= 0 && position < tuples.count && tuple_at(tuples, position) == each);
    tuples.vals[position] += 1;
    expected[each] += 1;
  }
  REQUIRE_THAT(tuples.count == static_cast<int64_t>(expected.size()));
  int64_t bounds[N];
  std::copy(extents.begin(), extents.end(), bounds);
  REQUIRE_THAT(tuples.sort(bounds));
  int64_t position = 0;
  for (const auto& [tuple, value] : expected) {
    REQUIRE_THAT(tuple_at(tuples, position) == tuple && tuples.vals[position] == value);
    ++position;
  }
}

// Reuses one list: small, large, small, empty.
template <size_t N, class Coordinate = int64_t>
void reuse(const std::array<int64_t, N>& extents) {
  scorch_tuples<N, Coordinate, double> tuples(&counting);
  for (const int count : {0, 1, 5, 33, 1000, 20000, 3, 0, 700, 40, 32}) {
    tuples.reset();
    REQUIRE_THAT(tuples.count == 0 && !tuples.failed);
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
    REQUIRE_THAT(tuples.append(tuple, static_cast<double>(n)) == n);
    expected.push_back(each);
  }
  std::sort(expected.begin(), expected.end());  // the last column is the order of insertion
  int64_t bounds[K];
  std::copy(extents.begin(), extents.end(), bounds);
  REQUIRE_THAT(tuples.sort(bounds));
  for (int64_t n = 0; n < count; ++n) {
    const std::array<int64_t, N>& wanted = expected[static_cast<size_t>(n)];
    REQUIRE_THAT(tuple_at(tuples, n) == wanted && tuples.vals[n] == static_cast<double>(wanted[K]));
  }
}

void sort_list(std::vector<int64_t> list, const bool* marks, int64_t extent) {
  std::vector<int64_t> expected = list, scratch(list.size());
  std::sort(expected.begin(), expected.end());
  scorch_sort_list(list.data(), scratch.data(), marks, static_cast<int64_t>(list.size()), extent);
  REQUIRE_THAT(list == expected);
}

void sort_marked(std::vector<int64_t> list, int64_t extent) {
  std::vector<int64_t> expected = list;
  std::sort(expected.begin(), expected.end());
  const scorch_bitset marks(nullptr, extent);
  for (const int64_t coordinate : list) marks[coordinate] = true;
  scorch_sort_flagged(list.data(), marks, static_cast<int64_t>(list.size()), extent);
  REQUIRE_THAT(list == expected);
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
    REQUIRE_THAT(row == next);
    ++next;
  };
  scorch_for_nonempty_rows(pos, begin, end, body, [&](int64_t first, int64_t behind) {
    REQUIRE_THAT(first == next && behind >= first && pos[first] == pos[behind]);
    next = behind;
  });
  REQUIRE_THAT(next == end);
  scorch_for_nonempty_rows(pos, begin, end,
                           [&](int64_t row) { alone += static_cast<int64_t>(pos[row] < pos[row + 1]); });
  for (int64_t row = begin; row < end; ++row) alone -= static_cast<int64_t>(pos[row] < pos[row + 1]);
  REQUIRE_THAT(alone == 0);
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

// What a kernel does with a list, with at most `allowed` allocations: true if they were enough.
bool work(int64_t allowed) {
  left = allowed;
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
    if (!complete) REQUIRE_THAT(tuples.count == 0);
  }
  if (complete)
    for (int64_t n = 0; n < tuples.count; ++n)
      REQUIRE_THAT(n == 0 || tuples.crd[0][n - 1] < tuples.crd[0][n] ||
                   (tuples.crd[0][n - 1] == tuples.crd[0][n] && tuples.crd[1][n - 1] < tuples.crd[1][n]));
  left = most;
  return complete;
}

// After running out of memory, a list works again once there is memory.
void recover() {
  scorch_tuples<2, int64_t, double> tuples(&counting);
  for (const int64_t allowed : {0, 1, 2, 3, 4, 5, 6}) {
    tuples.reset();
    left = allowed;
    for (int64_t n = 0; n < 2000 * (allowed + 1); ++n) tuples.find_or_append({n, n}, 0);
    REQUIRE_THAT(!tuples.sort<1>({most}));
    left = most;
    tuples.reset();
    std::vector<std::array<int64_t, 2>> added;
    for (int64_t n = 0; n < 100; ++n) added.push_back({below(10), below(10)});
    accumulate<2, int64_t>(tuples, added, {10, 10});
  }
}

}  // namespace

int main() {
  reuse<1>({5});
  reuse<1>({int64_t{1} << 40});
  reuse<2>({3, 100000});
  reuse<3>({int64_t{1} << 33, 2, 70000});
  reuse<2, int32_t>({INT32_MAX, 9});
  collide();
  for (const int64_t count : {0, 1, 2, 32, 33, 1000, 100000})
    for (const int64_t extent :
         {int64_t{1}, int64_t{2}, int64_t{256}, int64_t{257}, int64_t{24999}, int64_t{25002}, int64_t{65535},
          int64_t{65536}, int64_t{65537}, int64_t{500000}, int64_t{1} << 32, int64_t{1} << 40, most}) {
      sort_stably<1>(count, {extent});
      sort_stably<2>(count, {extent, 3});
      sort_stably<2, int32_t>(count, {3, extent});
      if (count <= 1000) sort_stably<3>(count, {9, extent, int64_t{1} << 40});
    }
  for (const int64_t count : {0, 1, 2, 47, 48, 49, 1000, 100000})
    for (const int64_t extent : {count + 1, count + 200, int64_t{1} << 17, int64_t{1} << 40, most})
      if (extent > count) sort_list(count, extent);
  for (const int64_t rows : {0, 1, 63, 64, 65, 127, 128, 129, 1000, 5000})
    for (const int64_t permille : {0, 3, 30, 300, 1000})
      for (int again = 0; again < 5; ++again) each_row(rows, permille);
  REQUIRE_THAT(live == 0);
  int64_t needed = 0;
  while (!work(needed)) {
    REQUIRE_THAT(live == 0);
    ++needed;
  }
  REQUIRE_THAT(needed > 20 && live == 0);
  recover();
  REQUIRE_THAT(live == 0);
  return 0;
}
