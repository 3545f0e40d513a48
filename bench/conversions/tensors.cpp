// Compares conversions between storage orders of a random tensor of order 3 with hand-written code. That code sorts the
// entries by counting sorts, last index first, only by the indices whose order changes. It then builds the levels from
// the sorted entries.
#include <array>

#include "coo_csf.h"
#include "csf_201.h"
#include "csf_210.h"
#include "measure.h"

namespace {

using Index = std::int32_t;

struct Entries {
  explicit Entries(std::int64_t count) : a(count), b(count), c(count), vals(count) {}
  Array<Index> a, b, c;  // coordinates, in the order of levels
  Array<float> vals;
};

struct Fibres {
  explicit Fibres(std::int64_t nnz)
      : pos1(2), crd1(nnz), pos2(nnz + 1), crd2(nnz), pos3(nnz + 1), crd3(nnz), vals(nnz) {}
  Array<Index> pos1, crd1, pos2, crd2, pos3, crd3;
  Array<float> vals;
  std::int64_t count1 = 0, count2 = 0;
};

struct Tensor {
  std::int64_t extents[3] = {};
  std::int64_t nnz = 0;
  std::vector<Index> coordinates[3];
  std::vector<float> vals;
  std::vector<Index> pos1, crd1, pos2, crd2, pos3, crd3;
};

Tensor random_tensor(std::int64_t nnz) {
  Tensor t;
  t.extents[0] = nnz / 50 + 1;
  t.extents[1] = nnz / 500 + 2;
  t.extents[2] = nnz / 100 + 3;
  std::mt19937_64 generator(2);
  std::vector<std::array<Index, 3>> tuples;
  for (std::int64_t n = 0; n < nnz; ++n) {
    std::array<Index, 3> tuple;
    for (std::size_t m = 0; m < 3; ++m)
      tuple[m] = static_cast<Index>(generator() % static_cast<std::uint64_t>(t.extents[m]));
    tuples.push_back(tuple);
  }
  std::sort(tuples.begin(), tuples.end());
  tuples.erase(std::unique(tuples.begin(), tuples.end()), tuples.end());
  t.nnz = static_cast<std::int64_t>(tuples.size());
  t.pos2.push_back(0);
  t.pos3.push_back(0);
  for (std::size_t n = 0; n < tuples.size(); ++n) {
    for (std::size_t m = 0; m < 3; ++m) t.coordinates[m].push_back(tuples[n][m]);
    t.vals.push_back(static_cast<float>(generator() % 1000));
    const bool new1 = n == 0 || tuples[n][0] != tuples[n - 1][0], new2 = new1 || tuples[n][1] != tuples[n - 1][1];
    if (new1) {
      t.crd1.push_back(tuples[n][0]);
      t.pos2.push_back(t.pos2.back());
    }
    if (new2) {
      t.crd2.push_back(tuples[n][1]);
      ++t.pos2.back();
      t.pos3.push_back(t.pos3.back());
    }
    t.crd3.push_back(tuples[n][2]);
    ++t.pos3.back();
  }
  t.pos1 = {0, static_cast<Index>(t.crd1.size())};
  return t;
}

// Builds the levels of sorted entries, except the coordinates of the last level and the values.
void read_off(const Index* a, const Index* b, std::int64_t nnz, Fibres& out) {
  out.count1 = out.count2 = 0;
  out.pos2[0] = out.pos3[0] = 0;
  for (std::int64_t n = 0; n < nnz; ++n) {
    const bool new1 = n == 0 || a[n] != a[n - 1];
    if (new1 || b[n] != b[n - 1]) {
      if (new1) out.crd1[out.count1++] = a[n];
      out.crd2[out.count2++] = b[n];
    }
    out.pos2[out.count1] = static_cast<Index>(out.count2);
    out.pos3[out.count2] = static_cast<Index>(n + 1);
  }
  out.pos1[0] = 0;
  out.pos1[1] = static_cast<Index>(out.count1);
}

// Sets next[i] to the first position of the entries with coordinate i.
void starts_of(const Index* crd, std::int64_t nnz, std::int64_t extent, Index* next) {
  std::memset(next, 0, static_cast<std::size_t>(extent + 1) * sizeof(Index));
  for (std::int64_t n = 0; n < nnz; ++n) ++next[crd[n] + 1];
  for (std::int64_t i = 0; i < extent; ++i) next[i + 1] += next[i];
}

// Calls `each(i, j, k, n)` for every entry.
template <class Each>
void walk(const Tensor& t, const Each& each) {
  for (std::size_t p1 = 0; p1 < t.crd1.size(); ++p1)
    for (Index p2 = t.pos2[p1]; p2 < t.pos2[p1 + 1]; ++p2)
      for (Index p3 = t.pos3[static_cast<std::size_t>(p2)]; p3 < t.pos3[static_cast<std::size_t>(p2) + 1]; ++p3)
        each(t.crd1[p1], t.crd2[static_cast<std::size_t>(p2)], t.crd3[static_cast<std::size_t>(p3)], p3);
}

// A counting sort by k only: i and j are in order already.
void csf_to_201(const Tensor& t, Fibres& out) {
  Array<Index> next(t.extents[2] + 1), k(t.nnz), i(t.nnz);
  starts_of(t.crd3.data(), t.nnz, t.extents[2], next.data);
  walk(t, [&](Index at_i, Index at_j, Index at_k, Index n) {
    const Index to = next[at_k]++;
    k[to] = at_k;
    i[to] = at_i;
    out.crd3[to] = at_j;
    out.vals[to] = t.vals[static_cast<std::size_t>(n)];
  });
  read_off(k.data, i.data, t.nnz, out);
}

// Counting sorts by j, then by k: i is in order already.
void csf_to_210(const Tensor& t, Fibres& out) {
  Entries by_j(t.nnz);
  Array<Index> next_j(t.extents[1] + 1), next_k(t.extents[2] + 1), k(t.nnz), j(t.nnz);
  std::memset(next_j.data, 0, static_cast<std::size_t>(t.extents[1] + 1) * sizeof(Index));
  for (std::size_t p2 = 0; p2 < t.crd2.size(); ++p2) next_j[t.crd2[p2] + 1] += t.pos3[p2 + 1] - t.pos3[p2];
  for (std::int64_t n = 0; n < t.extents[1]; ++n) next_j[n + 1] += next_j[n];
  walk(t, [&](Index at_i, Index at_j, Index at_k, Index n) {
    const Index to = next_j[at_j]++;
    by_j.a[to] = at_k;
    by_j.b[to] = at_j;
    by_j.c[to] = at_i;
    by_j.vals[to] = t.vals[static_cast<std::size_t>(n)];
  });
  starts_of(by_j.a.data, t.nnz, t.extents[2], next_k.data);
  for (std::int64_t n = 0; n < t.nnz; ++n) {
    const Index to = next_k[by_j.a[n]]++;
    k[to] = by_j.a[n];
    j[to] = by_j.b[n];
    out.crd3[to] = by_j.c[n];
    out.vals[to] = by_j.vals[n];
  }
  read_off(k.data, j.data, t.nnz, out);
}

void coo_to_csf(const Tensor& t, Fibres& out) {
  read_off(t.coordinates[0].data(), t.coordinates[1].data(), t.nnz, out);
  std::memcpy(out.crd3.data, t.coordinates[2].data(), static_cast<std::size_t>(t.nnz) * sizeof(Index));
  std::memcpy(out.vals.data, t.vals.data(), static_cast<std::size_t>(t.nnz) * sizeof(float));
}

template <class Result, class ByHand, class Emitted, class Free>
void say_fibres(const char* name, const Tensor& t, const ByHand& by_hand, const Emitted& emitted, const Free& free) {
  Fibres* hand = nullptr;
  Result C{};
  say(
      name,
      [&] {
        hand = new Fibres(t.nnz);
        by_hand(t, *hand);
      },
      [&] { return emitted(C) == SCORCH_OK; },
      [&] {
        const bool equal =
            C.C1_count == hand->count1 && C.C2_count == hand->count2 && C.C3_count == t.nnz &&
            same(hand->crd1.data, C.C1_crd, C.C1_count) && same(hand->pos2.data, C.C2_pos, C.C1_count + 1) &&
            same(hand->crd2.data, C.C2_crd, C.C2_count) && same(hand->pos3.data, C.C3_pos, C.C2_count + 1) &&
            same(hand->crd3.data, C.C3_crd, t.nnz) && same(hand->vals.data, C.C_vals, t.nnz);
        free(C);
        delete hand;
        return equal;
      });
}

}  // namespace

