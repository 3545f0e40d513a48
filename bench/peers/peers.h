// bench/peers: emitted kernels beside the libraries that users take today. What is computed, and who computes it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace peers {

/// Rows of sorted, distinct columns: what csr stores. Positions and coordinates have the emitted kernels' width.
struct Pattern {
  std::int64_t rows = 0, columns = 0;
  std::vector<std::int32_t> pos{0}, crd;
  std::int64_t stored() const { return static_cast<std::int64_t>(crd.size()); }
};

/// An order-3 tensor, as csf stores it.
struct TensorPattern {
  std::int64_t dimension[3] = {0, 0, 0};
  std::vector<std::int32_t> pos[3], crd[3];
  std::int64_t stored() const { return static_cast<std::int64_t>(crd[2].size()); }
};

/// A matrix and the tensor that it is folded to, or a tensor alone.
struct Data {
  std::string name;
  std::optional<Pattern> matrix;
  TensorPattern tensor;
};

/// Uniform, power law, band, and one of less than 100 entries; the same ones in each run.
std::vector<Data> made_data();
/// Of a Matrix Market file in coordinate form or a `.tns` file of order 3; nothing where it is in another form.
std::optional<Data> read_data(const std::string& path);

template <class T>
struct Csr : Pattern {
  std::vector<T> vals;
};
template <class T>
struct Csf : TensorPattern {
  std::vector<T> vals;
};

enum class Kind { spmv, spmm, spmm_relu, sddmm, sddmm_spmm, spgemm, spgemm_add, add, add3, mttkrp, ttv, ttm };

/// Values are small integers, so that each result is exact in any order of summation.
template <class T>
struct Problem {
  Kind kind = Kind::spmv;
  std::int64_t k = 1;  // columns of the dense operands
  int threads = 1;
  Csr<T> A, B, C;
  Csf<T> X;
  std::vector<T> left, right, bias;  // row-major, k columns; `right` alone where there is one dense operand
  std::vector<T> last;               // what the sampled product is multiplied with, row-major, k columns
};

/// The result's values, and for a sparse one its positions and coordinates, level after level.
template <class T>
struct Result {
  std::vector<std::int32_t> pos, crd;
  std::vector<T> vals;
  bool operator==(const Result&) const = default;
};

/// What is timed: one whole computation, with the memory of a sparse result. Copies the result where it is asked for.
template <class T>
using Call = std::function<void(Result<T>*)>;

/// Each is empty for a problem that the peer does not solve, and for all where its headers were not found.
template <class T>
Call<T> emitted(const Problem<T>& problem);
template <class T>
Call<T> plain_loops(const Problem<T>& problem);
template <class T>
Call<T> eigen(const Problem<T>& problem);
template <class T>
Call<T> graphblas(const Problem<T>& problem);
template <class T>
Call<T> librsb(const Problem<T>& problem);
/// What the `taco` program prints, where the script was given one.
template <class T>
Call<T> taco(const Problem<T>& problem);

/// A peer that runs in Python (python_peers.py).
template <class T>
struct PythonPeer {
  std::string name;
  std::function<Call<T>(const Problem<T>&)> prepare;
};
/// Those that Python has named: none where the program was not started from there.
template <class T>
std::vector<PythonPeer<T>> python_peers();

/// The least seconds in which this machine could move what the problem reads and the result holds, each element once,
/// and do the arithmetic: what `scorchc bench` calls the limit.
template <class T>
double least_seconds(const Problem<T>& problem, const Result<T>& result);

/// Multiply-adds of A * B.
std::int64_t products(const Pattern& a, const Pattern& b);

int run(int argc, char** argv);
[[noreturn]] void give_up(const std::string& message);

}  // namespace peers
