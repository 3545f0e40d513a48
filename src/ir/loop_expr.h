// Defines the expressions of loop IR (ir/loop.h).
//
// Coordinates, positions and sizes have type i64 in expressions, whatever the element type of the arrays: a product of
// extents overflows only beyond the size of memory, and stores narrow explicitly.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "ir/format.h"
#include "ir/operators.h"
#include "support/match.h"

namespace scorchc::loop {

enum class Type { boolean, i32, i64, f32, f64 };
constexpr bool is_integer(Type type) { return type == Type::i32 || type == Type::i64; }
std::string_view name(Type type);
Type type_of(ValueType type);
Type type_of(IndexType type);

class Expr;

/// A constant of type i64: a coordinate, a position or a size.
struct Integer {
  std::int64_t value;
  bool operator==(const Integer&) const = default;
};
/// A constant of a value type. Two are equal if they have the same value in the same type.
struct Number {
  double real;           // the value for floating-point types; for f32, rounded to it
  std::int64_t integer;  // the value for integer types
  Type type;
  bool operator==(const Number& other) const {
    if (type != other.type) return false;
    if (is_integer(type)) return integer == other.integer;
    return type == Type::f32 ? static_cast<float>(real) == static_cast<float>(other.real) : real == other.real;
  }
};
struct Boolean {
  bool value;
  bool operator==(const Boolean&) const = default;
};
struct Variable {
  std::string name;
  Type type;
  bool operator==(const Variable&) const = default;
};
/// array[index]. The array is a pointer in scope. Elements that are positions or coordinates are widened to i64 by a
/// Cast (load_index).
struct Load {
  std::string array;
  Type element;
  std::vector<Expr> index;  // exactly one
  bool operator==(const Load&) const = default;
};
/// object->field, or object->field[element] for element >= 0.
struct Field {
  std::string object, field;
  int element = -1;
  Type type = Type::i64;
  bool operator==(const Field&) const = default;
};

enum class BinaryOp {
  add,
  sub,
  mul,
  divide,
  equal,
  not_equal,
  less,
  less_equal,
  logical_and,
  logical_or,
  minimum,
  maximum
};
/// Index arithmetic on i64, comparisons, and logic.
struct Binary {
  BinaryOp op;
  std::vector<Expr> operands;  // two
  bool operator==(const Binary&) const = default;
};
struct Not {
  std::vector<Expr> operand;
  bool operator==(const Not&) const = default;
};
/// An operator of index notation, applied to values of type `type`.
struct Compute {
  Operator op;
  std::vector<Expr> operands;
  Type type;
  bool operator==(const Compute&) const = default;
};
/// Lower bound: the first position in [begin, end) where the array, which is sorted there, holds at least `wanted`;
/// `end` if there is none. Uses binary search or, if `near_begin`, exponential search from `begin` (galloping).
struct Search {
  std::string array;
  Type element;
  std::vector<Expr> operands;  // begin, end, wanted
  bool near_begin = false;
  bool operator==(const Search&) const = default;
};
/// condition ? then : otherwise
struct Select {
  std::vector<Expr> operands;  // condition, then, otherwise
  bool by_mask = false;        // branch-free: both alternatives are evaluated
  bool operator==(const Select&) const = default;
};
/// True if an element of a temporary is a stored component. An unstored component is represented by -0.0 (integers: 0).
struct IsStored {
  std::vector<Expr> operand;  // exactly one
  bool operator==(const IsStored&) const = default;
};
struct Cast {
  Type type;
  std::vector<Expr> operand;
  bool operator==(const Cast&) const = default;
};
/// A property of the data, which each call estimates from a sample. Results do not depend on the answer, but for the
/// order of additions. The answer depends on the data alone.
///
/// - `long_rows`: whether the first `operands[0]` segments of the array of positions have many entries (boolean)
/// - `useful_lanes`: how many lanes `operands[0]` fibres with `operands[1]` entries together fill (i64)
struct Sampled {
  enum class What { long_rows, useful_lanes };
  What what;
  std::string array = {};  // of positions, for `long_rows`
  Type element = Type::i64;
  std::vector<Expr> operands;
  bool operator==(const Sampled&) const = default;
};

/// An expression: an immutable, shared handle to one of the structs above. Copies are cheap.
class Expr {
 public:
  using Node = std::variant<Integer, Number, Boolean, Variable, Load, Field, Search, Binary, Not, Compute, Select,
                            IsStored, Cast, Sampled>;
  template <class T>
    requires(!std::same_as<std::remove_cvref_t<T>, Expr> && std::constructible_from<Node, T>)
  Expr(T&& node) : node_(std::make_shared<const Node>(std::forward<T>(node))) {}
  const Node& node() const { return *node_; }
  template <class T>
  const T* as() const {
    return std::get_if<T>(node_.get());
  }
  bool operator==(const Expr& other) const { return node_ == other.node_ || node() == other.node(); }

 private:
  std::shared_ptr<const Node> node_;
};

Type type_of(const Expr& expr);
inline Expr integer(std::int64_t value) { return Integer{value}; }
inline Expr boolean(bool value) { return Boolean{value}; }
inline Expr index_variable(std::string name) { return Variable{std::move(name), Type::i64}; }
inline Expr flag_variable(std::string name) { return Variable{std::move(name), Type::boolean}; }
inline Expr load(std::string array, Type element, Expr index) {
  return Load{std::move(array), element, {std::move(index)}};
}
/// An element of an array of positions or coordinates, widened to i64.
Expr load_index(std::string array, Type element, Expr index);
/// The part of `expr` below casts that widen an integer to i64.
const Expr& without_widening(const Expr& expr);
// Build an expression, folding constants and neutral operands (x + 0, x * 1, true and x).
Expr add(Expr a, Expr b);
Expr sub(Expr a, Expr b);
Expr mul(Expr a, Expr b);
Expr divide(Expr a, Expr b);
Expr both(Expr a, Expr b);
Expr either(Expr a, Expr b);
Expr negate(Expr a);
Expr equal(Expr a, Expr b);
Expr less(Expr a, Expr b);
Expr minimum(Expr a, Expr b);
Expr maximum(Expr a, Expr b);
Expr select(Expr condition, Expr then, Expr otherwise);
/// A branch-free select: for unpredictable conditions and cheap alternatives.
Expr pick(Expr condition, Expr then, Expr otherwise);
inline Expr is_stored(Expr a) { return IsStored{{std::move(a)}}; }
/// `a` converted to `type`; `a` itself if it already has that type.
Expr cast(Type type, Expr a);
/// A constant of a value type: `real` for floating-point types, `integer` for integer types.
Expr number(Type type, double real, std::int64_t integer);
/// The smallest and the largest value of a value type (for floating-point types, the infinities).
Expr lowest(Type type);
Expr highest(Type type);

}  // namespace scorchc::loop
