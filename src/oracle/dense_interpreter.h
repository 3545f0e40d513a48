// The dense interpreter: what a statement means, computed in the most naive way, to hold kernels against. It shares
// no code with the compiler: it has its own small parser of the printed statement and includes nothing of the other
// folders. It works on dense arrays with a mark a component, "stored" or not.
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
  std::vector<std::int64_t> dimensions;
  std::vector<double> reals;            // used by f32 and f64
  std::vector<std::int64_t> integers;   // used by i32 and i64
  std::vector<unsigned char> stored;    // 1: stored
};

struct Problem {
  std::string statement;                      // "C(i,k) = A(i,j) * B(j,k)", in the notation of docs/language.md
  std::map<std::string, Array> operands;      // by tensor name; with `+=` and its like also the result's old value
  std::map<std::string, std::int64_t> extents;  // of indices that no operand has
  Type result_type = Type::f32;
};

/// Thrown on a statement that the interpreter cannot read, or on operands that do not fit it.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The result, with `stored` set exactly on the symbolic pattern: products store the intersection, sums the union,
/// reductions the projection, functions with f(0) != 0 and literals everything (contract: "Meaning", "Exactness").
Array interpret(const Problem& problem);

}  // namespace scorchc::oracle
