// Factorises a sparse matrix R by alternating least squares: computes the best V for a given U, then the best U for
// that V, and so on. The loss
//   sum of (R(i,j) - U(i,:) V(j,:)^T)^2 over the stored components of R, plus weight * (|U|^2 + |V|^2)
// never increases, because each half step finds the exact minimum. R comes from a file (.mtx), or is random.
#include <cmath>

#include "entries.h"
#include "normal_equations.h"
#include "residual.h"
#include "right_sides.h"
#include "squares.h"

using Matrix = std::vector<double>;

namespace {

constexpr std::int64_t rank = 4;
constexpr double weight = 0.1;

// R in csr, and P with the same pattern and values of 1. The step for V uses the transpose.
struct Given {
  residual_R R = {};
  Matrix ones = {};

  template <class Tensor>
  Tensor P() const {
    Tensor result = {};
    result.dimension[0] = R.dimension[0], result.dimension[1] = R.dimension[1];
    result.P2_pos = R.R2_pos, result.P2_crd = R.R2_crd, result.P_vals = ones.data();
    return result;
  }
};

Given pack(const example::Entries& entries) {
  Given given;
  const auto lists = entries.lists();
  const scorch_status status = residual_pack_R(entries.dimension.data(), entries.count(), lists.data(),
                                               entries.values.data(), &given.R, nullptr);
  example::check(status == SCORCH_OK, "pack");
  given.ones.assign(static_cast<std::size_t>(given.R.R2_pos[given.R.dimension[0]]), 1);
  return given;
}

// The best U for this V.
Matrix best_rows(const Given& given, const Matrix& V) {
  const std::int64_t rows = given.R.dimension[0], columns = given.R.dimension[1];
  Matrix U(static_cast<std::size_t>(rows * rank)), squares_of(static_cast<std::size_t>(rows * rank * rank));
  right_sides_R R = {};
  R.dimension[0] = rows, R.dimension[1] = columns;
  R.R2_pos = given.R.R2_pos, R.R2_crd = given.R.R2_crd, R.R_vals = given.R.R_vals;
  const right_sides_V V_of_F = {{columns, rank}, V.data()};
  right_sides_F F = {{rows, rank}, U.data()};
  example::check(right_sides(&R, &V_of_F, &F, nullptr) == SCORCH_OK, "right_sides");

  const auto P = given.P<squares_P>();
  const squares_V V_of_G = {{columns, rank}, V.data()};
  squares_G G = {{rows, rank, rank}, squares_of.data()};
  example::check(squares(&P, &V_of_G, &G, nullptr) == SCORCH_OK, "squares");

  for (std::int64_t i = 0; i < rows; ++i) {
    const auto begin = squares_of.begin() + i * rank * rank;
    Matrix normal(begin, begin + rank * rank);
    for (std::size_t k = 0; k < static_cast<std::size_t>(rank); ++k)
      normal[k * static_cast<std::size_t>(rank) + k] += weight;
    example::check(example::solve_normal_equations(normal, U.data() + i * rank, static_cast<std::size_t>(rank)),
                   "a row has no solution");
  }
  return U;
}

double square_of(const double* values, std::int64_t count) {
  double sum = 0;
  for (std::int64_t n = 0; n < count; ++n) sum += values[n] * values[n];
  return sum;
}

// The residual has the pattern of R, so it is assembled once. Later calls compute only its values.
class Loss {
 public:
  explicit Loss(const Given& given) : given_(given) {}
  Loss(const Loss&) = delete;
  Loss& operator=(const Loss&) = delete;
  ~Loss() { residual_free(&E_, nullptr); }

  double of(const Matrix& U, const Matrix& V) {
    const residual_U u = {{given_.R.dimension[0], rank}, U.data()};
    const residual_V v = {{given_.R.dimension[1], rank}, V.data()};
    const auto P = given_.P<residual_P>();
    const scorch_status status = E_.E_vals == nullptr ? residual(&given_.R, &P, &u, &v, &E_, nullptr)
                                                      : residual_compute(&given_.R, &P, &u, &v, &E_, nullptr);
    example::check(status == SCORCH_OK, "residual");
    return square_of(E_.E_vals, E_.E2_pos[E_.dimension[0]]) +
           weight * (square_of(U.data(), static_cast<std::int64_t>(U.size())) +
                     square_of(V.data(), static_cast<std::int64_t>(V.size())));
  }
  const residual_E& E() const { return E_; }

 private:
  const Given& given_;
  residual_E E_ = {};
};

}  // namespace

int main(int count, char** arguments) {
  const example::Entries entries =
      count > 1 ? example::read_entries(arguments[1]) : example::random_entries({80, 60}, 700, 1);
  if (entries.dimension.size() != 2) example::fail("no matrix");
  example::Entries turned = entries;
  std::swap(turned.dimension[0], turned.dimension[1]);
  std::swap(turned.coordinates[0], turned.coordinates[1]);
  Given by_rows = pack(entries), by_columns = pack(turned);

  Matrix V = example::random_numbers<double>(entries.dimension[1] * rank, 2), U = best_rows(by_rows, V);
  Loss loss(by_rows);
  const double first = loss.of(U, V);
  double last = first;
  for (int step = 0; step < 20; ++step) {
    // Alternates between V and U.
    if (step % 2 == 0)
      V = best_rows(by_columns, U);
    else
      U = best_rows(by_rows, V);
    const double now = loss.of(U, V);
    example::check(now <= last * (1 + 1e-12), "the loss grows");
    last = now;
  }
  std::printf("%lld x %lld, %lld entries: the loss falls from %.4g to %.4g\n",
              static_cast<long long>(entries.dimension[0]), static_cast<long long>(entries.dimension[1]),
              static_cast<long long>(entries.count()), first, last);

  // Checks the residual with plain loops.
  for (std::int64_t i = 0; i < by_rows.R.dimension[0]; ++i)
    for (std::int64_t at = by_rows.R.R2_pos[i]; at < by_rows.R.R2_pos[i + 1]; ++at) {
      double left = by_rows.R.R_vals[at];
      for (std::int64_t k = 0; k < rank; ++k)
        left -=
            U[static_cast<std::size_t>(i * rank + k)] * V[static_cast<std::size_t>(by_rows.R.R2_crd[at] * rank + k)];
      example::check(std::abs(left - loss.E().E_vals[at]) <= 1e-9 * (1 + std::abs(left)),
                     "the residual differs from plain loops");
    }
  for (Given* given : {&by_rows, &by_columns}) residual_free_R(&given->R, nullptr);
  example::check(last < first, "the loss does not fall");
}
