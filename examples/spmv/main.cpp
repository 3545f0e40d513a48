// Multiplies a matrix in compressed rows with a vector. The kernel is plain C++ over the caller's own arrays.
#include <cstdint>
#include <cstdio>

#include "spmv.h"

int main() {
  //     | 10  .  20 |
  // A = |  .  .   . |    x = (1, 2, 3)
  //     |  .  30  40 |
  const std::int32_t pos[] = {0, 2, 2, 4};
  const std::int32_t crd[] = {0, 2, 1, 2};
  const double vals[] = {10, 20, 30, 40};
  const double x_vals[] = {1, 2, 3};
  double y_vals[3];

  spmv_A A = {};
  A.dimension[0] = 3;
  A.dimension[1] = 3;
  A.A2_pos = pos;
  A.A2_crd = crd;
  A.A_vals = vals;

  spmv_x x = {};
  x.dimension[0] = 3;
  x.x_vals = x_vals;

  spmv_y y = {};
  y.dimension[0] = 3;
  y.y_vals = y_vals;

  const scorch_status status = spmv(&A, &x, &y, nullptr);
  if (status != SCORCH_OK) {
    std::fprintf(stderr, "spmv: %s\n", scorch_status_text(status));
    return 1;
  }
  std::printf("y = (%g, %g, %g)\n", y_vals[0], y_vals[1], y_vals[2]);
  return 0;
}
