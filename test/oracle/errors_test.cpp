// Tests that the interpreter computes a result or throws Error, for any text and operands.
#include <random>

#include "catch.h"
#include "problems.h"

namespace scorchc::oracle {
namespace {

Operands operands() {
  return {{"A", dense({2, 3}, {1, 2, 3, 4, 5, 6})}, {"x", dense({3}, {1, 2, 3})}, {"s", dense({}, {1})}};
}

std::string message_of(const std::string& statement, const Operands& given = operands(), const Extents& extents = {}) {
  try {
    compute(statement, given, Type::f64, extents);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST_CASE("statements that cannot be read") {
  const std::pair<std::string, std::string> cases[] = {
      {"", "column 1: expected a name"},
      {"# nothing", "column 10: expected a name"},
      {"y", "column 2: expected `=`, `+=`, `min=` or `max=`"},
      {"y =", "column 4: expected a name"},
      {"y = ,", "column 5: expected a name"},
      {"y = s s", "column 7: expected the end of the statement"},
      {"y = s)", "column 6: expected the end of the statement"},
      {"y = (s", "column 7: expected `)`"},
      {"y = s +", "column 8: expected a name"},
      {"y = + s", "column 5: expected a name"},
      {"y == s", "column 4: expected a name"},
      {"y -= s", "column 3: expected `=`, `+=`, `min=` or `max=`"},
      {"y min = s", "column 3: expected `=`, `+=`, `min=` or `max=`"},
      {"y() = s", "column 3: expected a name"},
      {"y(i = x(i)", "column 5: expected `)`"},
      {"y(1) = s", "column 3: expected a name"},
      {"y(i) = x(i,)", "column 12: expected a name"},
      {"y(i) = x(i+1)", "column 11: expected `)`"},
      {"y = s ^ 2", "column 7: unexpected character"},
      {"y = s; y = s", "column 6: unexpected character"},
      {"y = \xc3\xa4", "column 5: unexpected character"},
      {"y = 2s", "column 6: a letter directly after a number"},
      {"y = 1e", "column 6: a letter directly after a number"},
      {"y = 0x10", "column 6: a letter directly after a number"},
      {"y = 1.2.3", "column 8: expected the end of the statement"},
      {"y = .", "column 5: unexpected character"},
      {"y = 1e999", "column 5: number out of range"},
      {"y = relu(s, s)", "column 14: `relu` takes 1 arguments"},
      {"y = pow(s)", "column 10: `pow` takes 2 arguments"},
      {"y = min(s)", "column 10: `min` takes 2 arguments"},
      {"y = max(s, s, s)", "column 16: `max` takes 2 arguments"},
      {"y = relu()", "column 10: expected a name"},
      {"y = sum(x(i))", "column 5: `sum` needs an index and an expression"},
      {"y = sum(i, )", "column 12: expected a name"},
      {"y = sum(i, i, x(i))", "column 12: an index is named twice"},
      {"y = sum(s, x(i))", "column 5: `sum` needs an index and an expression"},
      {"y(s) = s", "`s` is both an index and a tensor"},
      {"y(y) = x(y)", "`y` is both an index and a tensor"},
  };
  for (const auto& [statement, message] : cases) {
    INFO(statement);
    CHECK(message_of(statement) == message);
  }
}

TEST_CASE("operands that do not fit") {
  CHECK(message_of("y(i) = z(i)") == "there is no operand `z`");
  CHECK(message_of("y(i) = A(i)") == "`A` has order 2, but is used with 1 indices");
  CHECK(message_of("y = x") == "`x` has order 1, but is used with 0 indices");
  CHECK(message_of("y = s(i)") == "`s` has order 0, but is used with 1 indices");
  CHECK(message_of("y(i) = A(i,j) * x(i)") == "`i` has two extents, 2 and 3");
  CHECK(message_of("y(i) = A(i,i)") == "`i` has two extents, 2 and 3");
  CHECK(message_of("y(i) = x(i)", operands(), {{"i", 4}}) == "`i` has two extents, 3 and 4");
  CHECK(message_of("y(i) = s") == "the extent of `i` is not known");
  CHECK(message_of("y(i) = s", operands(), {{"i", -1}}) == "the extent of `i` is negative");
  CHECK(message_of("y(i,j,k) = s", operands(), {{"i", 1 << 30}, {"j", 1 << 30}, {"k", 1 << 30}}) ==
        "`y` has too many components for the dense interpreter");
  CHECK(message_of("y = sum(k, s)") == "the extent of `k` is not known");
  CHECK(message_of("y(i) += x(i)") == "there is no operand `y`");
  CHECK(message_of("x(i) += A(i,j)") == "`i` has two extents, 2 and 3");
  CHECK(message_of("x += s") == "`x` has order 1, but is used with 0 indices");

  Array array = dense({2}, {1, 2});
  array.reals.pop_back();
  CHECK(message_of("y = a(i)", {{"a", array}}) == "`a` has a different number of values than components");
  array = sparse({2}, {1, 2});
  array.stored.clear();
  CHECK(message_of("y = a(i)", {{"a", array}}) == "`a` has a different number of flags than components");
  array = dense({2}, {1, none});
  CHECK(message_of("y = a(i)", {{"a", array}}) == "`a` is marked full, but lacks components");
  array.dimensions = {-2};
  CHECK(message_of("y = a(i)", {{"a", array}}) == "`a` has a negative dimension");
}

std::string repeated(int times, const std::string& text) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST_CASE("nesting is limited") {
  CHECK(message_of("y = " + repeated(511, "(") + "s" + repeated(511, ")")) == "no error");
  CHECK_THAT(message_of("y = " + repeated(512, "(") + "s" + repeated(512, ")")), ContainsSubstring("too deeply"));
  CHECK_THAT(message_of("y = " + repeated(1000000, "(")), ContainsSubstring("too deeply"));
  CHECK_THAT(message_of("y = " + repeated(1000000, "-") + "s"), ContainsSubstring("too deeply"));
  CHECK_THAT(message_of("y = " + repeated(1000000, "relu(")), ContainsSubstring("too deeply"));
  CHECK_THAT(message_of("y = s" + repeated(100000, " / s")), ContainsSubstring("too deep"));
  CHECK(message_of("y = x(i)" + repeated(3000, " / s")) == "no error");
  CHECK(message_of("y = " + repeated(500, "sum(i, x(i) + relu(") + "s" + repeated(500, "))")) ==
        "column " + std::to_string(5 + 256 * 19) + ": nested too deeply");
  CHECK(message_of("y = " + repeated(400, "(x(i) + s / s * ") + "s" + repeated(400, ")")) == "no error");
}

TEST_CASE("broken statements never do worse than an error", "[compiler]") {
  const std::string pieces[] = {"y", "(",    ")",   "i", "j",    ",",      "=",   "+=",  "min=", "max", "x",  "A",
                                "s", "relu", "*",   "/", "+",    "-",      "sum", "min", "2",    "1.5", "e3", "#",
                                " ", "\n",   "(i)", "(", "x(i)", "A(i,j)", ")",   "pow", "(",    "\t",  "$"};
  std::minstd_rand random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string statement = round % 2 == 0 ? "y = " : "";
    const auto length = random() % 12;
    for (unsigned i = 0; i < length; ++i) statement += pieces[random() % std::size(pieces)];
    // Any other exception, or a crash, ends the test.
    message_of(statement, operands(), {{"i", 3}, {"j", 3}});
    message_of(statement);
  }
  SUCCEED();
}

}  // namespace
}  // namespace scorchc::oracle
