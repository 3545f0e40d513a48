// Computes a CP decomposition of a tensor of order 3, X(i,j,k) ~ sum over r of A(i,r) * B(j,r) * C(k,r), by alternating
// least squares: each step computes the best factor for the other two. X comes from a file (.tns), or is random.
#include <array>
#include <cmath>

#include "entries.h"
#include "first.h"
#include "gram.h"
#include "normal_equations.h"
#include "second.h"
#include "third.h"

using Matrix = std::vector<double>;
using Factors = std::array<Matrix, 3>;

namespace {

constexpr std::int64_t rank = 4;
constexpr std::size_t columns = static_cast<std::size_t>(rank);

// X as a struct of another kernel, with the same arrays.
template <class Tensor>
Tensor same(const first_X& X) {
  Tensor tensor = {};
  for (int mode = 0; mode < 3; ++mode) tensor.dimension[mode] = X.dimension[mode];
  tensor.X1_pos = X.X1_pos, tensor.X1_crd = X.X1_crd;
  tensor.X2_pos = X.X2_pos, tensor.X2_crd = X.X2_crd;
  tensor.X3_pos = X.X3_pos, tensor.X3_crd = X.X3_crd;
  tensor.X_vals = X.X_vals;
  return tensor;
}

template <class Factor>
Factor view(const first_X& X, const Factors& factors, std::size_t mode) {
  return {{X.dimension[mode], rank}, factors[mode].data()};
}

// MTTKRP: the tensor times the other two factors.
Matrix mttkrp(const first_X& X, const Factors& factors, std::size_t mode) {
  Matrix result(static_cast<std::size_t>(X.dimension[mode]) * columns);
  scorch_status status = SCORCH_OK;
  if (mode == 0) {
    const auto B = view<first_B>(X, factors, 1);
    const auto C = view<first_C>(X, factors, 2);
    first_M M = {{X.dimension[0], rank}, result.data()};
    status = first(&X, &B, &C, &M, nullptr);
  } else if (mode == 1) {
    const auto Y = same<second_X>(X);
    const auto A = view<second_A>(X, factors, 0);
    const auto C = view<second_C>(X, factors, 2);
    second_M M = {{X.dimension[1], rank}, result.data()};
    status = second(&Y, &A, &C, &M, nullptr);
  } else {
    const auto Y = same<third_X>(X);
    const auto A = view<third_A>(X, factors, 0);
    const auto B = view<third_B>(X, factors, 1);
    third_M M = {{X.dimension[2], rank}, result.data()};
    status = third(&Y, &A, &B, &M, nullptr);
  }
  example::check(status == SCORCH_OK, "mttkrp");
  return result;
}

// Checks the result of `mttkrp` with a loop over entries.
void check_mttkrp(const example::Entries& entries, const Factors& factors, std::size_t mode, const Matrix& result) {
  Matrix plain(result.size());
  for (std::size_t n = 0; n < entries.values.size(); ++n)
    for (std::size_t r = 0; r < columns; ++r) {
      double term = entries.values[n];
      for (std::size_t other = 0; other < 3; ++other)
        if (other != mode)
          term *= factors[other][static_cast<std::size_t>(entries.coordinates[other][n]) * columns + r];
      plain[static_cast<std::size_t>(entries.coordinates[mode][n]) * columns + r] += term;
    }
  for (std::size_t n = 0; n < plain.size(); ++n)
    example::check(std::abs(plain[n] - result[n]) <= 1e-9 * (1 + std::abs(plain[n])),
                   "mttkrp differs from plain loops");
}

Matrix gram_of(const Matrix& factor) {
  Matrix result(columns * columns);
  const gram_F F = {{static_cast<std::int64_t>(factor.size()) / rank, rank}, factor.data()};
  gram_G G = {{rank, rank}, result.data()};
  example::check(gram(&F, &G, nullptr) == SCORCH_OK, "gram");
  return result;
}

double inner(const Matrix& left, const Matrix& right) {
  double sum = 0;
  for (std::size_t n = 0; n < left.size(); ++n) sum += left[n] * right[n];
  return sum;
}

Matrix times(Matrix left, const Matrix& right) {
  for (std::size_t n = 0; n < left.size(); ++n) left[n] *= right[n];
  return left;
}

}  // namespace

int main(int count, char** arguments) {
  const example::Entries entries =
      count > 1 ? example::read_entries(arguments[1]) : example::random_entries({20, 15, 10}, 400, 1);
  if (entries.dimension.size() != 3) example::fail("no tensor of order 3");
  first_X X = {};
  const auto lists = entries.lists();
  const scorch_status status =
      first_pack_X(entries.dimension.data(), entries.count(), lists.data(), entries.values.data(), &X, nullptr);
  example::check(status == SCORCH_OK, "pack");
  const std::int64_t stored = X.X3_pos[X.X2_pos[X.X1_pos[1]]];
  double norm = 0;
  for (std::int64_t n = 0; n < stored; ++n) norm += X.X_vals[n] * X.X_vals[n];

  Factors factors;
  for (std::size_t mode = 0; mode < 3; ++mode)
    factors[mode] =
        example::random_numbers<double>(entries.dimension[mode] * rank, static_cast<std::uint32_t>(2 + mode));
  double begin = 0, last = 0;
  for (int step = 0; step < 30; ++step) {
    const std::size_t mode = static_cast<std::size_t>(step % 3), second_mode = (mode + 1) % 3,
                      third_mode = (mode + 2) % 3;
    const Matrix right = mttkrp(X, factors, mode),
                 others = times(gram_of(factors[second_mode]), gram_of(factors[third_mode]));
    if (step < 3) check_mttkrp(entries, factors, mode, right);
    factors[mode] = right;
    for (std::size_t row = 0; row < factors[mode].size(); row += columns) {
      Matrix normal = others;
      // Regularises G, which is nearly singular if columns have become similar.
      for (std::size_t r = 0; r < columns; ++r) normal[r * columns + r] += 1e-10 * (1 + others[r * columns + r]);
      example::check(example::solve_normal_equations(normal, factors[mode].data() + row, columns),
                     "a row has no solution");
    }
    // |X - estimate|^2 = |X|^2 - 2 <X, estimate> + |estimate|^2
    const double loss = norm - 2 * inner(right, factors[mode]) + inner(others, gram_of(factors[mode]));
    example::check(step == 0 || loss <= last + 1e-7 * norm, "the loss grows");
    if (step == 0) begin = loss;
    last = loss;
  }
  std::printf("%lld x %lld x %lld, %lld entries: the loss falls from %.4g to %.4g of %.4g\n",
              static_cast<long long>(X.dimension[0]), static_cast<long long>(X.dimension[1]),
              static_cast<long long>(X.dimension[2]), static_cast<long long>(stored), begin, last, norm);
  first_free_X(&X, nullptr);
  example::check(last <= begin, "the loss does not fall");
}
