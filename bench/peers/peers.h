// Declares the problems and the peers of bench/peers, which compares emitted kernels with other libraries.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace peers {

/// The csr pattern of a matrix: sorted, distinct columns per row. Index types are those of the emitted kernels.
struct Pattern {
  std::int64_t rows = 0, columns = 0;
  std::vector<std::int32_t> pos{0}, crd;
  std::int64_t stored() const { return static_cast<std::int64_t>(crd.size()); }
};

/// The csf pattern of a tensor of order 3.
struct TensorPattern {
  std::int64_t dimension[3] = {0, 0, 0};
  std::vector<std::int32_t> pos[3], crd[3];
  std::int64_t stored() const { return static_cast<std::int64_t>(crd[2].size()); }
};

/// A matrix and a tensor with the same entries, or only a tensor.
struct Data {
  std::string name;
  std::optional<Pattern> matrix;
  TensorPattern tensor;
};

/// The generated data: uniform, power law, band, and tiny sets of 1 to 1000 entries. The same in each run.
std::vector<Data> made_data();
/// Reads a Matrix Market file in coordinate form, or a `.tns` file of order 3. Empty for any other file.
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

/// A kernel and its operands. Values are small integers, so that results are exact in any order of summation.
template <class T>
struct Problem {
  Kind kind = Kind::spmv;
  std::int64_t k = 1;  // columns of the dense operands
  int threads = 1;
  Csr<T> A, B, C;
  Csf<T> X;
  std::vector<T> left, right, bias;  // row-major, k columns; one dense operand is `right`
  std::vector<T> last;               // the dense factor of the sampled product, row-major, k columns
};

/// Values of the result; for a sparse result also positions and coordinates, level by level.
template <class T>
struct Result {
  std::vector<std::int32_t> pos, crd;
  std::vector<T> vals;
  bool operator==(const Result&) const = default;
};

/// The timed call: one computation, including the memory of a sparse result. Copies the result if the argument is not
/// null.
template <class T>
using Call = std::function<void(Result<T>*)>;

/// The peers. The call is empty if the peer does not solve the problem or its headers were not found.
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
/// The C that the `taco` program prints; empty if bench/peers/run found no such program.
template <class T>
Call<T> taco(const Problem<T>& problem);

/// A peer that runs in Python (python_peers.py).
template <class T>
struct PythonPeer {
  std::string name;
  std::function<Call<T>(const Problem<T>&)> prepare;
};
/// The peers that python_peers.py registered. Empty if Python did not start this program.
template <class T>
std::vector<PythonPeer<T>> python_peers();

/// The least seconds that this machine needs to read the operands once, write the result once, and do the arithmetic:
/// the limit of `scorchc bench`.
template <class T>
double least_seconds(const Problem<T>& problem, const Result<T>& result);

/// Number of multiply-adds of A * B.
std::int64_t products(const Pattern& a, const Pattern& b);

/// Runs the comparison with the options of bench/peers/run. Returns the exit code.
int run(int argc, char** argv);
/// Prints the message and exits with code 1.
[[noreturn]] void give_up(const std::string& message);

}  // namespace peers
