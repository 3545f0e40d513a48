// Packing, validating and unpacking tensors of several formats, compared with a map from coordinates to values.
#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <vector>

#include "check.h"
#include "runtime/pack.h"
#include "runtime/unpack.h"
#include "runtime/validate.h"

namespace {

using check::counting;

constexpr scorch_level csr[] = {{scorch_dense, 0, scorch_whole, 1}, {scorch_compressed, 1, scorch_whole, 1}};
constexpr scorch_level csc[] = {{scorch_dense, 1, scorch_whole, 1}, {scorch_compressed, 0, scorch_whole, 1}};
constexpr scorch_level dcsr[] = {{scorch_compressed, 0, scorch_whole, 1}, {scorch_compressed, 1, scorch_whole, 1}};
constexpr scorch_level coo[] = {{scorch_coordinate, 0, scorch_whole, 1}, {scorch_next_coordinate, 1, scorch_whole, 1}};
constexpr scorch_level dense[] = {{scorch_dense, 0, scorch_whole, 1}, {scorch_dense, 1, scorch_whole, 1}};
constexpr scorch_level bcsr[] = {{scorch_dense, 0, scorch_block, 2},
                                 {scorch_compressed, 1, scorch_block, 3},
                                 {scorch_dense, 0, scorch_place, 2},
                                 {scorch_dense, 1, scorch_place, 3}};

typedef std::map<std::array<int64_t, 2>, double> Entries;

template <size_t Levels, class Pos, class Crd>
struct Matrix {
  const scorch_level (&levels)[Levels];
  int64_t dimension[2];
  scorch_arrays<Levels, Pos, Crd, double> arrays = {};

  Matrix(const scorch_level (&its_levels)[Levels], int64_t rows, int64_t columns)
      : levels(its_levels), dimension{rows, columns} {}
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;
  ~Matrix() { release(); }

  void release() {
    for (size_t level = 0; level < Levels; ++level) {
      scorch_release(&counting, arrays.pos[level]);
      scorch_release(&counting, arrays.crd[level]);
    }
    scorch_release(&counting, arrays.vals);
    arrays = {};
  }

  scorch_status pack(const std::vector<int64_t>& rows, const std::vector<int64_t>& columns,
                     const std::vector<double>& values) {
    const int64_t count = static_cast<int64_t>(values.size());
    const int64_t* const coordinates[] = {rows.data(), columns.data()};
    scorch_packer<Levels, 2, Pos, Crd, double> packer(levels, dimension, count, &counting);
    return packer.pack(count, coordinates, values.data(), arrays, [](double a, double b) { return a + b; });
  }

  scorch_fault fault() const {
    static const char* const names[2 * Levels + 1] = {};
    return scorch_validator<Levels, 2, decltype(arrays)>{levels, dimension, arrays, names}.run();
  }

  Entries unpacked() const {
    const int64_t count =
        scorch_unpack<Levels, 2, decltype(arrays), double>(levels, dimension, arrays, nullptr, nullptr);
    std::vector<int64_t> rows(static_cast<size_t>(count)), columns(rows);
    std::vector<double> values(rows.size());
    int64_t* const lists[] = {rows.data(), columns.data()};
    CHECK(scorch_unpack(levels, dimension, arrays, lists, values.data()) == count);
    Entries entries;
    for (size_t n = 0; n < values.size(); ++n) CHECK(entries.insert({{rows[n], columns[n]}, values[n]}).second);
    return entries;
  }
};

/// Random entries, some at equal coordinates, and their sums.
struct Drawn {
  std::vector<int64_t> rows, columns;
  std::vector<double> values;
  Entries sums;

