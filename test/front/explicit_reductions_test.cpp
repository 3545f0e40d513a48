#include "catch.h"
#include "front/reading.h"

using namespace scorchc;
using namespace scorchc::front;

namespace {

struct Row {
  const char* written;
  const char* placed;
};

const Row rows[] = {
    // the examples of docs/language.md
    {"y(i) = A(i,j)*x(j) + c(i)", "y(i) = sum(j, A(i,j) * x(j)) + c(i)"},
    {"y = relu(A(j)*x(j) + b)", "y = relu(sum(j, A(j) * x(j)) + b)"},
    {"y(i) = relu(A(i,j)*x(j) + b(i))", "y(i) = relu(sum(j, A(i,j) * x(j)) + b(i))"},
    {"y = a / B(j)", "y = a / sum(j, B(j))"},
    {"y(i) = exp(A(i,j))*x(j)", "y(i) = sum(j, exp(A(i,j)) * x(j))"},
    {"D(i,j) = S(i,j)*X(i,k)*Y(k,j)", "D(i,j) = S(i,j) * sum(k, X(i,k) * Y(k,j))"},
    // nothing to sum
    {"y(i) = x(i)", "y(i) = x(i)"},
    {"y = 1", "y = 1"},
    {"C(i,j) = a(i) * b(j)", "C(i,j) = a(i) * b(j)"},
    {"y(i) = A(i,i)", "y(i) = A(i,i)"},
    // one access
    {"y = x(i)", "y = sum(i, x(i))"},
    {"y = A(i,j)", "y = sum(i, j, A(i,j))"},
    {"y = A(j,i)", "y = sum(j, i, A(j,i))"},
    {"y = A(i,i)", "y = sum(i, A(i,i))"},
    {"y(j) = A(i,j)", "y(j) = sum(i, A(i,j))"},
    {"y(i) += A(i,j)", "y(i) += sum(j, A(i,j))"},
    // addends are separate
    {"y = x(i) + z(i)", "y = sum(i, x(i)) + sum(i, z(i))"},
    {"y = x(i) - z", "y = sum(i, x(i)) - z"},
    {"y = -x(i)", "y = -sum(i, x(i))"},
    {"y(i) = -(A(i,j)*x(j) - b(i))", "y(i) = -(sum(j, A(i,j) * x(j)) - b(i))"},
    {"y = a - (x(i) - z(j))", "y = a - (sum(i, x(i)) - sum(j, z(j)))"},
    {"y(i) = x(j) + 1", "y(i) = sum(j, x(j)) + 1"},
    // products: groups that are equal, nested, apart, overlapping
    {"y = a(i) * b(i)", "y = sum(i, a(i) * b(i))"},
    {"y = 2 * a(i) * b(i)", "y = 2 * sum(i, a(i) * b(i))"},
    {"y = a(i) * 2 * b(i)", "y = sum(i, a(i) * b(i)) * 2"},
    {"y(i) = 2 * (A(i,j) * x(j))", "y(i) = 2 * sum(j, A(i,j) * x(j))"},
    {"y(i) = A(i,j) * (2 * x(j))", "y(i) = sum(j, A(i,j) * x(j)) * 2"},
    {"y = a(i) * (b(i) * c(i))", "y = sum(i, a(i) * (b(i) * c(i)))"},
    {"y = a(i) * b(j)", "y = sum(i, a(i)) * sum(j, b(j))"},
    {"y = A(i,j) * B(i,j)", "y = sum(i, j, A(i,j) * B(i,j))"},
    {"z(i,j) = A(i,k)*B(k,l)*C(l,j)", "z(i,j) = sum(k, l, A(i,k) * B(k,l) * C(l,j))"},
    {"M(i,j) = X(i,k,l)*D(l,j)*C(k,j)", "M(i,j) = sum(k, l, X(i,k,l) * D(l,j) * C(k,j))"},
    {"y = x(i)*A(i,j)*z(j)", "y = sum(i, j, x(i) * A(i,j) * z(j))"},
    {"y(i) = A(i,j)*B(j,k)*c(j,k)*d(j)", "y(i) = sum(j, A(i,j) * sum(k, B(j,k) * c(j,k)) * d(j))"},
    {"y(i) = A(i,j)*B(j,k)", "y(i) = sum(j, A(i,j) * sum(k, B(j,k)))"},
    {"y(i) = a(i)*b(k)*c(i)*d(k)*e", "y(i) = a(i) * sum(k, b(k) * d(k)) * c(i) * e"},
    {"y = a(i)*b(j)*a2(i)*b2(j)*c(i,k)*d(k)", "y = sum(i, k, a(i) * a2(i) * c(i,k) * d(k)) * sum(j, b(j) * b2(j))"},
    {"y = a(i,j)*b(j,k)*c(k,l)*d(l,i)", "y = sum(i, j, k, l, a(i,j) * b(j,k) * c(k,l) * d(l,i))"},
    {"y = a(i)*-b(i)", "y = sum(i, a(i) * -b(i))"},
    // sums inside factors
    {"y(i) = (x(j)+c(i))*d(i)", "y(i) = (sum(j, x(j)) + c(i)) * d(i)"},
    {"y(i) = (x(j)+c(i))*d(j)", "y(i) = sum(j, (x(j) + c(i)) * d(j))"},
    {"y(i) = (A(i,j)*x(j) + b(i))*(A(i,k)*x(k) - b(i))",
     "y(i) = (sum(j, A(i,j) * x(j)) + b(i)) * (sum(k, A(i,k) * x(k)) - b(i))"},
    {"y = (a(i) + b)*(c(i) + d(j))", "y = sum(i, (a(i) + b) * (c(i) + sum(j, d(j))))"},
    // functions and quotients
    {"y = exp(x(i))", "y = exp(sum(i, x(i)))"},
    {"y = min(x(i), z(j))", "y = min(sum(i, x(i)), sum(j, z(j)))"},
    {"y = pow(x(i), z(i))", "y = sum(i, pow(x(i), z(i)))"},
    {"y = pow(x(i), 2)", "y = pow(sum(i, x(i)), 2)"},
    {"y(i) = A(i,j)*x(j)/n(i)", "y(i) = sum(j, A(i,j) * x(j)) / n(i)"},
    {"y(i) = A(i,j)/n(j)", "y(i) = sum(j, A(i,j) / n(j))"},
    {"y(i) = A(i,j)*x(j)/n(j)", "y(i) = sum(j, A(i,j) * x(j) / n(j))"},
    {"y(i) = A(i,j)*(x(j)/n(j))", "y(i) = sum(j, A(i,j) * (x(j) / n(j)))"},
    {"y(i) = A(i,j)*(x(j)/n(k))", "y(i) = sum(j, A(i,j) * (x(j) / sum(k, n(k))))"},
    {"y = 1 / (x(i) * z(i))", "y = 1 / sum(i, x(i) * z(i))"},
    {"y = x(i) / z(j) / w(j)", "y = sum(j, sum(i, x(i)) / z(j) / w(j))"},
    // explicit reductions keep their scope
    {"y(i) = sum(j, A(i,j)*x(j)) + c(i)", "y(i) = sum(j, A(i,j) * x(j)) + c(i)"},
    {"y(i) = sum(j, 1)", "y(i) = sum(j, 1)"},
    {"y(i) = sum(j, a * A(i,j))", "y(i) = sum(j, a * A(i,j))"},
    {"y = max(j, A(j,k)*x(k))", "y = max(j, sum(k, A(j,k) * x(k)))"},
    {"y = max(j, x(j)) + max(j, z(j))", "y = max(j, x(j)) + max(j, z(j))"},
    {"y(i) = A(i,k) * max(j, B(k,j))", "y(i) = sum(k, A(i,k) * max(j, B(k,j)))"},
    // min= and max= reduce over the whole right-hand side
    {"y(i) min= A(i,j)*B(j,k)", "y(i) min= min(j, k, A(i,j) * B(j,k))"},
    {"y max= x(i) + z(j)", "y max= max(i, j, x(i) + z(j))"},
    {"y(i) max= x(i)", "y(i) max= x(i)"},
    {"y(i) min= sum(k, A(i,k)) + b(j)", "y(i) min= min(j, sum(k, A(i,k)) + b(j))"},
};

}  // namespace

TEST_CASE("implicit sums are placed by the rules of the language") {
  for (const Row& row : rows) {
    CAPTURE(row.written);
    const Statement placed = explicit_reductions(statement_of(row.written));
    CHECK(print(placed) == row.placed);
    CHECK(same(explicit_reductions(placed), placed));
    CHECK(same(statement_of(print(placed)), placed));
    for (const std::string& index : free_indices(placed.rhs))
      CHECK(std::count(placed.lhs.indices.begin(), placed.lhs.indices.end(), index) == 1);
  }
}

TEST_CASE("a statement without implicit sums is unchanged") {
  const Statement statement = statement_of("C(i,j) = A(i,j) + relu(B(i,j)) * 2");
  CHECK(explicit_reductions(statement).rhs.same_as(statement.rhs));
}
