// Compares emitted conversions with hand-written code on one random matrix, timed alternately. Prints a line per
// conversion: the median time of the emitted kernel divided by that of the hand-written code. Results must agree to the
// last bit.
#include "coo_csc.h"
#include "coo_csr.h"
#include "csr_coo.h"
#include "csr_csc.h"
#include "csr_csr.h"
#include "csr_dcsr.h"
#include "dcsr_dcsc.h"
#include "measure.h"

namespace {

// As in SciPy's csr_tocsc: counts, prefix sums, scatter, shift of the positions back.
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
  say(
      "csr to csc",
      [&] {
        by_hand = new Compressed(a.columns, a.nnz());
        transpose_by_hand(a.rows, a.columns, a.pos.data(), a.crd.data(), a.vals.data(), *by_hand);
      },
      [&] { return csr_csc(&A, &C, nullptr) == SCORCH_OK; },
      [&] {
        const bool equal = same(by_hand->pos.data, C.C2_pos, a.columns + 1) &&
                           same(by_hand->crd.data, C.C2_crd, a.nnz()) && same(by_hand->vals.data, C.C_vals, a.nnz());
        csr_csc_free(&C, nullptr);
        delete by_hand;
        return equal;
      });
}

void csr_to_csr(const Matrix& a) {
  Compressed* by_hand = nullptr;
  csr_csr_A A{{a.rows, a.columns}, a.pos.data(), a.crd.data(), a.vals.data()};
  csr_csr_C C{};
  say(
      "csr to csr",
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
  say(
      "coo to csr",
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
  say(
      "coo to csc",
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
        const bool equal =
            same(by_hand->pos.data, C.C2_pos, a.columns + 1) && same(by_hand->crd.data, C.C2_crd, a.nnz());
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
  say(
      "csr to coo",
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
  say(
      "csr to dcsr",
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
        const bool equal = same(occupied->data, C.C1_crd, C.C1_count) &&
                           same(by_hand->pos.data, C.C2_pos, C.C1_count + 1) &&
                           same(by_hand->crd.data, C.C2_crd, a.nnz());
        csr_dcsr_free(&C, nullptr);
        delete by_hand;
        delete occupied;
        return equal;
      });
}

// The hand-written code transposes by a counting sort over all columns, then removes the empty columns.
void dcsr_to_dcsc(const Matrix& a) {
  Compressed* by_hand = nullptr;
  Array<std::int32_t>* occupied = nullptr;
  const std::int32_t root[2] = {0, static_cast<std::int32_t>(a.occupied.size())};
  dcsr_dcsc_A A{{a.rows, a.columns}, root, a.occupied.data(), a.occupied_pos.data(), a.crd.data(), a.vals.data()};
  dcsr_dcsc_C C{};
  std::int64_t count = 0;
  say(
      "dcsr to dcsc",
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

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t n = argc > 1 ? std::atoll(argv[1]) : 100000;
  const Matrix a = random_matrix(n, argc > 2 ? std::atoi(argv[2]) : 10);
  std::printf("%lld rows, %lld entries\n| conversion     | emitted / by hand |\n|---|---|\n", static_cast<long long>(n),
              static_cast<long long>(a.nnz()));
  csr_to_csr(a);
  csr_to_csc(a);
  csr_to_coo(a);
  coo_to_csr(a);
  coo_to_csc(a);
  csr_to_dcsr(a);
  dcsr_to_dcsc(a);
  convert_blocks(a);
  convert_tensors(n, argc > 2 ? std::atoi(argv[2]) : 10);
  return 0;
}
