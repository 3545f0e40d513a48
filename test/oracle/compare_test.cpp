#include "oracle/compare.h"

#include "catch.h"
#include "problems.h"

namespace scorchc::oracle {
namespace {

TEST_CASE("equal arrays compare equal") {
  const Array a = sparse({2, 2}, {1, none, nan, inf});
  const Comparison same = compare("y", a, a, 0);
  CHECK(same.values_agree);
  CHECK(same.patterns_agree);
  CHECK(same.message == "");
  CHECK(compare("y", sparse({1}, {0.0}), sparse({1}, {-0.0}), 0).message == "");
}

TEST_CASE("the first difference is reported with its coordinates") {
  const auto message = [](const Array& expected, const Array& actual, double tolerance = 0) {
    return compare("y", expected, actual, tolerance).message;
  };
  CHECK(message(dense({4, 2}, {0, 0, 0, 0, 0, 0, 0, 4}), dense({4, 2}, {0, 0, 0, 0, 0, 0, 0, 5})) ==
        "y(3,1): expected 4, got 5");
  CHECK(message(dense({}, {1}), dense({}, {2})) == "y: expected 1, got 2");
  CHECK(message(dense({2}, {1, 2}), dense({2}, {2, 3})) == "y(0): expected 1, got 2");
  CHECK(message(dense({1}, {0.1}, Type::f32), dense({1}, {0.2}, Type::f32)) == "y(0): expected 0.1, got 0.2");
  CHECK(message(dense({1}, {nan}), dense({1}, {1})) == "y(0): expected nan, got 1");
  CHECK(message(dense({1}, {inf}), dense({1}, {-inf}), 1) == "y(0): expected inf, got -inf");
  CHECK(message(integers(Type::i64, {9007199254740993}), integers(Type::i64, {9007199254740992}), 1) ==
        "y(0): expected 9007199254740993, got 9007199254740992");
  CHECK(message(sparse({2}, {none, 5}), sparse({2}, {none, none})) == "y(1): expected 5, got no stored component");
  CHECK(message(dense({1}, {1}), dense({1}, {1}, Type::f32)) == "y: expected type f64, got f32");
  CHECK(message(dense({2, 1}, {1, 1}), dense({1, 2}, {1, 1})) == "y: expected dimensions (2,1), got (1,2)");
  Array broken = dense({2}, {1, 1});
  broken.reals.clear();
  CHECK(message(dense({2}, {1, 1}), broken) == "y: an array has too few values or flags");
}

TEST_CASE("patterns are compared separately from values, which are reported first") {
  const Comparison pattern = compare("y", sparse({3}, {1, none, 0}), sparse({3}, {1, 0, none}), 0);
  CHECK(pattern.values_agree);
  CHECK_FALSE(pattern.patterns_agree);
  CHECK(pattern.message == "y(1): expected no stored component, got 0");

  const Comparison both = compare("y", sparse({3}, {none, 1, 1}), sparse({3}, {0, 1, 2}), 0);
  CHECK_FALSE(both.values_agree);
  CHECK_FALSE(both.patterns_agree);
  CHECK(both.message == "y(2): expected 1, got 2");
}

TEST_CASE("the tolerance is relative") {
  const auto agree = [](double a, double b, double tolerance) {
    return compare("y", dense({1}, {a}), dense({1}, {b}), tolerance).values_agree;
  };
  CHECK(agree(1000, 1001, 1e-2));
  CHECK_FALSE(agree(1000, 1001, 1e-4));
  CHECK_FALSE(agree(0, 1e-300, 1e-2));
  CHECK_FALSE(agree(inf, 1, 1));
  CHECK(agree(inf, inf, 0));
  CHECK(agree(nan, nan, 0));
}

}  // namespace
}  // namespace scorchc::oracle
