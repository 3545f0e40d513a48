// Compares conversions to and from blocked formats with hand-written code. Like SciPy's csr_tobsr, that code finds the
// blocks of each block row, then scatters the entries into them. From columns, it counts blocks first and appends each
// to its row.
#include "bcsr2_bcsr4.h"
#include "bcsr_bcsc.h"
#include "bcsr_csr.h"
#include "coo_bcsr.h"
#include "csc_bcsr.h"
#include "csr_bcsr.h"
#include "dcsr_bcsr.h"
#include "measure.h"

namespace {

struct Blocked {
  explicit Blocked(std::int64_t rows) : pos(rows + 1) {
    std::memset(pos.data, 0, static_cast<std::size_t>(rows + 1) * sizeof(std::int32_t));
  }
  Array<std::int32_t> pos;
  std::vector<std::int32_t> crd;
  std::vector<float> vals;
};

std::int64_t blocks_of(std::int64_t extent) { return (extent + b - 1) / b; }

// Appends block rows. `each(f)` calls f(row, column, value) for every entry of a block row.
class Rows {
 public:
  Rows(const Matrix& a, Blocked& out)
      : out_(out),
        rows_(blocks_of(a.rows)),
        seen_(static_cast<std::size_t>(blocks_of(a.columns)), -1),
        place_(seen_.size()) {}

  template <class Each>
  void append(std::int64_t r, const Each& each) {
    list_.clear();
    each([&](std::int64_t, std::int32_t j, float) {
      const std::size_t block = static_cast<std::size_t>(j / b);
      if (seen_[block] == static_cast<std::int32_t>(r)) return;
      seen_[block] = static_cast<std::int32_t>(r);
      list_.push_back(static_cast<std::int32_t>(block));
    });
    std::sort(list_.begin(), list_.end());
    for (const std::int32_t block : list_) {
      place_[static_cast<std::size_t>(block)] = static_cast<std::int32_t>(out_.crd.size());
      out_.crd.push_back(block);
    }
    out_.vals.resize(out_.crd.size() * b * b, 0);
    each([&](std::int64_t i, std::int32_t j, float value) {
      out_.vals[static_cast<std::size_t>(place_[static_cast<std::size_t>(j / b)]) * b * b +
                static_cast<std::size_t>((i % b) * b + j % b)] = value;
    });
    out_.pos[r + 1] = static_cast<std::int32_t>(list_.size());
  }

  void finish() {
    for (std::int64_t r = 0; r < rows_; ++r) out_.pos[r + 1] += out_.pos[r];
  }

