// Computes the least time of a problem on this machine, from the bytes it must move and the operations it must do.
#include <algorithm>

#include "driver/machine_limits.h"
#include "peers.h"

namespace peers {
namespace {

double bytes_of(const Pattern& a, std::size_t value) {
  return 4.0 * static_cast<double>(a.pos.size() + a.crd.size()) +
         static_cast<double>(value) * static_cast<double>(a.stored());
}

double bytes_of(const TensorPattern& x, std::size_t value) {
  double bytes = static_cast<double>(value) * static_cast<double>(x.stored());
  for (const auto* arrays : {&x.pos, &x.crd})
    for (const std::vector<std::int32_t>& array : *arrays) bytes += 4.0 * static_cast<double>(array.size());
  return bytes;
}

/// Number of distinct coordinates: the rows of a dense operand that are read.
double distinct(std::vector<std::int32_t> coordinates) {
  std::sort(coordinates.begin(), coordinates.end());
  return static_cast<double>(std::unique(coordinates.begin(), coordinates.end()) - coordinates.begin());
}

double rows_with_entries(const Pattern& a) {
  double rows = 0;
  for (std::size_t i = 0; i + 1 < a.pos.size(); ++i) rows += a.pos[i] < a.pos[i + 1] ? 1 : 0;
  return rows;
}

/// Number of components of dense operands that are read.
template <class T>
double dense_components(const Problem<T>& p) {
  const auto k = static_cast<double>(p.k);
  switch (p.kind) {
    case Kind::spmv:
    case Kind::spmm:
      return k * distinct(p.A.crd);
    case Kind::spmm_relu:
      return k * (distinct(p.A.crd) + 1);
    case Kind::sddmm:
      return k * (distinct(p.A.crd) + rows_with_entries(p.A));
    case Kind::sddmm_spmm:
      return k * (2 * distinct(p.A.crd) + rows_with_entries(p.A));
    case Kind::mttkrp:
      return k * (distinct(p.X.crd[1]) + distinct(p.X.crd[2]));
    case Kind::ttv:
    case Kind::ttm:
      return k * distinct(p.X.crd[2]);
    case Kind::spgemm:
    case Kind::spgemm_add:
    case Kind::add:
    case Kind::add3:
      return 0;
  }
  return 0;
}

/// Least number of multiplications and additions that compute the statement.
template <class T>
double operations(const Problem<T>& p) {
  const auto k = static_cast<double>(p.k), stored = static_cast<double>(p.A.stored());
  const auto of_B = static_cast<double>(p.B.stored()), of_C = static_cast<double>(p.C.stored());
  switch (p.kind) {
    case Kind::spmv:
    case Kind::spmm:
      return 2 * k * stored;
    case Kind::spmm_relu:
      return 2 * k * (stored + static_cast<double>(p.A.rows));
    case Kind::sddmm:
      return 2 * k * stored;
    case Kind::sddmm_spmm:
      return 4 * k * stored;
    case Kind::spgemm:
      return 2 * static_cast<double>(products(p.A, p.B));
    case Kind::spgemm_add:
      return 2 * static_cast<double>(products(p.A, p.B)) + of_C;
    case Kind::add:
      return std::min(stored, of_B);
    case Kind::add3:
      return std::min(stored, of_B) + of_C;
    case Kind::mttkrp:
      return 2 * k * static_cast<double>(p.X.stored() + static_cast<std::int64_t>(p.X.crd[1].size()));
    case Kind::ttv:
    case Kind::ttm:
      return 2 * k * static_cast<double>(p.X.stored());
  }
  return 0;
}

}  // namespace

std::int64_t products(const Pattern& a, const Pattern& b) {
  std::int64_t sum = 0;
  for (const std::int32_t k : a.crd) sum += b.pos[static_cast<std::size_t>(k) + 1] - b.pos[static_cast<std::size_t>(k)];
  return sum;
}

template <class T>
double least_seconds(const Problem<T>& p, const Result<T>& result) {
  double bytes = static_cast<double>(sizeof(T)) * (dense_components(p) + static_cast<double>(result.vals.size())) +
                 4.0 * static_cast<double>(result.pos.size() + result.crd.size());
  bytes += p.X.crd[2].empty() ? 0 : bytes_of(p.X, sizeof(T));
  for (const Csr<T>* operand : {&p.A, &p.B, &p.C})
    if (!operand->crd.empty()) bytes += bytes_of(*operand, sizeof(T));
  const auto type = sizeof(T) == sizeof(float) ? scorchc::ValueType::f32 : scorchc::ValueType::f64;
  return scorchc::driver::measure_limits(type, p.threads, bytes).seconds(operations(p), bytes);
}

template double least_seconds(const Problem<float>&, const Result<float>&);
template double least_seconds(const Problem<double>&, const Result<double>&);

}  // namespace peers
