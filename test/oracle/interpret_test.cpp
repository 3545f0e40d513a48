// Tests the meaning of statements against results that were computed by hand.
#include "catch.h"
#include "problems.h"

namespace scorchc::oracle {
namespace {

/// The operands of all tests: sparse A and B, dense vectors, a scalar, and a tensor of order 3.
Operands operands() {
  return {
      // A = 1 . 2     B = .  5     C = 1 2
      //     . . .         6  .         3 4
      //     3 4 .         7  8
      {"A", sparse({3, 3}, {1, none, 2, none, none, none, 3, 4, none})},
      {"B", sparse({3, 2}, {none, 5, 6, none, 7, 8})},
      {"C", dense({2, 2}, {1, 2, 3, 4})},
      {"b", dense({3}, {-10, 0, 10})},
      {"c", dense({3}, {100, 200, 300})},
      {"d", dense({2}, {2, 4})},
      {"x", dense({3}, {1, 2, 3})},
      {"s", dense({}, {10})},
      {"v", sparse({3}, {none, 5, none})},
      {"T", sparse({2, 2, 2}, {1, none, none, 2, none, 3, 4, none})},
      {"E", sparse({3, 0}, {})},
      {"D", dense({3, 0}, {})},
      {"e", dense({0}, {})},
      {"y", dense({3}, {7, 8, 9})},
      {"w", sparse({3}, {7, none, none})},
      {"S", sparse({3, 3}, {1, 2, none, none, none, none, none, none, 3})},
  };
}

struct Case {
  std::string statement;
  std::vector<std::int64_t> dimensions;
  Components components;
};

void check(const Case& c, const Extents& extents = {}) {
  INFO(c.statement);
  CHECK(difference(sparse(c.dimensions, c.components), compute(c.statement, operands(), Type::f64, extents)) == "");
}

TEST_CASE("products sum the indices that the left-hand side lacks") {
  const Case cases[] = {
      {"r(i) = A(i,j) * x(j)", {3}, {7, none, 11}},
      {"r(j) = A(i,j) * x(i)", {3}, {10, 12, 2}},
      {"R(i,k) = A(i,j) * B(j,k)", {3, 2}, {14, 21, none, none, 24, 15}},
      {"R(k,i) = A(i,j) * B(j,k)", {2, 3}, {14, none, 24, 21, none, 15}},
      // (A B) C = (14 21; . .; 24 15) C
      {"R(i,l) = A(i,j) * B(j,k) * C(k,l)", {3, 2}, {77, 112, none, none, 69, 108}},
      {"R(i,l) = A(i,j) * (B(j,k) * C(k,l))", {3, 2}, {77, 112, none, none, 69, 108}},
      {"R(i,j) = A(i,j) * B(i,k) * B(j,k)", {3, 3}, {25, none, 80, none, none, none, 120, 168, none}},
      {"R(i,j) = x(i) * d(j)", {3, 2}, {2, 4, 4, 8, 6, 12}},
      {"r = x(i) * x(i)", {}, {14}},
      {"r = x(i) * d(j)", {}, {36}},
      {"r(i) = T(i,j,k) * d(j) * d(k)", {2}, {36, 56}},
      {"R(k,j) = T(i,j,k)", {2, 2}, {1, 4, 3, 2}},
      {"r(i) = A(i,j)", {3}, {3, none, 7}},
      {"r = A(i,j)", {}, {10}},
  };
  for (const Case& c : cases) check(c);
}

TEST_CASE("sums distribute over addends") {
  const Case cases[] = {
      {"r(i) = A(i,j)*x(j) + c(i)", {3}, {107, 200, 311}},
      {"r(i) = c(i) - A(i,j)*x(j)", {3}, {93, 200, 289}},
      {"r(i) = -A(i,j)*x(j)", {3}, {-7, none, -11}},
      {"r(i) = -(A(i,j)*x(j) + c(i))", {3}, {-107, -200, -311}},
      {"r(i) = A(i,j)*(x(j) + c(i))", {3}, {307, none, 2111}},
      {"r = x(i) + d(j) + s", {}, {22}},
      {"r = x(i) - d(j) - s", {}, {-10}},
      {"r = (x(i) + d(j)) * s", {}, {120}},
      // Both factors use i, so it is summed around them; one uses j, so it is summed inside that one.
      {"r = (x(i) + d(j)) * b(i)", {}, {20}},
      {"R(i,j) = A(i,j) + x(i)", {3, 3}, {2, 1, 3, 2, 2, 2, 6, 7, 3}},
      {"R(i,j) = A(i,j) + S(i,j)", {3, 3}, {2, 2, 2, none, none, none, 3, 4, 3}},
      {"R(i,j) = A(i,j) - S(i,j) - S(i,j)", {3, 3}, {-1, -4, 2, none, none, none, 3, 4, -6}},
      {"r(i) = v(i) - w(i)", {3}, {-7, 5, none}},
  };
  for (const Case& c : cases) check(c);
}

TEST_CASE("arguments and the parts of a quotient are groups of their own") {
  const Case cases[] = {
      {"r(i) = relu(A(i,j)*x(j) + b(i))", {3}, {0, 0, 21}},
      {"r(i) = relu(b(i) - A(i,j)*x(j)) * x(i)", {3}, {0, 0, 0}},
      // The sum is outside, because j also occurs next to the call. Unstored columns of A count exp(0) = 1.
      {"r(i) = pow(A(i,j), 2) * x(j)", {3}, {13, none, 41}},
      {"r(i) = max(A(i,j)*x(j), c(i)/20)", {3}, {7, 10, 15}},
      {"r = max(x(i), b(i))", {}, {13}},
      {"r = max(x(i), d(j))", {}, {6}},
      {"r = s / d(j)", {}, {10.0 / 6}},
      {"r = x(i) / d(j)", {}, {1}},
      {"r = A(i,j) / x(j)", {}, {4.0 + 2 + 2.0 / 3}},
      {"r(i) = A(i,j) * c(j) / x(j)", {3}, {300, none, 700}},
      {"r(i) = A(i,j) * (c(j) / x(j))", {3}, {300, none, 700}},
      {"r = x(i) / d(j) * s / 5", {}, {2}},
      {"r(i) = abs(-A(i,j))", {3}, {3, none, 7}},
      {"r(i) = sqrt(A(i,j)*A(i,j)) + 1 - 1", {3}, {std::sqrt(5.0), none, 5}},
  };
  for (const Case& c : cases) check(c);
}

TEST_CASE("explicit reductions") {
  const Case cases[] = {
      {"r(i) = sum(j, A(i,j) * x(j))", {3}, {7, none, 11}},
      {"r(i) = sum(j, A(i,j) * x(j)) + c(i)", {3}, {107, 200, 311}},
      {"r(i) = sum(j, A(i,j) * x(j) + c(i))", {3}, {307, 600, 911}},
      {"R(i,l) = sum(j, k, A(i,j) * B(j,k) * C(k,l))", {3, 2}, {77, 112, none, none, 69, 108}},
      {"r = sum(i, x(i)) * sum(i, c(i))", {}, {3600}},
      {"r = sum(j, x(j)) * c(j)", {}, {3600}},
      {"r(i) = sum(i, x(i))", {3}, {6, 6, 6}},
      {"r = sum(j, sum(j, d(j)))", {}, {12}},
      {"r(i) = min(j, A(i,j))", {3}, {0, none, 0}},
      {"r(i) = max(j, A(i,j))", {3}, {2, none, 4}},
      {"r(i) = max(j, A(i,j) - 5)", {3}, {-3, -5, -1}},
      {"r(i) = max(j, -A(i,j))", {3}, {0, none, 0}},
      {"r(i) = min(j, x(j) - A(i,j))", {3}, {0, 1, -2}},
      {"r = max(i, j, A(i,j))", {}, {4}},
      // j occurs only in the argument of the reduction: the largest entry of A B.
      {"r(i) = max(k, A(i,j) * B(j,k))", {3}, {21, none, 24}},
      {"r(i) = max(j, A(i,j)) * x(i)", {3}, {2, none, 12}},
      {"r(i) = max(j, A(i,j)) * x(j)", {3}, {12, none, 24}},
      {"r = sum(i, max(j, min(k, x(i) * x(j) * x(k))))", {}, {18}},
      {"r(i) = min(s, c(i) / 20)", {3}, {5, 10, 10}},
      {"r = min(s, s)", {}, {10}},
  };
  for (const Case& c : cases) check(c);
}

TEST_CASE("min= and max= reduce over the whole right-hand side") {
  const Case cases[] = {
      {"y(i) min= A(i,j)", {3}, {0, 0, 0}},
      {"y(i) max= A(i,j) * 5", {3}, {10, 8, 20}},
      {"y(i) max= A(i,j) + x(j)", {3}, {7, 8, 9}},
      {"y(i) max= A(i,j) + c(j)", {3}, {302, 300, 300}},
      {"y(i) max= max(j, A(i,j) * 5)", {3}, {10, 8, 20}},
      {"w(i) max= A(i,j)", {3}, {7, none, 4}},
      {"w(i) min= v(i) - 6", {3}, {-6, -1, -6}},
      {"s min= x(i)", {}, {1}},
      {"s max= x(i) * d(j)", {}, {12}},
  };
  for (const Case& c : cases) check(c);
}

TEST_CASE("+= adds to what the result holds") {
  const Case cases[] = {
      {"y(i) += A(i,j) * x(j)", {3}, {14, 8, 20}},
      {"w(i) += A(i,j) * x(j)", {3}, {14, none, 11}},
      {"w(i) += v(i)", {3}, {7, 5, none}},
      {"s += x(i)", {}, {16}},
      {"y(i) += y(i) * 2", {3}, {21, 24, 27}},
      {"y(i) = y(i) + x(i)", {3}, {8, 10, 12}},
      // The right-hand side sees the old values, however often the result is written.
      {"y(i) = y(j) + 0 * y(i)", {3}, {24, 24, 24}},
  };
  for (const Case& c : cases) check(c);
}

TEST_CASE("diagonals") {
  const Case cases[] = {
      {"r(i) = S(i,i)", {3}, {1, none, 3}},
      {"r = S(i,i)", {}, {4}},
      {"r = A(i,i) * x(i)", {}, {1}},
      {"r(i) = T(i,i,i)", {2}, {1, none}},
      {"R(i,j) = T(i,i,j)", {2, 2}, {1, none, 4, none}},
      {"R(i,j) = T(i,j,i)", {2, 2}, {1, none, 3, none}},
      {"R(i,i) = x(i)", {3, 3}, {1, none, none, none, 2, none, none, none, 3}},
      {"R(i,i) = A(i,j)", {3, 3}, {3, none, none, none, none, none, none, none, 7}},
      {"S(i,i) += x(i)", {3, 3}, {2, 2, none, none, 2, none, none, none, 6}},
      {"S(i,i) max= x(i)", {3, 3}, {1, 2, none, none, 2, none, none, none, 3}},
      {"R(i,i,j) = v(i) * d(j)",
       {3, 3, 2},
       {none, none, none, none, none, none, none, none, 10, 20, none, none, none, none, none, none, none, none}},
  };
  for (const Case& c : cases) check(c);
}

TEST_CASE("broadcasts, scalars and numbers") {
  const Case cases[] = {
      {"R(i,j) = x(i)", {3, 2}, {1, 1, 2, 2, 3, 3}},
      {"R(j,i) = v(i)", {2, 3}, {none, 5, none, none, 5, none}},
      {"R(i,j) = 3", {3, 2}, {3, 3, 3, 3, 3, 3}},
      {"r = s", {}, {10}},
      {"r = s * s - 1", {}, {99}},
      {"r = 1 + 2 * 3 - 4 / 2", {}, {5}},
      {"r = -2 * -3", {}, {6}},
      {"r = --2", {}, {2}},
      {"r = 2 - -3", {}, {5}},
      {"r = 12 / 3 / 2 * 5", {}, {10}},
      {"r = 1.5e1 + .5 + 2. + 1E-1", {}, {15 + 0.5 + 2 + 0.1}},
      {"r(i) = v(i) * 2", {3}, {none, 10, none}},
      {"r(i) = v(i) + 2", {3}, {2, 7, 2}},
      {"r(i) = v(i) * s", {3}, {none, 50, none}},
      {"  r ( i )=x( i )   # the rest is a comment", {3}, {1, 2, 3}},
  };
  for (const Case& c : cases) check(c, {{"i", 3}, {"j", 2}});
}

TEST_CASE("empty ranges") {
  const Case cases[] = {
      {"r(i) = E(i,j) * e(j)", {3}, {none, none, none}},
      {"r(i) = D(i,j) * e(j)", {3}, {none, none, none}},
      {"r(i) = D(i,j) * e(j) * v(i)", {3}, {none, none, none}},
      {"r(i) = D(i,j) * v(i)", {3}, {none, none, none}},
      {"r(i) = sum(j, D(i,j) * v(i))", {3}, {none, none, none}},
      {"r(i) = sum(j, v(i) / D(i,j))", {3}, {none, none, none}},
      {"r(i) = A(i,k) * D(k,j) * e(j)", {3}, {none, none, none}},
      {"r(i) = sum(k, j, A(i,k) * D(k,j))", {3}, {none, none, none}},
      {"r(i) = sum(k, j, E(k,j) * x(i))", {3}, {none, none, none}},
      {"r(i) = D(i,j) + v(i)", {3}, {none, 5, none}},
      {"r(i) = exp(E(i,j))", {3}, {1, 1, 1}},
      {"r(i) = sum(j, exp(E(i,j)))", {3}, {none, none, none}},
      {"r = e(j)", {}, {none}},
      {"r = e(j) / s", {}, {none}},
      {"r(j) = e(j)", {0}, {}},
      {"R(i,j) = D(i,j)", {3, 0}, {}},
      {"r(i) = min(j, D(i,j))", {3}, {inf, inf, inf}},
      {"r(i) = max(j, E(i,j))", {3}, {-inf, -inf, -inf}},
      {"r(i) = v(i) * min(j, D(i,j))", {3}, {none, inf, none}},
      {"r(i) = sum(k, A(i,k) * min(j, D(k,j)))", {3}, {inf, none, inf}},
      {"r(i) = max(k, sum(j, D(k,j)) + v(i))", {3}, {none, 5, none}},
      {"y(i) min= D(i,j)", {3}, {7, 8, 9}},
      {"w(i) min= E(i,j)", {3}, {7, 0, 0}},
      {"w(i) min= D(i,j)", {3}, {7, 0, 0}},
      {"w(i) min= v(i) * D(i,j)", {3}, {7, 0, 0}},
      {"y(i) += D(i,j)", {3}, {7, 8, 9}},
      {"w(i) += E(i,j)", {3}, {7, none, none}},
  };
  for (const Case& c : cases) check(c);
}

}  // namespace
}  // namespace scorchc::oracle
