// Tests that arithmetic on values has the semantics of emitted code.
#include <cmath>
#include <limits>

#include "catch.h"
#include "interpret/arithmetic.h"
#include "small_module.h"

namespace scorchc::test {
namespace {

constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();

/// The value of an f32 expression.
float evaluated(const Expr& expr) {
  SmallRun small;
  const auto outcome = small.run_body({bind_x(), bind_y(), store_y(integer(0), expr)});
  INFO(outcome.broken);
  REQUIRE(outcome.broken.empty());
  return small.y[0];
}

/// The value of y = a / b on i32, and the status.
struct Quotient {
  double value;
  Status status;
};
Quotient quotient(std::int64_t a, std::int64_t b) {
  Module module = SmallRun::module({bind_y(), Declare{"division_by_zero", i32_number(0), true}});
  Block& body = module.functions[0].body;
  body.back() = store_y(integer(0), cast(Type::f32, Compute{Operator::div, {i32_number(a), i32_number(b)}, Type::i32}));
  body.push_back(ReturnStatus{"division_by_zero"});
  SmallRun small;
  const interpret::Outcome outcome = small.run(module);
  CHECK(outcome.broken == "");
  return {small.y[0], outcome.status};
}

TEST_CASE("f32 rounds after every operation") {
  const Expr third = Compute{Operator::div, {f32_number(1), f32_number(3)}, Type::f32};
  CHECK(evaluated(third) == 1.0F / 3.0F);
  const Expr sum = Compute{Operator::add, {f32_number(16777216), f32_number(1)}, Type::f32};
  CHECK(evaluated(Compute{Operator::sub, {sum, f32_number(16777216)}, Type::f32}) == 0);
  CHECK(evaluated(cast(Type::f32, number(Type::f64, 0.1, 0))) == 0.1F);
  CHECK(evaluated(f32_number(0.1)) == 0.1F);
}

TEST_CASE("a negative zero represents an unstored component") {
  const auto tells = [](const Expr& component) {
    return evaluated(select(is_stored(component), f32_number(1), f32_number(2)));
  };
  CHECK(tells(f32_number(-0.0)) == 2);
  for (const double stored :
       {0.0, 1.0, -1e-45, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    CHECK(tells(f32_number(stored)) == 1);
  CHECK(tells(i32_number(0)) == 2);
  CHECK(tells(i32_number(-1)) == 1);
}

TEST_CASE("NaN goes through min, max and relu") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  using interpret::applied;
  CHECK(std::isnan(applied(Operator::min, nan, 1.0F)));
  CHECK(std::isnan(applied(Operator::min, 1.0F, nan)));
  CHECK(std::isnan(applied(Operator::max, nan, 1.0F)));
  CHECK(std::isnan(applied(Operator::max, 1.0F, nan)));
  CHECK(std::isnan(applied(Operator::relu, nan, 0.0F)));
  CHECK(applied(Operator::relu, -1.0F, 0.0F) == 0);
  CHECK_FALSE(std::signbit(applied(Operator::abs, -0.0, 0.0)));
  CHECK_FALSE(std::signbit(applied(Operator::abs, 0.0F, 0.0F)));
  CHECK(std::isnan(applied(Operator::abs, nan, 0.0F)));
  CHECK(applied(Operator::sigmoid, 0.0, 0.0) == 0.5);
  CHECK(applied(Operator::pow, 2.0, 10.0) == 1024);
}

TEST_CASE("integers wrap") {
  using interpret::applied;
  CHECK(applied(Operator::add, most, 1) == least);
  CHECK(applied(Operator::sub, least, 1) == most);
  CHECK(applied(Operator::mul, most, 2) == -2);
  CHECK(applied(Operator::neg, least, 0) == least);
  CHECK(applied(Operator::abs, least, 0) == least);
  CHECK(applied(Operator::abs, std::int64_t{-5}, std::int64_t{0}) == 5);
}

TEST_CASE("integers are divided towards zero, and by zero with a status") {
  CHECK(quotient(-7, 2).value == -3);
  CHECK(quotient(least, -1).value == least);
  CHECK(quotient(7, 2).status == Status::ok);
  CHECK(quotient(7, 0).status == Status::division_by_zero);
  CHECK(quotient(7, 0).value == 0);
}

TEST_CASE("floats become integers within their range") {
  using interpret::converted;
  CHECK(converted<std::int32_t>(-2.9) == -2);
  CHECK(converted<std::int32_t>(1e20F) == most);
  CHECK(converted<std::int32_t>(-1e20) == least);
  CHECK(converted<std::int64_t>(9.3e18) == std::numeric_limits<std::int64_t>::max());
  CHECK(converted<std::int32_t>(std::nan("")) == 0);
  CHECK(converted<std::int32_t>(std::int64_t{1} << 32) == 0);
  CHECK(converted<float>(true) == 1);
}

TEST_CASE("updates") {
  SmallRun small;
  Block body{bind_y(), Clear{"y", Type::f32, integer(4)}};
  body.push_back(store_y(integer(0), f32_number(2), Update::add));
  body.push_back(store_y(integer(1), f32_number(-2), Update::min));
  body.push_back(store_y(integer(2), f32_number(3), Update::max));
  body.push_back(Declare{"total", i32_number(most), true});
  body.push_back(Assign{"total", Update::add, i32_number(1)});  // a value: it wraps
  body.push_back(store_y(integer(3), cast(Type::f32, Variable{"total", Type::i32})));
  CHECK(small.run_body(body).broken == "");
  CHECK(small.y == std::array<float, 4>{2, -2, 3, static_cast<float>(least)});
}

TEST_CASE("conditions") {
  const auto truth = [](const Expr& condition) {
    return evaluated(Select{{condition, f32_number(1), f32_number(0)}}) != 0;
  };
  const auto compare = [](BinaryOp op, std::int64_t a, std::int64_t b) {
    return Expr(Binary{op, {integer(a), integer(b)}});
  };
  CHECK(truth(compare(BinaryOp::equal, 2, 2)));
  CHECK(truth(compare(BinaryOp::not_equal, 2, 3)));
  CHECK(truth(compare(BinaryOp::less, 2, 3)));
  CHECK_FALSE(truth(compare(BinaryOp::less, 3, 3)));
  CHECK(truth(compare(BinaryOp::less_equal, 3, 3)));
  CHECK(truth(Binary{BinaryOp::equal, {boolean(false), boolean(false)}}));
  CHECK_FALSE(truth(Not{{boolean(true)}}));
  // The second operand is not evaluated.
  const Expr outside = Binary{BinaryOp::equal, {cast(Type::i64, cast(Type::i32, x_at(integer(9)))), integer(0)}};
  CHECK_FALSE(truth(Binary{BinaryOp::logical_and, {boolean(false), outside}}));
  CHECK(truth(Binary{BinaryOp::logical_or, {boolean(true), outside}}));
}

TEST_CASE("branches") {
  const auto taken = [](std::int64_t value) {
    SmallRun small;
    const auto is = [&](std::int64_t other) { return equal(var("a"), integer(other)); };
    const auto put = [](double number) { return Block{store_y(integer(0), f32_number(number))}; };
    CHECK(small.run_body({bind_y(), Declare{"a", integer(value)}, If{{is(1), is(2)}, {put(10), put(20), put(30)}}})
              .broken == "");
    return small.y[0];
  };
  CHECK(taken(1) == 10);
  CHECK(taken(2) == 20);
  CHECK(taken(3) == 30);
}

}  // namespace
}  // namespace scorchc::test
