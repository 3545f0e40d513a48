// Solves least-squares problems with a few unknowns: G x = f for a symmetric G, by Cholesky decomposition.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace example {

/// Overwrites f with x. G has `rank` rows of `rank` numbers and is destroyed. False if G is not positive definite.
inline bool solve_normal_equations(std::vector<double>& G, double* f, std::size_t rank) {
  const auto at = [&](std::size_t row, std::size_t column) -> double& { return G[row * rank + column]; };
  for (std::size_t k = 0; k < rank; ++k) {
    for (std::size_t l = 0; l < k; ++l) at(k, k) -= at(k, l) * at(k, l);
    if (!(at(k, k) > 0)) return false;
    at(k, k) = std::sqrt(at(k, k));
    for (std::size_t row = k + 1; row < rank; ++row) {
      for (std::size_t l = 0; l < k; ++l) at(row, k) -= at(row, l) * at(k, l);
      at(row, k) /= at(k, k);
    }
  }
  for (std::size_t k = 0; k < rank; ++k) {
    for (std::size_t l = 0; l < k; ++l) f[k] -= at(k, l) * f[l];
    f[k] /= at(k, k);
  }
  for (std::size_t k = rank; k-- > 0;) {
    for (std::size_t l = k + 1; l < rank; ++l) f[k] -= at(l, k) * f[l];
    f[k] /= at(k, k);
  }
  return true;
}

}  // namespace example
