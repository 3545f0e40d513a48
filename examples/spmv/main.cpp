// Multiplies a csr matrix with a vector, and computes the residual of a right-hand side. The kernels are plain C++ and
// work on the caller's arrays.
#include <algorithm>
#include <cstdint>
#include <cstdio>

#include "residual.h"
#include "spmv.h"

namespace {

//     | 10  .  20 |
// A = |  .  .   . |    x = (1, 2, 3)    b = (70, 5, 200)
//     |  .  30  40 |
const std::int32_t pos[] = {0, 2, 2, 4};
const std::int32_t crd[] = {0, 2, 1, 2};
const double vals[] = {10, 20, 30, 40};
const double x_vals[] = {1, 2, 3};
const double b_vals[] = {70, 5, 200};

// Each kernel has its own structs, whose members have the same names.
template <class Matrix>
Matrix matrix() {
  Matrix A = {};
  A.dimension[0] = 3;
  A.dimension[1] = 3;
  A.A2_pos = pos;
  A.A2_crd = crd;
  A.A_vals = vals;
  return A;
}

bool is_ok(const char* kernel, scorch_status status) {
  if (status != SCORCH_OK) std::fprintf(stderr, "%s: %s\n", kernel, scorch_status_text(status));
  return status == SCORCH_OK;
}

bool multiply(double* y_vals) {
  const auto A = matrix<spmv_A>();
  spmv_x x = {};
  x.dimension[0] = 3;
  x.x_vals = x_vals;
  spmv_y y = {};
  y.dimension[0] = 3;
  y.y_vals = y_vals;
  return is_ok("spmv", spmv(&A, &x, &y, nullptr));
}

bool subtract(double* r_vals) {
  const auto A = matrix<residual_A>();
  residual_b b = {};
  b.dimension[0] = 3;
  b.b_vals = b_vals;
  residual_x x = {};
  x.dimension[0] = 3;
  x.x_vals = x_vals;
  residual_r r = {};
  r.dimension[0] = 3;
  r.r_vals = r_vals;
  return is_ok("residual", residual(&b, &A, &x, &r, nullptr));
}

}  // namespace

int main() {
  double y[3], r[3];
  if (!multiply(y) || !subtract(r)) return 1;
  std::printf("y = (%g, %g, %g)\n", y[0], y[1], y[2]);
  std::printf("r = (%g, %g, %g)\n", r[0], r[1], r[2]);
  const double expected_y[] = {70, 0, 180}, expected_r[] = {0, 5, 20};
  return std::equal(y, y + 3, expected_y) && std::equal(r, r + 3, expected_r) ? 0 : 1;
}