  Drawn(int64_t count, int64_t row_count, int64_t column_count) {
    for (int64_t n = 0; n < count; ++n) {
      rows.push_back(check::below(row_count));
      columns.push_back(check::below(column_count));
      values.push_back(static_cast<double>(1 + check::below(9)));
      sums[{rows.back(), columns.back()}] += values.back();
    }
  }
};

/// The entries that are not zero; formats with dense levels store others, too.
Entries without_zeros(Entries entries) {
  for (auto entry = entries.begin(); entry != entries.end();)
    entry = entry->second == 0 ? entries.erase(entry) : std::next(entry);
  return entries;
}

template <class Pos, class Crd, size_t Levels>
void round_trip(const scorch_level (&levels)[Levels]) {
  for (const int64_t rows : {1, 2, 7, 40})
    for (const int64_t columns : {1, 3, 8, 41})
      for (const int64_t count : {0, 1, 5, 33, 200}) {
        const Drawn drawn(count, rows, columns);
        Matrix<Levels, Pos, Crd> matrix(levels, rows, columns);
        CHECK(matrix.pack(drawn.rows, drawn.columns, drawn.values) == SCORCH_OK);
        CHECK(matrix.fault().kind == SCORCH_VALID);
        CHECK(without_zeros(matrix.unpacked()) == drawn.sums);
        if (levels[Levels - 1].kind != scorch_dense) CHECK(matrix.unpacked() == drawn.sums);
      }
}

template <size_t Levels>
void fail_each_allocation(const scorch_level (&levels)[Levels]) {
  const Drawn drawn(100, 20, 20);
  int64_t failures = 0;
  for (;; ++failures) {
    check::allowed = failures;
    Matrix<Levels, int32_t, int32_t> matrix(levels, 20, 20);
    const scorch_status status = matrix.pack(drawn.rows, drawn.columns, drawn.values);
    check::allowed = check::unlimited;
    if (status == SCORCH_OK) break;
    CHECK(status == SCORCH_OUT_OF_MEMORY);
    matrix.release();
    CHECK(check::live == 0);
  }
  CHECK(failures > 4);
}

/// A csr matrix with three rows: columns 1 and 4, none, column 0.
struct Example : Matrix<2, int32_t, int32_t> {
  Example() : Matrix(csr, 3, 5) { CHECK(pack({0, 2, 0}, {4, 0, 1}, {3, 2, 1}) == SCORCH_OK); }
  void expect(scorch_fault_kind kind, int64_t position) const {
    const scorch_fault found = fault();
    CHECK(found.kind == kind && found.position == position);
  }
};

}  // namespace

TEST(levels_of_blocks_round_extents_up) {
  const int64_t dimension[] = {6, 7};
  CHECK(csr[0].extent(dimension) == 6 && csr[1].extent(dimension) == 7);
  CHECK(bcsr[0].extent(dimension) == 3 && bcsr[1].extent(dimension) == 3);
  CHECK(bcsr[2].extent(dimension) == 2 && bcsr[3].extent(dimension) == 3);
  CHECK(csr[1].coordinate(5) == 5 && bcsr[1].coordinate(5) == 1 && bcsr[3].coordinate(5) == 2);
  CHECK(scorch_run_end(coo, 0) == 2 && scorch_run_end(csr, 0) == 1 && scorch_run_end(bcsr, 3) == 4);
}

TEST(packed_tensors_validate_and_unpack) {
  round_trip<int32_t, int32_t>(csr);
  round_trip<int64_t, int32_t>(csc);
  round_trip<int32_t, int64_t>(dcsr);
  round_trip<int32_t, int32_t>(coo);
  round_trip<int32_t, int32_t>(dense);
  round_trip<int32_t, int32_t>(bcsr);
}

TEST(packing_survives_failed_allocations) {
  fail_each_allocation(csr);
  fail_each_allocation(coo);
  fail_each_allocation(bcsr);
}

TEST(packing_refuses_wrong_coordinates_and_sizes) {
  Matrix<2, int32_t, int32_t> matrix(csr, 3, 5);
  CHECK(matrix.pack({3}, {0}, {1}) == SCORCH_SHAPE_MISMATCH);
  CHECK(matrix.pack({0}, {5}, {1}) == SCORCH_SHAPE_MISMATCH);
  CHECK(matrix.pack({-1}, {0}, {1}) == SCORCH_SHAPE_MISMATCH);
  Matrix<2, int32_t, int32_t> negative(csr, 3, -1);
  CHECK(negative.pack({}, {}, {}) == SCORCH_SHAPE_MISMATCH);
  Matrix<2, int32_t, int32_t> wide(csr, 3, int64_t{1} << 40);
  CHECK(wide.pack({0}, {(int64_t{1} << 31) - 1}, {1}) == SCORCH_OK);
  wide.release();
  CHECK(wide.pack({0}, {int64_t{1} << 31}, {1}) == SCORCH_INDEX_OVERFLOW);
  Matrix<2, int32_t, int32_t> large(dense, int64_t{1} << 40, int64_t{1} << 40);
  CHECK(large.pack({}, {}, {}) == SCORCH_OUT_OF_MEMORY);
}

