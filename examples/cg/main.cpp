// Solves A x = b by conjugate gradients, for a symmetric positive definite A: the matrix of a file (.mtx), or the
// Laplace operator on a grid. b is computed from a known x.
#include <cmath>

#include "add_multiple.h"
#include "dot.h"
#include "entries.h"
#include "spmv.h"

using Vector = std::vector<double>;

namespace {

double dot_of(const Vector& left, const Vector& right) {
  const std::int64_t count = static_cast<std::int64_t>(left.size());
  const dot_a a = {{count}, left.data()};
  const dot_b b = {{count}, right.data()};
  double result = 0;
  dot_s s = {};
  s.s_vals = &result;
  example::check(dot(&a, &b, &s, nullptr) == SCORCH_OK, "dot");
  return result;
}

// y += factor * x
void add_to(Vector& sum, double factor, const Vector& vector) {
  const std::int64_t count = static_cast<std::int64_t>(vector.size());
  const add_multiple_x x = {{count}, vector.data()};
  add_multiple_a a = {};
  a.a_vals = &factor;
  add_multiple_y y = {{count}, sum.data()};
  example::check(add_multiple(&a, &x, &y, nullptr) == SCORCH_OK, "add_multiple");
}

Vector product(const spmv_A& A, const Vector& vector) {
  Vector result(static_cast<std::size_t>(A.dimension[0]));
  const spmv_p p = {{A.dimension[1]}, vector.data()};
  spmv_q q = {{A.dimension[0]}, result.data()};
  example::check(spmv(&A, &p, &q, nullptr) == SCORCH_OK, "spmv");
  return result;
}

example::Entries laplace(std::int64_t width) {
  example::Entries entries = example::entries_of({width * width, width * width});
  for (std::int64_t row = 0; row < width; ++row)
    for (std::int64_t column = 0; column < width; ++column) {
      const std::int64_t here = row * width + column;
      entries.add({here, here}, 4);
      if (row > 0) entries.add({here, here - width}, -1);
      if (row + 1 < width) entries.add({here, here + width}, -1);
      if (column > 0) entries.add({here, here - 1}, -1);
      if (column + 1 < width) entries.add({here, here + 1}, -1);
    }
  return entries;
}

// The product with a dense copy of the matrix, as a reference for the kernel.
Vector dense_product(const example::Entries& entries, const Vector& vector) {
  const std::size_t rows = static_cast<std::size_t>(entries.dimension[0]),
                    columns = static_cast<std::size_t>(entries.dimension[1]);
  Vector dense(rows * columns), result(rows);
  for (std::size_t n = 0; n < entries.values.size(); ++n) {
    const std::size_t i = static_cast<std::size_t>(entries.coordinates[0][n]),
                      j = static_cast<std::size_t>(entries.coordinates[1][n]);
    dense[i * columns + j] += entries.values[n];
  }
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) result[i] += dense[i * columns + j] * vector[j];
  return result;
}

}  // namespace

int main(int count, char** arguments) {
  const example::Entries entries = count > 1 ? example::read_entries(arguments[1]) : laplace(20);
  if (entries.dimension.size() != 2 || entries.dimension[0] != entries.dimension[1]) example::fail("no square matrix");
  spmv_A A = {};
  const auto lists = entries.lists();
  const scorch_status status =
      spmv_pack_A(entries.dimension.data(), entries.count(), lists.data(), entries.values.data(), &A, nullptr);
  example::check(status == SCORCH_OK, "pack");
  example::check(spmv_validate_A(&A, nullptr) == SCORCH_VALID, "validation");

  const Vector solution = example::random_numbers<double>(A.dimension[0], 1);
  const Vector b = product(A, solution);
  if (A.dimension[0] <= 2000) {
    const Vector dense = dense_product(entries, solution);
    for (std::size_t i = 0; i < b.size(); ++i)
      example::check(std::abs(b[i] - dense[i]) <= 1e-12 * (1 + std::abs(b[i])), "the product");
  }

  Vector x(b.size()), residual = b, direction = b;
  double square = dot_of(residual, residual);
  const double end = 1e-20 * square;
  int steps = 0;
  while (square > end && steps < 10 * static_cast<int>(b.size())) {
    const Vector image = product(A, direction);
    const double curvature = dot_of(direction, image);
    example::check(curvature > 0, "the matrix is not positive definite");
    const double length = square / curvature;
    add_to(x, length, direction);
    add_to(residual, -length, image);
    const double next = dot_of(residual, residual);
    Vector turned = residual;
    add_to(turned, next / square, direction);
    direction = turned;
    square = next;
    ++steps;
  }

  // Computes the residual from x: the updated residual of the loop drifts away from it by rounding.
  Vector left = b;
  add_to(left, -1, product(A, x));
  const double relative = std::sqrt(dot_of(left, left) / dot_of(b, b));
  std::printf("%lld unknowns, %d steps, relative residual %.1e\n", static_cast<long long>(A.dimension[0]), steps,
              relative);
  spmv_free_A(&A, nullptr);
  example::check(relative < 1e-8, "the residual does not fall");
}
