// The dense interpreter: what a statement means, computed in the most naive way, to hold kernels against. It shares
// no code with the compiler: it has its own small parser of the printed statement and includes nothing of the other
// folders. It works on dense arrays with a mark a component, "stored" or not.
//
// What the language leaves open is decided here, and kernels are held to it:
// - All of a right-hand side is computed in one type: the promotion of its operands' types and the result's (as C++
//   promotes, but i64 with f32 gives f64). A function that is always floating (exp, sqrt, floor, ...) or a number
//   with a point or an exponent turns an integer type into f64. The end result is then converted to the result's type;
//   to an integer type by truncation, clamped to its range, NaN to 0.
// - f32 rounds after every operation; integers wrap as two's complement, INT_MIN / -1 included.
// - A sum starts at 0 and adds its stored terms with ascending indices, the last index named the fastest.
// - min, max and relu pass a NaN on, so that no order of reduction adds or drops one.
// - An empty reduction gives 0 for sum; the type's largest and smallest value for min and max, which are the
//   infinities for floating types.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace scorchc::oracle {

enum class Type { f32, f64, i32, i64 };

/// A dense array, row-major in mode order. An unstored component's value is never looked at.
struct Array {
  Type type = Type::f64;
  std::vector<std::int64_t> dimensions = {};
  std::vector<double> reals = {};           // used by f32 and f64
  std::vector<std::int64_t> integers = {};  // used by i32 and i64
  std::vector<unsigned char> stored = {};   // 1: stored; may be left empty where `full`
  bool full = false;                // stored everywhere by its format, whatever the data: also with 0 components
  std::vector<double> scales = {};  // of what it was computed from (rounding_scales); empty: as large as the values
};

struct Problem {
  std::string statement;                        // "C(i,k) = A(i,j) * B(j,k)", sums implicit or explicit
  std::map<std::string, Array> operands;        // by tensor name; with `+=` and its like also the result's old value
  std::map<std::string, std::int64_t> extents;  // of indices that no operand has
  Type result_type = Type::f32;
};

/// Thrown on a statement that the interpreter cannot read, or on operands that do not fit it.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An integer division by zero that a stored component of the result depends on.
struct DivisionByZero : Error {
  using Error::Error;
};

/// The result, with `stored` set exactly on the symbolic pattern: products store the intersection, sums the union,
/// quotients their numerator's, reductions the projection, functions with f(0) != 0 and numbers everything (contract:
/// "Meaning", "Exactness"). A broadcast is stored where its operand is.
///
/// Empty ranges: a sum over nothing is 0, and stored where its body would be if the range had a value, at which full
/// operands store something and others do not. So the pattern of `v(i) * D(i,j)` is v's for a full D, however many
/// columns D has, and wherever the sum stands. A min or max over nothing is not 0, so it is stored everywhere; but
/// `min=` and `max=` over nothing change no value that the result holds.
///
/// `A(i,i) = ...` stores the diagonal only; `A(i,i) += ...` keeps what stands beside it.
Array interpret(const Problem& problem);

/// How large that was which each component of the result is made of: two computations that round to a relative u, each
/// in its own order, differ by a small multiple of u times this, also where large terms cancel. For floating results.
std::vector<double> rounding_scales(const Problem& problem);

}  // namespace scorchc::oracle
