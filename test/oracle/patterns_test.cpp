// Tests which components are stored, and that the values of unstored components are never read.
#include "catch.h"
#include "problems.h"

namespace scorchc::oracle {
namespace {

struct Case {
  std::string statement;
  Components components;
};

/// Operands with stored zeros, which are ordinary values. The patterns of a and b differ; z stores a single 0.
Operands operands() {
  return {
      {"a", sparse({4}, {4, 9, none, none})}, {"b", sparse({4}, {2, none, 3, none})},
      {"z", sparse({4}, {0, none, none, 0})}, {"n", dense({4}, {nan, inf, -inf, 1})},
      {"f", dense({4}, {1, 1, 1, 1})},        {"N", sparse({2, 4}, {1, none, none, 2, none, none, none, none})},
  };
}

TEST_CASE("every operator stores what its operands' patterns say") {
  const Case cases[] = {
      {"r(i) = a(i) * b(i)", {8, none, none, none}},
      {"r(i) = a(i) + b(i)", {6, 9, 3, none}},
      {"r(i) = a(i) - b(i)", {2, 9, -3, none}},
      {"r(i) = a(i) - a(i)", {0, 0, none, none}},
      {"r(i) = -b(i)", {-2, none, -3, none}},
      {"r(i) = a(i) * z(i)", {0, none, none, none}},
      {"r(i) = a(i) + z(i)", {4, 9, none, 0}},
      {"r(i) = min(a(i), b(i))", {2, 0, 0, none}},
      {"r(i) = max(a(i), b(i))", {4, 9, 3, none}},
      {"r(i) = relu(-a(i))", {0, 0, none, none}},
      {"r(i) = abs(-b(i))", {2, none, 3, none}},
      {"r(i) = sqrt(a(i))", {2, 3, none, none}},
      {"r(i) = floor(b(i) / 2)", {1, none, 1, none}},
      {"r(i) = ceil(b(i) / 2)", {1, none, 2, none}},
      {"r(i) = sin(z(i))", {0, none, none, 0}},
      {"r(i) = tan(z(i)) + tanh(z(i))", {0, none, none, 0}},
      {"r(i) = exp(z(i))", {1, 1, 1, 1}},
      {"r(i) = cos(z(i))", {1, 1, 1, 1}},
      {"r(i) = sigmoid(z(i))", {0.5, 0.5, 0.5, 0.5}},
      {"r(i) = log(z(i))", {-inf, -inf, -inf, -inf}},
      {"r(i) = pow(a(i), b(i))", {16, 1, 0, 1}},
      {"r(i) = a(i) / f(i)", {4, 9, none, none}},
      {"r(i) = a(i) / b(i)", {2, inf, none, none}},
      {"r(i) = z(i) / b(i)", {0, none, none, nan}},
      {"r(i) = a(i) * 0", {0, 0, none, none}},
      {"r(i) = a(i) + 0", {4, 9, none, none}},
      {"r(i) = a(i) + 1 - 1", {4, 9, none, none}},
      {"r(i) = pow(a(i), 2)", {16, 81, none, none}},
      {"r(i) = pow(a(i), 0)", {1, 1, 1, 1}},
      {"r(i) = min(a(i), 6)", {4, 6, none, none}},
      {"r(i) = max(a(i), 6)", {6, 9, 6, 6}},
      {"r(i) = exp(z(i)) - 1", {0, none, none, 0}},
      {"r(i) = log(1 + z(i))", {0, none, none, 0}},
      {"r(i) = (a(i) + 1) * (b(i) + 1) - 1", {14, 9, 3, none}},
      {"r(i) = b(i) * (exp(z(i)) - 1)", {0, none, none, none}},
      {"r(i) = pow(f(i), 2) - 1", {0, 0, 0, 0}},
      {"r(i) = (a(i) + b(i)) * f(i)", {6, 9, 3, none}},
      {"r(i) = (a(i) + b(i)) * a(i) * b(i)", {48, none, none, none}},
  };
  for (const Case& c : cases) {
    INFO(c.statement);
    CHECK(difference(sparse({4}, c.components), compute(c.statement, operands())) == "");
  }
}

TEST_CASE("a component that is not stored annihilates NaN and infinity") {
  const Case cases[] = {
      {"r(i) = a(i) * n(i)", {nan, inf, none, none}}, {"r(i) = n(i) * b(i)", {nan, none, -inf, none}},
      {"r(i) = z(i) * n(i)", {nan, none, none, 0}},   {"r(i) = a(i) * n(i) + b(i)", {nan, inf, 3, none}},
      {"r(i) = n(i) - n(i)", {nan, nan, nan, 0}},     {"r(i) = relu(n(i))", {nan, inf, 0, 1}},
      {"r(i) = max(n(i), f(i))", {nan, inf, 1, 1}},   {"r(i) = min(f(i), n(i))", {nan, 1, -inf, 1}},
  };
  for (const Case& c : cases) {
    INFO(c.statement);
    CHECK(difference(sparse({4}, c.components), compute(c.statement, operands())) == "");
  }
  CHECK(difference(sparse({2}, {nan, none}), compute("r(i) = N(i,j) * n(j)", operands())) == "");
  CHECK(difference(sparse({2}, {3, none}), compute("r(i) = N(i,j) * f(j)", operands())) == "");
  CHECK(difference(sparse({}, {nan}), compute("r = min(j, n(j))", operands())) == "");
  CHECK(difference(sparse({}, {nan}), compute("r = max(j, n(j))", operands())) == "");
}

TEST_CASE("a result is full if it is stored whatever the data") {
  const std::pair<std::string, bool> cases[] = {
      {"r(i) = f(i)", true},           {"r(i) = a(i)", false},
      {"r(i) = a(i) + f(i)", true},    {"r(i) = a(i) * f(i)", false},
      {"r(i) = f(i) / b(i)", true},    {"r(i) = a(i) / f(i)", false},
      {"r(i) = relu(f(i)) * 2", true}, {"r(i) = exp(a(i))", true},
      {"r(i) = N(j,i)", false},        {"r = f(i)", true},
      {"r = max(i, a(i))", false},     {"r(i,i) = f(i)", false},
      {"f(i) += a(i)", true},          {"a(i) += f(i)", true},
      {"a(i) += b(i)", false},
  };
  for (const auto& [statement, full] : cases) {
    INFO(statement);
    CHECK(compute(statement, operands()).full == full);
  }
  CHECK(compute("r(i) = 1", {}, Type::f64, {{"i", 0}}).full);
}

TEST_CASE("a full operand needs no marks") {
  Array x = dense({2}, {3, 4});
  x.stored.clear();
  CHECK(difference(dense({2}, {6, 8}), compute("r(i) = x(i) + x(i)", {{"x", x}})) == "");
}

}  // namespace
}  // namespace scorchc::oracle