 private:
  Blocked& out_;
  const std::int64_t rows_;
  std::vector<std::int32_t> seen_, place_, list_;
};

template <class Result, class ByHand, class Emitted, class Free>
void say_blocks(const char* name, const Matrix& a, const ByHand& by_hand, const Emitted& emitted, const Free& free) {
  Blocked* hand = nullptr;
  Result C{};
  say(
      name,
      [&] {
        hand = new Blocked(blocks_of(a.rows));
        by_hand(*hand);
      },
      [&] { return emitted(C) == SCORCH_OK; },
      [&] {
        const bool equal = C.C2_count == static_cast<std::int64_t>(hand->crd.size()) &&
                           same(hand->pos.data, C.C2_pos, blocks_of(a.rows) + 1) &&
                           same(hand->crd.data(), C.C2_crd, C.C2_count) && same(hand->vals.data(), C.C_vals, C.C_count);
        free(C);
        delete hand;
        return equal;
      });
}

void csr_to_bcsr(const Matrix& a) {
  csr_bcsr_A A{{a.rows, a.columns}, a.pos.data(), a.crd.data(), a.vals.data()};
  const auto by_hand = [&](Blocked& out) {
    Rows rows(a, out);
    for (std::int64_t r = 0; r < blocks_of(a.rows); ++r)
      rows.append(r, [&](const auto& entry) {
        for (std::int64_t i = r * b; i < std::min(a.rows, (r + 1) * b); ++i)
          for (std::int32_t n = a.pos[static_cast<std::size_t>(i)]; n < a.pos[static_cast<std::size_t>(i) + 1]; ++n)
            entry(i, a.crd[static_cast<std::size_t>(n)], a.vals[static_cast<std::size_t>(n)]);
      });
    rows.finish();
  };
  say_blocks<csr_bcsr_C>(
      "csr to bcsr4x4", a, by_hand, [&](auto& C) { return csr_bcsr(&A, &C, nullptr); },
      [](auto& C) { csr_bcsr_free(&C, nullptr); });
}

void coo_to_bcsr(const Matrix& a) {
  coo_bcsr_A A{{a.rows, a.columns}, a.nnz(), a.row.data(), a.crd.data(), a.vals.data()};
  const auto by_hand = [&](Blocked& out) {
    Rows rows(a, out);
    for (std::size_t begin = 0, end = 0; begin < a.row.size(); begin = end) {
      const std::int64_t r = a.row[begin] / b;
      while (end < a.row.size() && a.row[end] < (r + 1) * b) ++end;
      rows.append(r, [&](const auto& entry) {
        for (std::size_t n = begin; n < end; ++n) entry(a.row[n], a.crd[n], a.vals[n]);
      });
    }
    rows.finish();
  };
  say_blocks<coo_bcsr_C>(
      "coo to bcsr4x4", a, by_hand, [&](auto& C) { return coo_bcsr(&A, &C, nullptr); },
      [](auto& C) { coo_bcsr_free(&C, nullptr); });
}

void dcsr_to_bcsr(const Matrix& a) {
  const std::int32_t root[2] = {0, static_cast<std::int32_t>(a.occupied.size())};
  dcsr_bcsr_A A{{a.rows, a.columns}, root, a.occupied.data(), a.occupied_pos.data(), a.crd.data(), a.vals.data()};
  const auto by_hand = [&](Blocked& out) {
    Rows rows(a, out);
    for (std::size_t begin = 0, end = 0; begin < a.occupied.size(); begin = end) {
      const std::int64_t r = a.occupied[begin] / b;
      while (end < a.occupied.size() && a.occupied[end] < (r + 1) * b) ++end;
      rows.append(r, [&](const auto& entry) {
        for (std::size_t m = begin; m < end; ++m)
          for (std::int32_t n = a.occupied_pos[m]; n < a.occupied_pos[m + 1]; ++n)
            entry(a.occupied[m], a.crd[static_cast<std::size_t>(n)], a.vals[static_cast<std::size_t>(n)]);
      });
    }
    rows.finish();
  };
  say_blocks<dcsr_bcsr_C>(
      "dcsr to bcsr4x4", a, by_hand, [&](auto& C) { return dcsr_bcsr(&A, &C, nullptr); },
      [](auto& C) { dcsr_bcsr_free(&C, nullptr); });
}

// Reads the csr arrays as a csc matrix, which is the transpose, and visits it by block columns.
void csc_to_bcsr(const Matrix& a) {
  csc_bcsr_A A{{a.columns, a.rows}, a.pos.data(), a.crd.data(), a.vals.data()};
  const std::int64_t rows = blocks_of(a.columns), columns = blocks_of(a.rows);
  const auto by_hand = [&](Blocked& out) {
    std::vector<std::int32_t> seen(static_cast<std::size_t>(rows), -1);
    const auto walk = [&](const auto& entry) {
      for (std::int64_t c = 0; c < columns; ++c)
        for (std::int64_t j = c * b; j < std::min(a.rows, (c + 1) * b); ++j)
          for (std::int32_t n = a.pos[static_cast<std::size_t>(j)]; n < a.pos[static_cast<std::size_t>(j) + 1]; ++n) {
            const std::int32_t i = a.crd[static_cast<std::size_t>(n)];
            const bool is_new = seen[static_cast<std::size_t>(i / b)] != static_cast<std::int32_t>(c);
            seen[static_cast<std::size_t>(i / b)] = static_cast<std::int32_t>(c);
            entry(is_new, i, j, a.vals[static_cast<std::size_t>(n)]);
          }
    };
    walk([&](bool is_new, std::int32_t i, std::int64_t, float) { out.pos[i / b + 1] += is_new; });
    for (std::int64_t r = 0; r < rows; ++r) out.pos[r + 1] += out.pos[r];
    out.crd.resize(static_cast<std::size_t>(out.pos[rows]));
    out.vals.resize(out.crd.size() * b * b);
    std::vector<std::int32_t> next(out.pos.data, out.pos.data + rows);
    std::fill(seen.begin(), seen.end(), -1);
    walk([&](bool is_new, std::int32_t i, std::int64_t j, float value) {
      std::int32_t& end = next[static_cast<std::size_t>(i / b)];
      if (is_new) out.crd[static_cast<std::size_t>(end++)] = static_cast<std::int32_t>(j / b);
      out.vals[static_cast<std::size_t>(end - 1) * b * b + static_cast<std::size_t>((i % b) * b + j % b)] = value;
    });
  };
  say_blocks<csc_bcsr_C>(
      "csc to bcsr4x4", a, by_hand, [&](auto& C) { return csc_bcsr(&A, &C, nullptr); },
      [](auto& C) { csc_bcsr_free(&C, nullptr); });
}

// Each component of a block becomes an entry.
void bcsr_to_csr(const Matrix& a) {
  csr_bcsr_A given{{a.rows, a.columns}, a.pos.data(), a.crd.data(), a.vals.data()};
  csr_bcsr_C blocks{};
  if (csr_bcsr(&given, &blocks, nullptr) != SCORCH_OK) std::exit(1);
  Compressed* by_hand = nullptr;
  bcsr_csr_A A{{a.rows, a.columns}, blocks.C2_pos, blocks.C2_crd, blocks.C_vals};
  bcsr_csr_C C{};
  say(
      "bcsr4x4 to csr",
      [&] {
        by_hand = new Compressed(a.rows, blocks.C_count);
        std::int32_t at = 0;
        by_hand->pos[0] = 0;
        for (std::int64_t i = 0; i < a.rows; ++i) {
          for (std::int32_t n = blocks.C2_pos[i / b]; n < blocks.C2_pos[i / b + 1]; ++n)
            for (std::int64_t j = blocks.C2_crd[n] * b; j < std::min(a.columns, (blocks.C2_crd[n] + 1) * b);
                 ++j, ++at) {
              by_hand->crd[at] = static_cast<std::int32_t>(j);
              by_hand->vals[at] = blocks.C_vals[n * b * b + (i % b) * b + j % b];
            }
          by_hand->pos[i + 1] = at;
        }
      },
      [&] { return bcsr_csr(&A, &C, nullptr) == SCORCH_OK; },
      [&] {
        const bool equal = same(by_hand->pos.data, C.C2_pos, a.rows + 1) &&
                           same(by_hand->crd.data, C.C2_crd, C.C2_count) &&
                           same(by_hand->vals.data, C.C_vals, C.C_count);
        bcsr_csr_free(&C, nullptr);
        delete by_hand;
        return equal;
      });
  csr_bcsr_free(&blocks, nullptr);
}

// Block rows to block columns: counts the blocks, then copies each to the next position of its block column.
void bcsr_to_bcsc(const Matrix& a) {
  csr_bcsr_A given{{a.rows, a.columns}, a.pos.data(), a.crd.data(), a.vals.data()};
  csr_bcsr_C blocks{};
  if (csr_bcsr(&given, &blocks, nullptr) != SCORCH_OK) std::exit(1);
  bcsr_bcsc_A A{{a.rows, a.columns}, blocks.C2_pos, blocks.C2_crd, blocks.C_vals};
  const auto by_hand = [&](Blocked& out) {
    for (std::int64_t n = 0; n < blocks.C2_count; ++n) ++out.pos[blocks.C2_crd[n] + 1];
    for (std::int64_t c = 0; c < blocks_of(a.columns); ++c) out.pos[c + 1] += out.pos[c];
    out.crd.resize(static_cast<std::size_t>(blocks.C2_count));
    out.vals.resize(out.crd.size() * b * b);
    std::vector<std::int32_t> next(out.pos.data, out.pos.data + blocks_of(a.columns));
    for (std::int64_t r = 0; r < blocks_of(a.rows); ++r)
      for (std::int32_t n = blocks.C2_pos[r]; n < blocks.C2_pos[r + 1]; ++n) {
        const std::int32_t to = next[static_cast<std::size_t>(blocks.C2_crd[n])]++;
        out.crd[static_cast<std::size_t>(to)] = static_cast<std::int32_t>(r);
        std::memcpy(&out.vals[static_cast<std::size_t>(to) * b * b],
                    blocks.C_vals + static_cast<std::ptrdiff_t>(n) * b * b, b * b * sizeof(float));
      }
  };
  say_blocks<bcsr_bcsc_C>(
      "bcsr4x4 to bcsc4x4", a, by_hand, [&](auto& C) { return bcsr_bcsc(&A, &C, nullptr); },
      [](auto& C) { bcsr_bcsc_free(&C, nullptr); });
  csr_bcsr_free(&blocks, nullptr);
}

// 2x2 blocks to 4x4 blocks: copies whole small blocks into large ones.
void small_to_large_blocks(const Matrix& a) {
  // The blocked matrix has a 2x2 block for each entry of `a`.
  bcsr2_bcsr4_A A{{2 * a.rows, 2 * a.columns}, a.pos.data(), a.crd.data(), nullptr};
  std::vector<float> vals(static_cast<std::size_t>(4 * a.nnz()));
  for (std::size_t n = 0; n < vals.size(); ++n) vals[n] = static_cast<float>(n % 1000);
  A.A_vals = vals.data();
  Matrix large;
  large.rows = 2 * a.rows;
  const auto by_hand = [&](Blocked& out) {
    std::vector<std::int32_t> seen(static_cast<std::size_t>(blocks_of(2 * a.columns)), -1), place(seen.size()), list;
    for (std::int64_t r = 0; r < blocks_of(2 * a.rows); ++r) {
      list.clear();
      const std::int32_t begin = a.pos[static_cast<std::size_t>(2 * r)],
                         middle = a.pos[static_cast<std::size_t>(std::min(2 * r + 1, a.rows))],
                         end = a.pos[static_cast<std::size_t>(std::min(2 * r + 2, a.rows))];
      for (std::int32_t n = begin; n < end; ++n) {
        const std::size_t block = static_cast<std::size_t>(a.crd[static_cast<std::size_t>(n)] / 2);
        if (seen[block] == static_cast<std::int32_t>(r)) continue;
        seen[block] = static_cast<std::int32_t>(r);
        list.push_back(static_cast<std::int32_t>(block));
      }
      std::sort(list.begin(), list.end());
      for (const std::int32_t block : list) {
        place[static_cast<std::size_t>(block)] = static_cast<std::int32_t>(out.crd.size());
        out.crd.push_back(block);
      }
      out.vals.resize(out.crd.size() * b * b, 0);
      for (std::int32_t n = begin; n < end; ++n) {
        const std::int32_t column = a.crd[static_cast<std::size_t>(n)];
        float* to = &out.vals[static_cast<std::size_t>(place[static_cast<std::size_t>(column / 2)]) * b * b] +
                    (n < middle ? 0 : 2 * b) + column % 2 * 2;
        const float* from = &vals[static_cast<std::size_t>(4 * n)];
        to[0] = from[0];
        to[1] = from[1];
        to[b] = from[2];
        to[b + 1] = from[3];
      }
      out.pos[r + 1] = static_cast<std::int32_t>(list.size());
    }
    for (std::int64_t r = 0; r < blocks_of(2 * a.rows); ++r) out.pos[r + 1] += out.pos[r];
  };
  say_blocks<bcsr2_bcsr4_C>(
      "bcsr2x2 to bcsr4x4", large, by_hand, [&](auto& C) { return bcsr2_bcsr4(&A, &C, nullptr); },
      [](auto& C) { bcsr2_bcsr4_free(&C, nullptr); });
}

}  // namespace

void convert_blocks(const Matrix& a) {
  csr_to_bcsr(a);
  coo_to_bcsr(a);
  dcsr_to_bcsr(a);
  csc_to_bcsr(a);
  bcsr_to_csr(a);
  bcsr_to_bcsc(a);
  small_to_large_blocks(a);
}
