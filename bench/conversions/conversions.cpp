// Emitted conversions beside hand-written ones, in turn, on one random matrix. Prints a line a conversion: the median
// time of the emitted kernel over that of the hand-written one. The results are compared to the last bit first.
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

#include "bcsr_csr.h"
#include "coo_csc.h"
#include "coo_csr.h"
#include "csr_bcsr.h"
#include "csr_coo.h"
#include "csr_csc.h"
#include "csr_csr.h"
#include "csr_dcsr.h"
#include "dcsr_dcsc.h"

namespace {

constexpr int runs = 30;
constexpr std::int64_t b = 4;

template <class T>
struct Array {
  explicit Array(std::int64_t count) : data(static_cast<T*>(std::malloc(static_cast<std::size_t>(std::max<std::int64_t>(count, 1)) * sizeof(T)))) {}
  ~Array() { std::free(data); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  T& operator[](std::int64_t n) { return data[n]; }
  T* data;
};

struct Matrix {
  std::int64_t rows = 0, columns = 0;
  std::vector<std::int32_t> pos, row, crd;  // csr, and the rows of each entry
  std::vector<float> vals;
  std::vector<std::int32_t> occupied, occupied_pos;  // dcsr
  std::int64_t nnz() const { return static_cast<std::int64_t>(vals.size()); }
};

Matrix random_matrix(std::int64_t n, int per_row) {
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

void say(const char* name, const std::function<void()>& by_hand, const std::function<bool()>& emitted,
         const std::function<bool()>& agree) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> hand, ours;
  const auto timed = [](std::vector<double>& times, const auto& call) {
    const auto start = Clock::now();
    call();
    times.push_back(std::chrono::duration<double>(Clock::now() - start).count());
  };
  for (int run = 0; run < runs; ++run) {
    // Each goes first in every other run: who goes second finds the operand in the cache, and less memory kept for it.
    bool ok = false;
    const auto run_ours = [&] { timed(ours, [&] { ok = emitted(); }); };
    if (run % 2 == 1) run_ours();
    timed(hand, by_hand);
    if (run % 2 == 0) run_ours();
    if (!ok || !agree()) {
      std::printf("%-14s the results differ\n", name);
      std::exit(1);
    }
  }
  std::sort(hand.begin(), hand.end());
  std::sort(ours.begin(), ours.end());
  std::printf("| %-14s | %.2f |\n", name, ours[runs / 2] / hand[runs / 2]);
}

template <class T>
bool same(const T* x, const T* y, std::int64_t count) {
  return std::memcmp(x, y, static_cast<std::size_t>(count) * sizeof(T)) == 0;
}

// What a kernel allocates and frees is part of its time; so is what the hand-written code allocates.
struct Compressed {
  Compressed(std::int64_t rows, std::int64_t nnz) : pos(rows + 1), crd(nnz), vals(nnz) {}
  Array<std::int32_t> pos, crd;
  Array<float> vals;
};

// As SciPy's csr_tocsc: count, sum up, place, shift back.
void transpose_by_hand(std::int64_t rows, std::int64_t columns, const std::int32_t* pos, const std::int32_t* crd,
                       const float* vals, Compressed& out) {
  std::memset(out.pos.data, 0, static_cast<std::size_t>(columns + 1) * sizeof(std::int32_t));
  for (std::int64_t n = 0; n < pos[rows]; ++n) ++out.pos[crd[n]];
  std::int32_t sum = 0;
  for (std::int64_t j = 0; j < columns; ++j) {
    const std::int32_t count = out.pos[j];
    out.pos[j] = sum;
    sum += count;
  }
  out.pos[columns] = sum;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int32_t n = pos[i]; n < pos[i + 1]; ++n) {
      const std::int32_t to = out.pos[crd[n]]++;
      out.crd[to] = static_cast<std::int32_t>(i);
      out.vals[to] = vals[n];
    }
  std::int32_t last = 0;
  for (std::int64_t j = 0; j <= columns; ++j) std::swap(out.pos[j], last);
}

void csr_to_csc(const Matrix& a) {
  Compressed* by_hand = nullptr;
  csr_csc_A A{{a.rows, a.columns}, a.pos.data(), a.crd.data(), a.vals.data()};
  csr_csc_C C{};
  say("csr to csc",
      [&] {
        by_hand = new Compressed(a.columns, a.nnz());
        transpose_by_hand(a.rows, a.columns, a.pos.data(), a.crd.data(), a.vals.data(), *by_hand);
      },
      [&] { return csr_csc(&A, &C, nullptr) == SCORCH_OK; },
      [&] {
        const bool equal = same(by_hand->pos.data, C.C2_pos, a.columns + 1) && same(by_hand->crd.data, C.C2_crd, a.nnz()) &&
                           same(by_hand->vals.data, C.C_vals, a.nnz());
        csr_csc_free(&C, nullptr);
        delete by_hand;
        return equal;
      });
}

void csr_to_csr(const Matrix& a) {
  Compressed* by_hand = nullptr;
  csr_csr_A A{{a.rows, a.columns}, a.pos.data(), a.crd.data(), a.vals.data()};
  csr_csr_C C{};
  say("csr to csr",
      [&] {
        by_hand = new Compressed(a.rows, a.nnz());
        std::memcpy(by_hand->pos.data, a.pos.data(), a.pos.size() * sizeof(std::int32_t));
        std::memcpy(by_hand->crd.data, a.crd.data(), a.crd.size() * sizeof(std::int32_t));
        std::memcpy(by_hand->vals.data, a.vals.data(), a.vals.size() * sizeof(float));
      },
      [&] { return csr_csr(&A, &C, nullptr) == SCORCH_OK; },
      [&] {
        const bool equal = same(by_hand->pos.data, C.C2_pos, a.rows + 1) && same(by_hand->crd.data, C.C2_crd, a.nnz());
        csr_csr_free(&C, nullptr);
        delete by_hand;
        return equal;
      });
}

void coo_to_csr(const Matrix& a) {
  Compressed* by_hand = nullptr;
  coo_csr_A A{{a.rows, a.columns}, a.nnz(), a.row.data(), a.crd.data(), a.vals.data()};
  coo_csr_C C{};
  say("coo to csr",
      [&] {
        by_hand = new Compressed(a.rows, a.nnz());
        std::memset(by_hand->pos.data, 0, static_cast<std::size_t>(a.rows + 1) * sizeof(std::int32_t));
        for (const std::int32_t i : a.row) ++by_hand->pos[i + 1];
        for (std::int64_t i = 0; i < a.rows; ++i) by_hand->pos[i + 1] += by_hand->pos[i];
        std::memcpy(by_hand->crd.data, a.crd.data(), a.crd.size() * sizeof(std::int32_t));
        std::memcpy(by_hand->vals.data, a.vals.data(), a.vals.size() * sizeof(float));
      },
      [&] { return coo_csr(&A, &C, nullptr) == SCORCH_OK; },
      [&] {
        const bool equal = same(by_hand->pos.data, C.C2_pos, a.rows + 1) && same(by_hand->crd.data, C.C2_crd, a.nnz());
        coo_csr_free(&C, nullptr);
        delete by_hand;
        return equal;
      });
}

void coo_to_csc(const Matrix& a) {
  Compressed* by_hand = nullptr;
  coo_csc_A A{{a.rows, a.columns}, a.nnz(), a.row.data(), a.crd.data(), a.vals.data()};
  coo_csc_C C{};
  say("coo to csc",
      [&] {
        by_hand = new Compressed(a.columns, a.nnz());
        std::memset(by_hand->pos.data, 0, static_cast<std::size_t>(a.columns + 1) * sizeof(std::int32_t));
        for (const std::int32_t j : a.crd) ++by_hand->pos[j + 1];
        for (std::int64_t j = 0; j < a.columns; ++j) by_hand->pos[j + 1] += by_hand->pos[j];
        Array<std::int32_t> next(a.columns);
        std::memcpy(next.data, by_hand->pos.data, static_cast<std::size_t>(a.columns) * sizeof(std::int32_t));
        for (std::int64_t n = 0; n < a.nnz(); ++n) {
          const std::int32_t to = next[a.crd[static_cast<std::size_t>(n)]]++;
          by_hand->crd[to] = a.row[static_cast<std::size_t>(n)];
          by_hand->vals[to] = a.vals[static_cast<std::size_t>(n)];
        }
      },
      [&] { return coo_csc(&A, &C, nullptr) == SCORCH_OK; },
      [&] {
        const bool equal = same(by_hand->pos.data, C.C2_pos, a.columns + 1) && same(by_hand->crd.data, C.C2_crd, a.nnz());
        coo_csc_free(&C, nullptr);
        delete by_hand;
        return equal;
      });
}

void csr_to_coo(const Matrix& a) {
  struct Coo {
    explicit Coo(std::int64_t nnz) : row(nnz), crd(nnz), vals(nnz) {}
    Array<std::int32_t> row, crd;
    Array<float> vals;
  };
  Coo* by_hand = nullptr;
  csr_coo_A A{{a.rows, a.columns}, a.pos.data(), a.crd.data(), a.vals.data()};
  csr_coo_C C{};
  say("csr to coo",
      [&] {
        by_hand = new Coo(a.nnz());
        for (std::int64_t i = 0; i < a.rows; ++i)
          for (std::int32_t n = a.pos[static_cast<std::size_t>(i)]; n < a.pos[static_cast<std::size_t>(i) + 1]; ++n)
            by_hand->row[n] = static_cast<std::int32_t>(i);
        std::memcpy(by_hand->crd.data, a.crd.data(), a.crd.size() * sizeof(std::int32_t));
        std::memcpy(by_hand->vals.data, a.vals.data(), a.vals.size() * sizeof(float));
      },
      [&] { return csr_coo(&A, &C, nullptr) == SCORCH_OK; },
      [&] {
        const bool equal = same(by_hand->row.data, C.C1_crd, a.nnz()) && same(by_hand->crd.data, C.C2_crd, a.nnz());
        csr_coo_free(&C, nullptr);
        delete by_hand;
        return equal;
      });
}

void csr_to_dcsr(const Matrix& a) {
  Compressed* by_hand = nullptr;
  Array<std::int32_t>* occupied = nullptr;
  csr_dcsr_A A{{a.rows, a.columns}, a.pos.data(), a.crd.data(), a.vals.data()};
  csr_dcsr_C C{};
  say("csr to dcsr",
      [&] {
        std::int64_t count = 0;
        for (std::size_t i = 0; i + 1 < a.pos.size(); ++i) count += a.pos[i] < a.pos[i + 1];
        by_hand = new Compressed(count, a.nnz());
        occupied = new Array<std::int32_t>(count);
        by_hand->pos[0] = 0;
        std::int64_t at = 0;
        for (std::size_t i = 0; i + 1 < a.pos.size(); ++i) {
          if (a.pos[i] == a.pos[i + 1]) continue;
          (*occupied)[at] = static_cast<std::int32_t>(i);
          by_hand->pos[++at] = a.pos[i + 1];
        }
        std::memcpy(by_hand->crd.data, a.crd.data(), a.crd.size() * sizeof(std::int32_t));
        std::memcpy(by_hand->vals.data, a.vals.data(), a.vals.size() * sizeof(float));
      },
      [&] { return csr_dcsr(&A, &C, nullptr) == SCORCH_OK; },
      [&] {
        const bool equal = same(occupied->data, C.C1_crd, C.C1_count) && same(by_hand->pos.data, C.C2_pos, C.C1_count + 1) &&
                           same(by_hand->crd.data, C.C2_crd, a.nnz());
        csr_dcsr_free(&C, nullptr);
        delete by_hand;
        delete occupied;
        return equal;
      });
}

// Two transpositions by hand: the second one finds the occupied columns.
void dcsr_to_dcsc(const Matrix& a) {
  Compressed* by_hand = nullptr;
  Array<std::int32_t>* occupied = nullptr;
  const std::int32_t root[2] = {0, static_cast<std::int32_t>(a.occupied.size())};
  dcsr_dcsc_A A{{a.rows, a.columns}, root, a.occupied.data(), a.occupied_pos.data(), a.crd.data(), a.vals.data()};
  dcsr_dcsc_C C{};
  std::int64_t count = 0;
  say("dcsr to dcsc",
      [&] {
        by_hand = new Compressed(a.columns, a.nnz());
        std::memset(by_hand->pos.data, 0, static_cast<std::size_t>(a.columns + 1) * sizeof(std::int32_t));
        for (const std::int32_t j : a.crd) ++by_hand->pos[j + 1];
        for (std::int64_t j = 0; j < a.columns; ++j) by_hand->pos[j + 1] += by_hand->pos[j];
        Array<std::int32_t> next(a.columns);
        std::memcpy(next.data, by_hand->pos.data, static_cast<std::size_t>(a.columns) * sizeof(std::int32_t));
        for (std::size_t r = 0; r < a.occupied.size(); ++r)
          for (std::int32_t n = a.occupied_pos[r]; n < a.occupied_pos[r + 1]; ++n) {
            const std::int32_t to = next[a.crd[static_cast<std::size_t>(n)]]++;
            by_hand->crd[to] = a.occupied[r];
            by_hand->vals[to] = a.vals[static_cast<std::size_t>(n)];
          }
        occupied = new Array<std::int32_t>(a.columns);
        count = 0;
        for (std::int64_t j = 0; j < a.columns; ++j) {
          if (by_hand->pos[j] == by_hand->pos[j + 1]) continue;
          (*occupied)[count] = static_cast<std::int32_t>(j);
          by_hand->pos[++count] = by_hand->pos[j + 1];
        }
      },
      [&] { return dcsr_dcsc(&A, &C, nullptr) == SCORCH_OK; },
      [&] {
        const bool equal = C.C1_count == count && same(occupied->data, C.C1_crd, count) &&
                           same(by_hand->pos.data, C.C2_pos, count + 1) && same(by_hand->crd.data, C.C2_crd, a.nnz());
        dcsr_dcsc_free(&C, nullptr);
        delete by_hand;
        delete occupied;
        return equal;
      });
}

// As SciPy's csr_tobsr: for each row of blocks, where in it each block is.
void csr_to_bcsr(const Matrix& a) {
  struct Blocked {
    explicit Blocked(std::int64_t rows) : pos(rows + 1) {}
    Array<std::int32_t> pos;
    std::vector<std::int32_t> crd;
    std::vector<float> vals;
  };
  Blocked* by_hand = nullptr;
  const std::int64_t block_rows = (a.rows + b - 1) / b, block_columns = (a.columns + b - 1) / b;
  csr_bcsr_A A{{a.rows, a.columns}, a.pos.data(), a.crd.data(), a.vals.data()};
  csr_bcsr_C C{};
  say("csr to bcsr4x4",
      [&] {
        by_hand = new Blocked(block_rows);
        std::vector<std::int32_t> seen(static_cast<std::size_t>(block_columns), -1), place(static_cast<std::size_t>(block_columns));
        std::vector<std::int32_t> list;
        by_hand->pos[0] = 0;
        for (std::int64_t r = 0; r < block_rows; ++r) {
          list.clear();
          const std::int64_t end = std::min(a.rows, (r + 1) * b);
          for (std::int64_t n = a.pos[static_cast<std::size_t>(r * b)]; n < a.pos[static_cast<std::size_t>(end)]; ++n) {
            const std::size_t block = static_cast<std::size_t>(a.crd[static_cast<std::size_t>(n)] / b);
            if (seen[block] == static_cast<std::int32_t>(r)) continue;
            seen[block] = static_cast<std::int32_t>(r);
            list.push_back(static_cast<std::int32_t>(block));
          }
          std::sort(list.begin(), list.end());
          for (const std::int32_t block : list) {
            place[static_cast<std::size_t>(block)] = static_cast<std::int32_t>(by_hand->crd.size());
            by_hand->crd.push_back(block);
          }
          by_hand->vals.resize(by_hand->crd.size() * b * b, 0);
          for (std::int64_t i = r * b; i < end; ++i)
            for (std::int32_t n = a.pos[static_cast<std::size_t>(i)]; n < a.pos[static_cast<std::size_t>(i) + 1]; ++n) {
              const std::int32_t j = a.crd[static_cast<std::size_t>(n)];
              const std::size_t at = static_cast<std::size_t>(place[static_cast<std::size_t>(j / b)]) * b * b +
                                     static_cast<std::size_t>((i % b) * b + j % b);
              by_hand->vals[at] = a.vals[static_cast<std::size_t>(n)];
            }
          by_hand->pos[r + 1] = static_cast<std::int32_t>(by_hand->crd.size());
        }
      },
      [&] { return csr_bcsr(&A, &C, nullptr) == SCORCH_OK; },
      [&] {
        const bool equal = C.C2_count == static_cast<std::int64_t>(by_hand->crd.size()) &&
                           same(by_hand->pos.data, C.C2_pos, block_rows + 1) &&
                           same(by_hand->crd.data(), C.C2_crd, C.C2_count) && same(by_hand->vals.data(), C.C_vals, C.C_count);
        csr_bcsr_free(&C, nullptr);
        delete by_hand;
        return equal;
      });
}

// Every place of a block becomes an entry.
void bcsr_to_csr(const Matrix& a) {
  csr_bcsr_A given{{a.rows, a.columns}, a.pos.data(), a.crd.data(), a.vals.data()};
  csr_bcsr_C blocks{};
  if (csr_bcsr(&given, &blocks, nullptr) != SCORCH_OK) std::exit(1);
  Compressed* by_hand = nullptr;
  bcsr_csr_A A{{a.rows, a.columns}, blocks.C2_pos, blocks.C2_crd, blocks.C_vals};
  bcsr_csr_C C{};
  say("bcsr4x4 to csr",
      [&] {
        by_hand = new Compressed(a.rows, blocks.C_count);
        std::int32_t at = 0;
        by_hand->pos[0] = 0;
        for (std::int64_t i = 0; i < a.rows; ++i) {
          for (std::int32_t n = blocks.C2_pos[i / b]; n < blocks.C2_pos[i / b + 1]; ++n)
            for (std::int64_t j = blocks.C2_crd[n] * b; j < std::min(a.columns, (blocks.C2_crd[n] + 1) * b); ++j, ++at) {
              by_hand->crd[at] = static_cast<std::int32_t>(j);
              by_hand->vals[at] = blocks.C_vals[n * b * b + (i % b) * b + j % b];
            }
          by_hand->pos[i + 1] = at;
        }
      },
      [&] { return bcsr_csr(&A, &C, nullptr) == SCORCH_OK; },
      [&] {
        const bool equal = same(by_hand->pos.data, C.C2_pos, a.rows + 1) && same(by_hand->crd.data, C.C2_crd, C.C2_count) &&
                           same(by_hand->vals.data, C.C_vals, C.C_count);
        bcsr_csr_free(&C, nullptr);
        delete by_hand;
        return equal;
      });
  csr_bcsr_free(&blocks, nullptr);
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t n = argc > 1 ? std::atoll(argv[1]) : 100000;
  const Matrix a = random_matrix(n, argc > 2 ? std::atoi(argv[2]) : 10);
  std::printf("%lld rows, %lld stored\n| conversion     | emitted / by hand |\n|---|---|\n", static_cast<long long>(n),
              static_cast<long long>(a.nnz()));
  csr_to_csr(a);
  csr_to_csc(a);
  csr_to_coo(a);
  coo_to_csr(a);
  coo_to_csc(a);
  csr_to_dcsr(a);
  dcsr_to_dcsc(a);
  csr_to_bcsr(a);
  bcsr_to_csr(a);
  return 0;
}