TEST(validation_finds_each_fault) {
  Example good;
  good.expect(SCORCH_VALID, 0);
  {
    Example bad;
    bad.dimension[1] = -1;
    bad.expect(SCORCH_NEGATIVE_DIMENSION, 1);
    bad.dimension[1] = 4;
    bad.expect(SCORCH_COORDINATE_OUT_OF_RANGE, 1);
  }
  {
    Example bad;
    bad.arrays.pos[1][0] = 1;
    bad.expect(SCORCH_FIRST_POSITION, 0);
  }
  {
    Example bad;
    bad.arrays.pos[1][2] = 1;
    bad.expect(SCORCH_FALLING_POSITION, 2);
  }
  {
    Example bad;
    bad.arrays.crd[1][1] = 0;
    bad.expect(SCORCH_COORDINATES_NOT_SORTED, 1);
    bad.arrays.crd[1][1] = 1;
    bad.expect(SCORCH_COORDINATE_REPEATED, 1);
    bad.arrays.crd[1][1] = -1;
    bad.expect(SCORCH_COORDINATE_OUT_OF_RANGE, 1);
  }
  for (int array = 0; array < 3; ++array) {
    Example bad;
    const auto kept = bad.arrays;
    if (array == 0) bad.arrays.pos[1] = nullptr;
    if (array == 1) bad.arrays.crd[1] = nullptr;
    if (array == 2) bad.arrays.vals = nullptr;
    bad.expect(SCORCH_NULL_ARRAY, 0);
    bad.arrays = kept;
  }
}

TEST(validation_of_coordinate_lists_and_blocks) {
  Matrix<2, int32_t, int32_t> list(coo, 3, 3);
  CHECK(list.pack({0, 1, 1}, {2, 0, 1}, {1, 1, 1}) == SCORCH_OK);
  CHECK(list.arrays.count == 3);
  list.arrays.crd[1][2] = 0;
  CHECK(list.fault().kind == SCORCH_COORDINATE_REPEATED && list.fault().position == 2);
  list.arrays.crd[0][2] = 0;
  CHECK(list.fault().kind == SCORCH_COORDINATES_NOT_SORTED);
  list.arrays.count = -1;
  CHECK(list.fault().kind == SCORCH_NEGATIVE_COUNT);

  // 3 x 4 in blocks of 2 x 3: the last row and the last two columns of each border block are padding.
  Matrix<4, int32_t, int32_t> blocks(bcsr, 3, 4);
  CHECK(blocks.pack({2}, {3}, {5}) == SCORCH_OK);
  CHECK(blocks.fault().kind == SCORCH_VALID);
  CHECK(blocks.unpacked().size() == 1);
  blocks.arrays.vals[5] = 1;
  CHECK(blocks.fault().kind == SCORCH_PADDING_NOT_ZERO && blocks.fault().position == 5);
  Matrix<2, int32_t, int32_t> large(dense, int64_t{1} << 40, int64_t{1} << 40);
  CHECK(large.fault().kind == SCORCH_TOO_LARGE);
}

TEST(statuses_and_faults_have_texts) {
  for (int status = 0; status <= 5; ++status)
    CHECK(std::strcmp(scorch_status_text(static_cast<scorch_status>(status)), "unknown status") != 0);
  for (int kind = 0; kind <= 11; ++kind)
    CHECK(std::strcmp(scorch_fault_text(static_cast<scorch_fault_kind>(kind)), "unknown fault") != 0);
}
