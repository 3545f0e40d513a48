// Interprets index notation on dense arrays, in the simplest possible way. It defines the reference results against
// which kernels are verified (the oracle).
//
// The interpreter shares no code with the compiler: it has its own small parser for the printed statement, and includes
// nothing from other folders. Its arrays are dense, with a flag for each component: stored or not.
//
// It defines the details of the language's semantics:
// - A right-hand side is computed in one type: the promoted type of its operands and the result (as in C++, except that
//   i64 with f32 gives f64). A floating-point function (exp, sqrt, floor, ...) or a literal with a point or an exponent
//   turns an integer type into f64. The final value is converted to the result's type; to an integer type by
//   truncation, clamped to its range, NaN to 0.
// - f32 rounds after every operation. Integers wrap as two's complement, including INT_MIN / -1.
// - A sum starts at 0 and adds its stored terms in ascending order of the indices; the last index varies fastest.
// - min, max and relu propagate NaN, so the order of a reduction does not matter.
// - An empty sum is 0. An empty min or max is the largest or smallest value of the type (for floating-point types, an
//   infinity).
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace scorchc::oracle {

enum class Type { f32, f64, i32, i64 };

/// A dense array, row-major in mode order. The value of an unstored component is never read.
struct Array {
  Type type = Type::f64;
  std::vector<std::int64_t> dimensions = {};
  std::vector<double> reals = {};           // values of f32 and f64
  std::vector<std::int64_t> integers = {};  // values of i32 and i64
  std::vector<unsigned char> stored = {};   // 1 for a stored component; may be empty if `full`
  bool full = false;                        // the format stores every component, for any data; also with 0 components
  std::vector<double> scales =
      {};  // magnitudes of the terms of each value (rounding_scales); empty: those of the values
};

/// A statement with its operands.
struct Problem {
  std::string statement;                        // "C(i,k) = A(i,j) * B(j,k)"; sums may be implicit or explicit
  std::map<std::string, Array> operands;        // by tensor name; for `+=`, `min=`, `max=` also the result's old value
  std::map<std::string, std::int64_t> extents;  // of indices that no operand has
  Type result_type = Type::f32;
};

/// Thrown for a statement that cannot be parsed, and for operands that do not match it.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Thrown if a stored component of the result depends on an integer division by zero.
struct DivisionByZero : Error {
  using Error::Error;
};

/// Computes the result. `stored` is set exactly on the symbolic pattern: products store the intersection of their
/// operands' patterns, sums the union, quotients the numerator's, reductions the projection; numbers and functions with
/// f(0) != 0 store everything. A broadcast is stored where its operand is.
///
/// Empty ranges: a sum over an empty range is 0. It is stored where its body would be if the range had one coordinate,
/// at which only full operands store something. So the pattern of `v(i) * D(i,j)` with a full D is that of v, for any
/// number of columns of D and any placement of the sum. A min or max over an empty range is not 0, so it is stored
/// everywhere; but `min=` and `max=` over an empty range leave the result unchanged.
///
/// `A(i,i) = ...` stores only the diagonal; `A(i,i) += ...` keeps the other components.
Array interpret(const Problem& problem);

/// For each component of a floating-point result, the magnitude of the terms from which it is computed. Two
/// computations in different orders, with relative rounding error u, differ by a small multiple of u times this value,
/// even if large terms cancel.
std::vector<double> rounding_scales(const Problem& problem);

}  // namespace scorchc::oracle
