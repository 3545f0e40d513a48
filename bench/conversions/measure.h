// Draws a random matrix and times pairs of conversions alternately, for conversions.cpp, blocks.cpp and tensors.cpp.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

inline constexpr int runs = 30;
inline constexpr std::int64_t b = 4;  // rows, and columns, of a block

template <class T>
struct Array {
  explicit Array(std::int64_t count)
      : data(static_cast<T*>(std::malloc(static_cast<std::size_t>(std::max<std::int64_t>(count, 1)) * sizeof(T)))) {}
  ~Array() { std::free(data); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  T& operator[](std::int64_t n) { return data[n]; }
  T* data;
};

struct Matrix {
  std::int64_t rows = 0, columns = 0;
  std::vector<std::int32_t> pos, row, crd;  // csr, and the row of each entry
  std::vector<float> vals;
  std::vector<std::int32_t> occupied, occupied_pos;  // dcsr
  std::int64_t nnz() const { return static_cast<std::int64_t>(vals.size()); }
};

inline Matrix random_matrix(std::int64_t n, int per_row) {
  Matrix a;
  a.rows = a.columns = n;
  a.pos.push_back(0);
  std::mt19937 generator(1);
  for (std::int64_t i = 0; i < n; ++i) {
    std::vector<std::int32_t> row;
    const bool empty = i % 7 == 3;
    for (int k = 0; k < per_row && !empty; ++k)
      row.push_back(static_cast<std::int32_t>(generator() % static_cast<std::uint32_t>(n)));
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    for (const std::int32_t j : row) {
      a.row.push_back(static_cast<std::int32_t>(i));
      a.crd.push_back(j);
      a.vals.push_back(static_cast<float>(generator() % 1000));
    }
    a.pos.push_back(static_cast<std::int32_t>(a.crd.size()));
    if (!row.empty()) {
      a.occupied.push_back(static_cast<std::int32_t>(i));
      a.occupied_pos.push_back(a.pos[a.pos.size() - 2]);
    }
  }
  a.occupied_pos.push_back(static_cast<std::int32_t>(a.nnz()));
  return a;
}

// Times both conversions, exits if `agree` says that the results differ, and prints the ratio of their median times.
inline void say(const char* name, const std::function<void()>& by_hand, const std::function<bool()>& emitted,
                const std::function<bool()>& agree) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> hand, ours;
  const auto timed = [](std::vector<double>& times, const auto& call) {
    const auto start = Clock::now();
    call();
    times.push_back(std::chrono::duration<double>(Clock::now() - start).count());
  };
  for (int run = 0; run < runs; ++run) {
    // They alternate in going first: the second one finds the operand in the cache, but less memory kept for it.
    bool ok = false;
    const auto run_ours = [&] { timed(ours, [&] { ok = emitted(); }); };
    if (run % 2 == 1) run_ours();
    timed(hand, by_hand);
    if (run % 2 == 0) run_ours();
    if (!ok || !agree()) {
      std::printf("%-18s the results differ\n", name);
      std::exit(1);
    }
  }
  std::sort(hand.begin(), hand.end());
  std::sort(ours.begin(), ours.end());
  std::printf("| %-18s | %.2f |\n", name, ours[runs / 2] / hand[runs / 2]);
}

template <class T>
bool same(const T* x, const T* y, std::int64_t count) {
  return std::memcmp(x, y, static_cast<std::size_t>(count) * sizeof(T)) == 0;
}

// A csr matrix of the hand-written code. As for kernels, allocation is part of the time.
struct Compressed {
  Compressed(std::int64_t rows, std::int64_t nnz) : pos(rows + 1), crd(nnz), vals(nnz) {}
  Array<std::int32_t> pos, crd;
  Array<float> vals;
};

// Conversions to and from blocked formats (blocks.cpp).
void convert_blocks(const Matrix& a);
// Conversions of a tensor of order 3 with `rows` * `per_row` entries (tensors.cpp).
void convert_tensors(std::int64_t rows, int per_row);
