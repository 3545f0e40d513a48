#include "runtime/merge.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#include "check.h"

namespace {

typedef std::vector<int32_t> Coordinates;

/// A stored coordinate, and the lists that have it, one bit each.
struct Stored {
  int64_t coordinate;
  unsigned lists;
  bool operator==(const Stored& other) const { return coordinate == other.coordinate && lists == other.lists; }
};

/// What a merge has done: its stores, and the position at which it left each list.
struct Outcome {
  std::vector<Stored> stored;
  std::vector<int64_t> at;
  bool operator==(const Outcome& other) const { return stored == other.stored && at == other.at; }
};

/// Walks the lists coordinate by coordinate until one of them ends.
Outcome expected_of(const std::vector<Coordinates>& lists) {
  Outcome outcome{{}, std::vector<int64_t>(lists.size())};
  const auto at = [&](size_t list) { return static_cast<size_t>(outcome.at[list]); };
  for (;;) {
    Stored next = {INT64_MAX, 0};
    for (size_t n = 0; n < lists.size(); ++n) {
      if (at(n) == lists[n].size()) return outcome;
      next.coordinate = std::min<int64_t>(next.coordinate, lists[n][at(n)]);
    }
    for (size_t n = 0; n < lists.size(); ++n)
      if (lists[n][at(n)] == next.coordinate) {
        next.lists |= 1U << n;
        ++outcome.at[n];
      }
    outcome.stored.push_back(next);
  }
}

template <size_t... n>
Outcome merged(const std::vector<Coordinates>& lists, std::index_sequence<n...>) {
  // Lists of both coordinate types; each begins at position 1, so that no position is one by accident.
  std::vector<std::vector<int32_t>> narrow;
  std::vector<std::vector<int64_t>> wide;
  for (const Coordinates& list : lists) {
    narrow.emplace_back(1, -1).insert(narrow.back().end(), list.begin(), list.end());
    wide.emplace_back(narrow.back().begin(), narrow.back().end());
  }
  const std::vector<const int32_t*> narrow_crd = {narrow[n].data()...};
  const std::vector<const int64_t*> wide_crd = {wide[n].data()...};
  const auto crd = [&](auto number) -> const auto& {
    if constexpr (decltype(number)::value % 3 == 2)
      return wide_crd[decltype(number)::value];
    else
      return narrow_crd[decltype(number)::value];
  };
  Outcome outcome{{}, std::vector<int64_t>(sizeof...(n), 1)};
  const auto value = [&](int64_t, auto... masks) {
    unsigned bit = 1, flags = 0;
    for (const int64_t mask : {static_cast<int64_t>(masks)...}) {
      CHECK(mask == 0 || mask == -1);
      flags |= mask != 0 ? bit : 0;
      bit *= 2;
    }
    return flags;
  };
  const auto store = [&](int64_t coordinate, unsigned flags) { outcome.stored.push_back({coordinate, flags}); };
  scorch_merge(value, store,
               scorch_list(crd(std::integral_constant<size_t, n>{}), outcome.at[n],
                           static_cast<int64_t>(lists[n].size()) + 1)...);
  for (int64_t& position : outcome.at) --position;
  return outcome;
}

/// Ascending coordinates; the larger `gap`, the fewer of them are equal to those of other lists.
Coordinates ascending(int64_t count, int64_t gap) {
  Coordinates list;
  int32_t next = -1;
  for (int64_t n = 0; n < count; ++n) list.push_back(next += static_cast<int32_t>(1 + check::below(gap)));
  return list;
}

template <size_t count>
void check_merge(const std::vector<Coordinates>& lists) {
  CHECK(merged(lists, std::make_index_sequence<count>{}) == expected_of(lists));
}

template <size_t count>
void check_merges() {
  for (int round = 0; round < 60; ++round) {
    std::vector<Coordinates> lists;
    const int64_t most = round % 3 == 0 ? 6 : 50;
    for (size_t n = 0; n < count; ++n) lists.push_back(ascending(check::below(most), 1 + check::below(4)));
    check_merge<count>(lists);
    // Equal lists, then lists with long equal runs.
    const Coordinates same = ascending(check::below(60), 3);
    lists.assign(count, same);
    check_merge<count>(lists);
    for (size_t n = 0; n < count && same.size() > 20; ++n) {
      if (check::below(2) == 0) lists[n].erase(lists[n].begin() + check::below(static_cast<int64_t>(lists[n].size())));
      if (check::below(2) == 0) lists[n].push_back(1000 + static_cast<int32_t>(n));
    }
    check_merge<count>(lists);
  }
}

template <class T>
void check_select(T one, T other) {
  const T chosen = scorch_select<T>(-1, one, other), rejected = scorch_select<T>(0, one, other);
  CHECK(std::memcmp(&chosen, &one, sizeof one) == 0);
  CHECK(std::memcmp(&rejected, &other, sizeof other) == 0);
}

}  // namespace

TEST(merges_of_two_to_eight_lists_visit_the_union) {
  check_merges<2>();
  check_merges<3>();
  check_merges<4>();
  check_merges<5>();
  check_merges<8>();
}

TEST(merges_of_two_short_lists_visit_the_union) {
  // All pairs of subsets of five coordinates.
  for (unsigned one = 0; one < 32; ++one)
    for (unsigned other = 0; other < 32; ++other) {
      std::vector<Coordinates> lists(2);
      for (int32_t n = 0; n < 5; ++n) {
        if ((one >> n & 1) != 0) lists[0].push_back(n);
        if ((other >> n & 1) != 0) lists[1].push_back(n);
      }
      check_merge<2>(lists);
    }
}

TEST(select_keeps_all_bits) {
  check_select<int32_t>(INT32_MIN, 7);
  check_select<int64_t>(INT64_MIN, -1);
  check_select<float>(-0.0F, std::numeric_limits<float>::quiet_NaN());
  check_select<double>(std::numeric_limits<double>::infinity(), -0.0);
}

TEST(least_masks_are_signs) {
  CHECK(scorch_least_mask(3, 3) == -1 && scorch_least_mask(2, 3) == -1 && scorch_least_mask(4, 3) == 0);
  CHECK(scorch_least_mask(INT32_MAX, 0) == 0 && scorch_least_mask(0, INT32_MAX) == -1);
}
