// Tests the scales: the magnitudes of the terms from which a component is computed.
#include "catch.h"
#include "problems.h"

namespace scorchc::oracle {
namespace {

std::vector<double> scales_of(const std::string& statement, const std::map<std::string, Array>& operands) {
  return rounding_scales({.statement = statement, .operands = operands, .extents = {}, .result_type = Type::f32});
}

TEST_CASE("a sum that cancels has the scale of its terms") {
  const std::map<std::string, Array> operands = {{"a", dense({3}, {1000, 2, -3})}, {"b", dense({3}, {-1000, 5, -4})}};
  CHECK(scales_of("r(i) = a(i) + b(i)", operands) == std::vector<double>{2000, 7, 7});
  CHECK(scales_of("r(i) = a(i) - b(i)", operands) == std::vector<double>{2000, 7, 7});
  CHECK(scales_of("r = a(i)", operands) == std::vector<double>{1005});
  CHECK(scales_of("r(i) = max(a(i), -b(i))", operands) == std::vector<double>{2000, 4, 8});
}

TEST_CASE("the scale of an operator follows from the scales of its operands") {
  std::map<std::string, Array> operands = {{"a", dense({2}, {1, 3})}, {"b", dense({2}, {2, 4})}};
  operands.at("a").scales = {100, 3};
  CHECK(scales_of("r(i) = a(i) * b(i)", operands) == std::vector<double>{204, 36});
  CHECK(scales_of("r(i) = a(i) / b(i)", operands) == std::vector<double>{50.5, 1.5});
  const std::vector<double> of_exp = scales_of("r(i) = exp(a(i))", operands);
  CHECK(of_exp[0] > 100 * std::exp(1));
  CHECK(of_exp[0] < 102 * std::exp(1));
  // A step of the function within the scale is detected on either side of the value.
  CHECK(scales_of("r(i) = floor(a(i))", operands)[0] > 10000);
  CHECK(scales_of("r(i) = floor(a(i) + 0.5)", operands)[1] == 3);
}

TEST_CASE("unstored components have no scale") {
  CHECK(scales_of("r(i) = v(i)", {{"v", sparse({2}, {none, 4})}}) == std::vector<double>{0, 4});
}

}  // namespace
}  // namespace scorchc::oracle