void convert_tensors(std::int64_t rows, int per_row) {
  const Tensor t = random_tensor(rows * per_row);
  const std::int64_t i = t.extents[0], j = t.extents[1], k = t.extents[2];
  const auto fibres = [&](auto given) {
    return decltype(given){{i, j, k},     t.pos1.data(), t.crd1.data(), t.pos2.data(),
                           t.crd2.data(), t.pos3.data(), t.crd3.data(), t.vals.data()};
  };
  const csf_201_A a201 = fibres(csf_201_A{});
  say_fibres<csf_201_C>(
      "csf to csf:2,0,1", t, csf_to_201, [&](auto& C) { return csf_201(&a201, &C, nullptr); },
      [](auto& C) { csf_201_free(&C, nullptr); });
  const csf_210_A a210 = fibres(csf_210_A{});
  say_fibres<csf_210_C>(
      "csf to csf:2,1,0", t, csf_to_210, [&](auto& C) { return csf_210(&a210, &C, nullptr); },
      [](auto& C) { csf_210_free(&C, nullptr); });
  const coo_csf_A coo{{i, j, k},    t.nnz, t.coordinates[0].data(), t.coordinates[1].data(), t.coordinates[2].data(),
                      t.vals.data()};
  say_fibres<coo_csf_C>(
      "coo to csf", t, coo_to_csf, [&](auto& C) { return coo_csf(&coo, &C, nullptr); },
      [](auto& C) { coo_csf_free(&C, nullptr); });
}
