// Tests NAME.hpp: spans as operands, owning results.
#include "calling/kernels.h"
#include "catch.h"

namespace {

constexpr const char* program = R"(
#include "sum2.hpp"
#include "spmv.hpp"
#include "coo.hpp"
#include "blocks.hpp"
#include "csf.hpp"
#include "number.hpp"
#include "update.hpp"
#include "sum_blocks.hpp"
#include "sum_list.hpp"
#include <cstdio>
#include <cstdlib>
#include <string_view>
#define EXPECT(what) do { if (!(what)) { std::printf("line %d: %s\n", __LINE__, #what); return 1; } } while (false)
static int live = 0;
static void* take(void*, size_t bytes) { ++live; return std::malloc(bytes); }
static void give(void*, void* pointer) { --live; std::free(pointer); }
using Vector = std::vector<float>;
template <class Range> concept views_as_A = requires(Range&& vals, std::vector<std::int32_t>& index) {
  scorch::my_lib_spmv::A_view({2, 3}, index, index, std::forward<Range>(vals));
};
static_assert(views_as_A<Vector&> && views_as_A<const Vector&> && views_as_A<std::span<const float>>);
static_assert(!views_as_A<Vector>);                // a temporary does not outlive the view
static_assert(!views_as_A<std::vector<double>&>);  // another type
template <class Range> concept views_as_y = requires(Range&& vals) { scorch::my_lib_spmv::y_view({2}, std::forward<Range>(vals)); };
static_assert(views_as_y<Vector&> && !views_as_y<const Vector&>);  // results are written to

static int spmv() {
  namespace k = scorch::my_lib_spmv;
  std::vector<std::int32_t> pos = {0, 1, 3}, crd = {1, 0, 2};
  Vector vals = {1, 2, 3}, x_vals = {1, 2, 3}, y_vals(2);
  const k::A_view A({2, 3}, pos, crd, vals);
  const k::x_view x({3}, x_vals);
  EXPECT(A.c()->A_vals == vals.data() && A.c()->A2_crd == crd.data());
  k::y_view y({2}, y_vals);
  EXPECT(k::call(A, x, y) == SCORCH_OK && y_vals[0] == 2 && y_vals[1] == 11);
  k::y_result own({2});
  EXPECT(k::call(A, x, own) == SCORCH_OK && own.y_vals()[1] == 11);
  k::y_result moved = std::move(own);
  EXPECT(k::call(A, x, moved) == SCORCH_OK && moved.y_vals()[0] == 2);
  pos[2] = 4;  // points past the end of crd
  EXPECT(k::call(A, x, y) == SCORCH_SHAPE_MISMATCH);
  pos[2] = 3;
  const std::span<const std::int32_t> two(pos.data(), 2);
  EXPECT(k::A_view({2, 3}, two, crd, vals).check() == SCORCH_SHAPE_MISMATCH);
  EXPECT(k::A_view({INT64_MAX, 3}, two, crd, vals).check() == SCORCH_SHAPE_MISMATCH);
  EXPECT(k::call(A, k::x_view({4}, x_vals), y) == SCORCH_SHAPE_MISMATCH);
  // A result must not share memory with an operand.
  Vector memory = {1, 2, 3, 4, 5};
  const std::span<float> all(memory);
  k::y_view over_x({2}, all.subspan(2, 2)), behind_x({2}, all.subspan(3)), over_A({2}, std::span<float>(vals).first(2));
  const k::x_view first({3}, all.first(3));
  EXPECT(k::call(A, first, over_x) == SCORCH_SHAPE_MISMATCH && k::call(A, first, over_A) == SCORCH_SHAPE_MISMATCH);
  EXPECT(k::call(A, first, behind_x) == SCORCH_OK && memory[3] == 2);
  return 0;
}

static int sum2() {
  namespace k = scorch::my_lib_sum2;
  std::vector<std::int32_t> pos = {0, 1, 3}, crd = {1, 0, 2}, columns = {0, 1, 2, 3}, rows = {0, 0, 1};
  std::vector<double> vals = {1, 2, 3};
  const k::A_view A({2, 3}, pos, crd, vals);
  const k::B_view B({2, 3}, columns, rows, vals);
  const scorch_context context = {take, give, nullptr, 1};
  {
    k::C_result C;
    EXPECT(C.C_vals().empty() && C.C2_pos().empty());
    EXPECT(k::call(A, B, C, &context) == SCORCH_OK);
    EXPECT(C.C2_pos().size() == 3 && C.C2_crd().size() == 4 && C.C_vals()[1] == 3 && C.dimension(1) == 3);
    const double* const before = C.C_vals().data();
    vals[0] = 10;
    EXPECT(k::recompute(A, B, C) == SCORCH_OK && C.C_vals()[1] == 12 && C.C_vals().data() == before);
    k::C_result other = std::move(C);
    EXPECT(C.C_vals().empty() && other.C_vals().data() == before);
    EXPECT(k::call(A, B, other, &context) == SCORCH_OK);  // releases what it held
    const k::A_view over_C({2, 3}, C.C2_pos(), C.C2_crd(), C.C_vals());
    EXPECT(k::call(over_C, B, C) == SCORCH_SHAPE_MISMATCH && k::recompute(over_C, B, C) == SCORCH_SHAPE_MISMATCH);
    k::C_result third;
    third = std::move(other);
    EXPECT(live > 0 && third.C_vals().size() == 4);
  }
  EXPECT(live == 0);
  return 0;
}

static int others() {
  std::vector<std::int32_t> one = {0, 1}, zero = {0}, values = {5};
  namespace c = scorch::my_lib_coo;
  EXPECT(c::A_view({2, 3}, one, one, values).check() == SCORCH_SHAPE_MISMATCH);  // two coordinates, one value
  std::vector<std::int64_t> wide = {0}, ends = {0, 1};
  std::vector<double> block = {1, 2, 3, 4, 5, 6}, dx = {1, 10, 100}, dy = {1000, 1000};
  namespace b = scorch::my_lib_blocks;
  b::y_view y({2}, dy);
  EXPECT(b::call(b::A_view({2, 3}, ends, wide, block), b::x_view({3}, dx), y) == SCORCH_OK);
  EXPECT(dy[0] == 1321 && dy[1] == 1654);
  EXPECT(b::A_view({2, 3}, ends, wide, std::span<const double>(block).first(5)).check() == SCORCH_SHAPE_MISMATCH);
  namespace n = scorch::my_lib_number;
  std::vector<std::int64_t> wide_values = {7}, dense = {1, 2, 3, 4, 5, 6};
  std::vector<std::int32_t> row = {1}, first = {0, 1};
  n::s_result s;
  EXPECT(n::call(n::A_view({2, 3}, first, row, first, row, wide_values), n::B_view({2, 3}, dense), s) == SCORCH_OK);
  EXPECT(s.s_vals()[0] == 17);
  return 0;
}

// Packs an operand, validates it, computes with it, and unpacks it.
static int helpers() {
  namespace k = scorch::my_lib_spmv;
  std::vector<std::int32_t> pos = {0, 1, 3}, crd = {1, 0, 2};
  Vector vals = {1, 2, 3};
  scorch_fault fault;
  EXPECT(k::A_view({2, 3}, pos, crd, vals).validate() == SCORCH_VALID);
  const std::span<const float> two(vals.data(), 2);
  EXPECT(k::A_view({2, 3}, pos, crd, two).validate(&fault) == SCORCH_ARRAY_TOO_SHORT && fault.array == std::string_view("A_vals"));
  EXPECT(k::A_view({3, 3}, pos, crd, vals).validate(&fault) == SCORCH_ARRAY_TOO_SHORT && fault.array == std::string_view("A2_pos"));
  EXPECT(k::A_view({2, -3}, pos, crd, vals).validate(&fault) == SCORCH_NEGATIVE_DIMENSION && fault.position == 1);
  crd[2] = 0;
  EXPECT(k::A_view({2, 3}, pos, crd, vals).validate(&fault) == SCORCH_COORDINATE_REPEATED && fault.position == 2);
  const scorch_context context = {take, give, nullptr, 1};
  const std::vector<std::int64_t> rows = {2, 0, 2, 1}, columns = {3, 0, 3, 1}, none;
  std::array<std::vector<std::int64_t>, 2> at;
  {
    namespace b = scorch::my_lib_sum_blocks;
    const std::vector<double> values = {1, 2, 4, 8}, ones(4, 1.0);
    b::A_packed A;
    b::B_packed B;
    EXPECT(A.view().check() == SCORCH_SHAPE_MISMATCH);  // nothing is packed
    EXPECT(A.pack({3, 4}, {rows, columns}, values, &context) == SCORCH_OK && live > 0);
    EXPECT(B.pack({3, 4}, {none, none}, {}, &context) == SCORCH_OK);
    EXPECT(A.pack({3, 3}, {rows, columns}, values) == SCORCH_SHAPE_MISMATCH);  // column 3
    EXPECT(A.pack({3, 4}, {rows, none}, values) == SCORCH_SHAPE_MISMATCH);
    EXPECT(A.pack({3, 4}, {rows, columns}, values, &context) == SCORCH_OK);
    const b::A_packed moved = std::move(A);
    EXPECT(A.c()->A_vals == nullptr && moved.view().validate() == SCORCH_VALID);
    b::C_result C;
    EXPECT(b::call(moved, B, b::x_view({4}, ones), C, &context) == SCORCH_OK && C.validate() == SCORCH_VALID);
    std::vector<double> sums;
    EXPECT(C.unpack(at, sums) == SCORCH_OK && sums.size() == at[0].size());
    double total = 0;
    for (std::size_t n = 0; n < sums.size(); ++n) {
      const double expected = at[0][n] == 2 && at[1][n] == 3 ? 5 : at[0][n] == 0 && at[1][n] == 0 ? 2 : at[0][n] == 1 && at[1][n] == 1 ? 8 : 0;
      EXPECT(sums[n] == expected);
      total += sums[n];
    }
    EXPECT(total == 15);
  }
  EXPECT(live == 0);
  namespace l = scorch::my_lib_sum_list;
  l::A_packed A;
  l::B_packed B;
  l::C_result C;
  Vector values = {1, 2, 4, 8};
  EXPECT(A.pack({3, 4}, {rows, columns}, values) == SCORCH_OK && B.pack({3, 4}, {rows, columns}, values) == SCORCH_OK);
  EXPECT(l::call(A, B, C) == SCORCH_OK && C.unpack(at, values) == SCORCH_OK);
  EXPECT((values == Vector{4, 16, 10}) && at[0] == (std::vector<std::int64_t>{0, 1, 2}) && at[1][2] == 3);
  return 0;
}

int main() { return spmv() != 0 ? 1 : sum2() != 0 ? 2 : others() != 0 ? 3 : helpers() != 0 ? 4 : 0; }
)";

}  // namespace

TEST_CASE("the C++ header views spans and owns results", "[compiler]") {
  const Workplace workplace;
  emit_kernels(workplace, "h,cpp,hpp");
  workplace.write("k/use.cpp", program);
  compile(workplace, "-std=c++20 -c use.cpp");
  compile(workplace, "-std=c++17 use.o spmv.cpp sum2.cpp blocks.cpp number.cpp sum_blocks.cpp sum_list.cpp -o use");
  run_program(workplace, "./use");
}
