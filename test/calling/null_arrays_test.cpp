// Calls kernels with null arrays in a tensor's struct.
#include "calling/kernels.h"
#include "catch.h"

namespace {

constexpr const char* program = R"(
#include <cstdio>
#include "spmv.h"
#include "sum2.h"
#include "csf.h"
#include "coo.h"
#define EXPECT(what) do { if (!(what)) { std::printf("line %d: %s\n", __LINE__, #what); return 1; } } while (false)
// Without the array the call returns SCORCH_NULL_ARGUMENT; with it, the call succeeds.
#define NEEDS(array, call) do { const auto kept = array; array = nullptr; EXPECT(call == SCORCH_NULL_ARGUMENT); array = kept; } while (false)

static int operands() {
  const int32_t pos[] = {0, 1, 3}, crd[] = {1, 0, 2};
  const float vals[] = {1, 2, 3}, x_vals[] = {1, 2, 3};
  float y_vals[2] = {};
  my_lib_spmv_A A = {{2, 3}, pos, crd, vals};
  my_lib_spmv_x x = {{3}, x_vals};
  my_lib_spmv_y y = {{2}, y_vals};
  const auto spmv = [&] { return my_lib_spmv(&A, &x, &y, nullptr); };
  NEEDS(A.A2_pos, spmv());
  NEEDS(A.A2_crd, spmv());
  NEEDS(A.A_vals, spmv());
  NEEDS(x.x_vals, spmv());
  NEEDS(y.y_vals, spmv());
  EXPECT(spmv() == SCORCH_OK && y_vals[1] == 11);
  // Arrays without elements may be null.
  const int32_t none[] = {0, 0, 0};
  my_lib_spmv_A empty = {{2, 3}, none, nullptr, nullptr};
  EXPECT(my_lib_spmv(&empty, &x, &y, nullptr) == SCORCH_OK && y_vals[1] == 0);
  my_lib_spmv_A without_rows = {{0, 3}, nullptr, nullptr, nullptr};
  my_lib_spmv_y nothing = {{0}, nullptr};
  EXPECT(my_lib_spmv(&without_rows, &x, &nothing, nullptr) == SCORCH_OK);

  const int64_t ends[] = {0, 1}, two[] = {0, 2};
  const int32_t one[] = {1}, columns[] = {0, 3};
  const float tree_vals[] = {2, 5};
  float B_vals[8] = {1, 1, 1, 1, 1, 1, 1, 1}, C_vals[4] = {};
  my_lib_csf_A tree = {{2, 4, 4}, ends, one, ends, one, two, columns, tree_vals};
  my_lib_csf_B B = {{4, 2}, B_vals};
  my_lib_csf_C C = {{2, 2}, C_vals};
  const auto csf = [&] { return my_lib_csf(&tree, &B, &C, nullptr); };
  NEEDS(tree.A1_pos, csf());
  NEEDS(tree.A1_crd, csf());
  NEEDS(tree.A2_pos, csf());
  NEEDS(tree.A2_crd, csf());
  NEEDS(tree.A3_pos, csf());
  NEEDS(tree.A3_crd, csf());
  NEEDS(tree.A_vals, csf());
  NEEDS(B.B_vals, csf());
  NEEDS(C.C_vals, csf());
  EXPECT(csf() == SCORCH_OK && C_vals[2] == 7);
  const int64_t no_ends[] = {0, 0};
  my_lib_csf_A no_tree = {{2, 4, 4}, no_ends, nullptr, no_ends, nullptr, no_ends, nullptr, nullptr};
  EXPECT(my_lib_csf(&no_tree, &B, &C, nullptr) == SCORCH_OK);
  no_tree.A2_pos = nullptr;  // positions always have a first element
  EXPECT(my_lib_csf(&no_tree, &B, &C, nullptr) == SCORCH_NULL_ARGUMENT);

  const int32_t row[] = {1}, column[] = {2}, value[] = {5}, coo_x[] = {1, 2, 3};
  my_lib_coo_A list = {};
  list.dimension[0] = 2;
  list.dimension[1] = 3;
  list.A1_count = 1;
  list.A1_crd = row;
  list.A2_crd = column;
  list.A_vals = value;
  my_lib_coo_x vector = {{3}, coo_x};
  my_lib_coo_y result = {};
  const auto coo = [&] { return my_lib_coo(&list, &vector, &result, nullptr); };
  NEEDS(list.A1_crd, coo());
  NEEDS(list.A2_crd, coo());
  NEEDS(list.A_vals, coo());
  EXPECT(coo() == SCORCH_OK && result.y_vals[0] == 15);
  my_lib_coo_free(&result, nullptr);
  return 0;
}

static int split_form() {
  const int32_t pos[] = {0, 1, 3}, crd[] = {1, 0, 2}, columns[] = {0, 1, 2, 3}, rows[] = {0, 0, 1};
  const double vals[] = {1, 2, 3};
  my_lib_sum2_A A = {{2, 3}, pos, crd, vals};
  my_lib_sum2_B B = {{2, 3}, columns, rows, vals};
  my_lib_sum2_C C = {};
  NEEDS(A.A_vals, my_lib_sum2(&A, &B, &C, nullptr));
  EXPECT(C.C2_pos == nullptr && C.C_vals == nullptr);  // nothing to release
  EXPECT(my_lib_sum2_pattern(&A, &B, &C, nullptr) != SCORCH_OK);
  NEEDS(B.B2_crd, my_lib_sum2_count(&A, &B, &C, nullptr));
  EXPECT(my_lib_sum2_count(&A, &B, &C, nullptr) == SCORCH_OK && C.C_count == 4);
  int32_t C_crd[4];
  double C_vals[4];
  C.C2_crd = C_crd;
  NEEDS(C.C2_crd, my_lib_sum2_pattern(&A, &B, &C, nullptr));
  EXPECT(my_lib_sum2_pattern(&A, &B, &C, nullptr) == SCORCH_OK);
  C.C_vals = C_vals;
  NEEDS(C.C_vals, my_lib_sum2_compute(&A, &B, &C, nullptr));
  NEEDS(A.A_vals, my_lib_sum2_compute(&A, &B, &C, nullptr));
  EXPECT(my_lib_sum2_compute(&A, &B, &C, nullptr) == SCORCH_OK && C_vals[1] == 3);
  my_lib_sum2_free(&C, nullptr);
  return 0;
}

int main() { return operands() != 0 ? 1 : split_form(); }
)";

}  // namespace

TEST_CASE("a missing array that has a length is a null argument", "[compiler]") {
  const Workplace workplace;
  emit_kernels(workplace, "h,cpp");
  workplace.write("k/use.cpp", program);
  // Sanitizers make the tiles of csf seven times as slow to compile. A read through a null pointer ends the program
  // without them too.
  compile(workplace, "-std=c++17 -c csf.cpp -o csf.o");
  compile(workplace, "-std=c++17 -fsanitize=address,undefined use.cpp spmv.cpp sum2.cpp coo.cpp csf.o -o use");
  run_program(workplace, "./use");
}
