// Tests types (promotion, rounding, wraparound, conversion) and large inputs.
#include <cstdint>

#include "catch.h"
#include "problems.h"

namespace scorchc::oracle {
namespace {

constexpr std::int64_t max32 = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t min32 = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t max64 = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t min64 = std::numeric_limits<std::int64_t>::min();

TEST_CASE("integers wrap and divide as on the machine") {
  const Operands i32 = {{"a", integers(Type::i32, {max32, min32, -7})}, {"b", integers(Type::i32, {1, -1, 2})}};
  const auto check32 = [&](const std::string& right, std::vector<std::int64_t> expected) {
    INFO(right);
    CHECK(difference(integers(Type::i32, std::move(expected)), compute("r(i) = " + right, i32, Type::i32)) == "");
  };
  check32("a(i) + b(i)", {min32, max32, -5});
  check32("a(i) - b(i) - b(i)", {max32 - 2, min32 + 2, -11});
  check32("a(i) * a(i)", {1, 0, 49});
  check32("a(i) / b(i)", {max32, min32, -3});
  check32("-a(i)", {-max32, min32, 7});
  check32("abs(a(i))", {max32, min32, 7});
  check32("a(i) / 2 * 2", {max32 - 1, min32, -6});
  check32("sum(j, a(j)) + 0 * b(i)", {-8, -8, -8});

  const Operands i64 = {{"a", integers(Type::i64, {max64, min64})}, {"b", integers(Type::i64, {1, -1})}};
  const auto check64 = [&](const std::string& right, std::vector<std::int64_t> expected) {
    INFO(right);
    CHECK(difference(integers(Type::i64, std::move(expected)), compute("r(i) = " + right, i64, Type::i64)) == "");
  };
  check64("a(i) + b(i)", {min64, max64});
  check64("a(i) * a(i)", {1, 0});
  check64("a(i) / b(i)", {max64, min64});
  check64("-a(i)", {-max64, min64});
  check64("9223372036854775807 + 0 * a(i)", {max64, max64});
  check64("0 * a(i) - -9223372036854775808", {min64, min64});
}

TEST_CASE("integer division by zero matters where the result depends on it") {
  const Operands operands = {
      {"a", integers(Type::i32, {4, 6})}, {"z", integers(Type::i32, {2, 0})}, {"v", sparse({2}, {1, none}, Type::i32)}};
  CHECK_THROWS_AS(compute("r(i) = a(i) / z(i)", operands, Type::i32), DivisionByZero);
  CHECK_THROWS_AS(compute("r = a(i) / 0", operands, Type::i32), DivisionByZero);
  CHECK_THROWS_AS(compute("r(i) = 0 * (a(i) / z(i))", operands, Type::i32), DivisionByZero);
  CHECK_THROWS_AS(compute("r = max(i, a(i) / z(i))", operands, Type::i32), DivisionByZero);
  CHECK(difference(sparse({2}, {2, none}, Type::i32), compute("r(i) = v(i) * (a(i) / z(i))", operands, Type::i32)) ==
        "");
  CHECK(difference(sparse({2}, {2, none}, Type::i32), compute("r(i) = a(i) / z(i) * v(i)", operands, Type::i32)) == "");
  CHECK(difference(sparse({2}, {0, none}, Type::i32), compute("r(i) = v(i) / z(i)", operands, Type::i32)) == "");
  // With a floating-point result, the division is a floating-point division.
  CHECK(difference(dense({2}, {2, inf}), compute("r(i) = a(i) / z(i)", operands, Type::f64)) == "");
}

TEST_CASE("the oracle rounds f32 after every operation") {
  // 2^24 + 1 is not representable in f32.
  const Operands f32 = {{"a", dense({3}, {16777216, 1, 1}, Type::f32)}};
  CHECK(difference(dense({}, {16777216}, Type::f32), compute("r = a(i)", f32, Type::f32)) == "");
  CHECK(difference(dense({}, {16777218}), compute("r = a(i)", f32, Type::f64)) == "");
  CHECK(difference(dense({}, {static_cast<double>(0.1F + 0.2F)}, Type::f32), compute("r = 0.1 + 0.2", {}, Type::f32)) ==
        "");
  CHECK(difference(dense({}, {0.1 + 0.2}), compute("r = 0.1 + 0.2", {}, Type::f64)) == "");
  CHECK(difference(dense({}, {inf}, Type::f32), compute("r = 1e38 * 10", {}, Type::f32)) == "");
}

TEST_CASE("a constant of any length takes the floating-point type, and rounds to 0 if it is too small") {
  const Operands operands = {{"a", dense({2}, {1, -2}, Type::f64)}};
  const auto check = [&](const std::string& right, const Components& expected) {
    CHECK(difference(dense({2}, expected), compute("r(i) = " + right, operands, Type::f64)) == "");
  };
  check("100000000000000000000 * a(i)", {1e20, -2e20});
  check("a(i) + 1e-400", {1, -2});
  check("0 * a(i) + 1e-310", {1e-310, 1e-310});
  CHECK_THROWS(compute("r(i) = 1e400 * a(i)", operands, Type::f64));
}

TEST_CASE("operands promote together with the result") {
  const Operands operands = {{"h", integers(Type::i32, {16777217})},
                             {"l", integers(Type::i64, {16777217})},
                             {"f", dense({1}, {1}, Type::f32)},
                             {"d", dense({1}, {1})},
                             {"i", integers(Type::i32, {7})}};
  struct Case {
    std::string right;
    Type type;
    double expected;
  };
  const Case cases[] = {
      {"h(k) * f(k)", Type::f32, 16777216},        // i32 with f32 is f32
      {"l(k) * f(k) - 1", Type::f32, 16777216},    // i64 with f32 is f64
      {"l(k) * f(k)", Type::f64, 16777217},        //
      {"h(k) * d(k)", Type::f64, 16777217},        //
      {"i(k) / 2", Type::f64, 3.5},                // the result's type takes part
      {"i(k) / 2", Type::i32, 3},                  //
      {"i(k) / 2.0 * 2", Type::i32, 7},            // a number with a point makes integers f64
      {"i(k) * 1e0 / 2 * 2", Type::i64, 7},        //
      {"floor(i(k) / 2) * 2", Type::i32, 6},       // and so does a floating function: floor(3.5) * 2
      {"sqrt(i(k) + 2) / 2 * 2", Type::i32, 3},    //
      {"-f(k) * 2.75", Type::i32, -2},             // truncated at the end
      {"h(k) * h(k)", Type::i64, 281475010265089}  //
  };
  for (const Case& c : cases) {
    INFO(c.right);
    CHECK(difference(dense({1}, {c.expected}, c.type), compute("r(k) = " + c.right, operands, c.type)) == "");
  }
}

TEST_CASE("conversion to an integer type stays in its range") {
  const Operands operands = {{"x", dense({5}, {nan, inf, -inf, 1e18, -2.9})},
                             {"l", integers(Type::i64, {max32 + 1, min32 - 1})}};
  CHECK(difference(integers(Type::i32, {0, max32, min32, max32, -2}), compute("r(i) = x(i)", operands, Type::i32)) ==
        "");
  CHECK(difference(integers(Type::i64, {0, max64, min64, 1000000000000000000, -2}),
                   compute("r(i) = x(i)", operands, Type::i64)) == "");
  CHECK(difference(integers(Type::i32, {min32, max32}), compute("r(i) = l(i)", operands, Type::i32)) == "");
}

TEST_CASE("the identities of min and max are those of the type") {
  const auto empty = [](Type type) { return Operands{{"e", dense({0}, {}, type)}}; };
  CHECK(compute("r = min(j, e(j))", empty(Type::i32), Type::i32).integers[0] == max32);
  CHECK(compute("r = max(j, e(j))", empty(Type::i32), Type::i32).integers[0] == min32);
  CHECK(compute("r = min(j, e(j))", empty(Type::i64), Type::i64).integers[0] == max64);
  CHECK(compute("r = max(j, e(j))", empty(Type::i64), Type::i64).integers[0] == min64);
  CHECK(compute("r = min(j, e(j))", empty(Type::f32), Type::f32).reals[0] == inf);
  CHECK(compute("r = max(j, e(j))", empty(Type::f64), Type::f64).reals[0] == -inf);
}

Array ramp(std::vector<std::int64_t> dimensions) {
  std::int64_t count = 1;
  for (std::int64_t dimension : dimensions) count *= dimension;
  Array array{.dimensions = std::move(dimensions), .full = true};
  for (std::int64_t c = 0; c < count; ++c) array.reals.push_back(static_cast<double>(c % 3));
  return array;
}

TEST_CASE("millions of components take seconds at most") {
  const Array r = compute("R(i,k) = A(i,j) * B(j,k)", {{"A", ramp({100, 100})}, {"B", ramp({100, 100})}});
  // Row 0 of A is 0 1 2 0 1 2 ..., and so is column 0 of B, because 100 mod 3 is 1.
  CHECK(r.reals[0] == 33 * 5);
  CHECK(r.full);
}

TEST_CASE("nested reductions cost their own ranges") {
  // Without memoisation, 16 nested levels of extent 8 would not terminate in practice.
  std::string e = "x(a0)";
  for (int level = 0; level < 16; ++level) {
    const std::string a = "a" + std::to_string(level);
    e = "x(a" + std::to_string(level + 1) + ") * relu(sum(" + a + ", " + e + "))";
  }
  const Array x = ramp({8});  // 0 1 2 0 1 2 0 1: its sum is 7
  CHECK(compute("r = sum(a16, " + e + ")", {{"x", x}}).reals[0] == std::pow(7.0, 17));
}

TEST_CASE("long chains are shallow") {
  std::string sums = "r = x(i)";
  std::string products = "r = x(i)";
  for (int term = 0; term < 20000; ++term) {
    sums += term % 2 == 0 ? " + x(i)" : " - x(i)";
    products += " * x(i)";
  }
  const Operands operands = {{"x", dense({2}, {1, -1})}};
  CHECK(compute(sums, operands).reals[0] == 0);
  CHECK(compute(products, operands).reals[0] == 0);
}

}  // namespace
}  // namespace scorchc::oracle
