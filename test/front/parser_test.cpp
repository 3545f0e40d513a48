#include <random>

#include "catch.h"
#include "front/reading.h"

using namespace scorchc;
using namespace scorchc::front;

namespace {

Expr access(std::string tensor, std::vector<std::string> indices = {}) {
  return Expr(Access{std::move(tensor), std::move(indices)});
}

/// Generates random expressions with every kind of node that a user can write.
class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  Statement statement() { return {Access{"r", {"i"}}, static_cast<AssignOp>(pick(4)), expr(6), nullptr, {}}; }

 private:
  std::mt19937 random_;
  int bound_ = 0;

  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }

  Expr expr(int depth) {
    const int kind = depth == 0 ? pick(2) : pick(6);
    if (kind == 0) return leaf();
    if (kind == 1) return number();
    if (kind == 2) return reduction(depth);
    const OperatorInfo& op = all_operators()[static_cast<std::size_t>(pick(static_cast<int>(all_operators().size())))];
    std::vector<Expr> operands;
    for (int n = 0; n < op.arity; ++n) operands.push_back(expr(depth - 1));
    return apply(op.op, std::move(operands));
  }

  Expr leaf() {
    const char* names[] = {"A", "B", "int", "x_1", "Zz9"};
    const std::size_t t = static_cast<std::size_t>(pick(5));
    std::vector<std::string> indices;
    for (std::size_t n = 0; n < t; ++n) indices.push_back(pick(2) == 0 ? "i" : "k" + std::to_string(pick(3)));
    return access(names[t], indices);
  }

  Expr number() {
    if (pick(2) == 0) return literal(static_cast<std::int64_t>(random_()) << pick(31));
    const double values[] = {0.5, 1.0, 1e-300, 1.7976931348623157e308, 0.1, 3e22, 123456789.0, 5e-324};
    return Expr(Literal{values[pick(8)], 0, false});
  }

  /// A reduction. Its body uses the index, because `min(j, e)` is a reduction only if `j` is an index.
  Expr reduction(int depth) {
    const std::string index = "b" + std::to_string(bound_++);
    std::vector<std::string> indices{index};
    if (pick(3) == 0) indices.push_back("b" + std::to_string(bound_++));
    Expr body = apply(Operator::mul, {access("T" + std::to_string(indices.size()), indices), expr(depth - 1)});
    return reduce(static_cast<ReduceOp>(pick(3)), indices, std::move(body));
  }
};

}  // namespace

TEST_CASE("canonical text parses back to the same text") {
  const std::string text = GENERATE(
      as<std::string>{}, "y = x", "y(i) = A(i,j) * x(j)", "y(i) += A(i,j) * x(j)", "y(i) min= A(i,j)",
      "y(i) max= A(i,j)", "y = a - b - c", "y = a - (b - c)", "y = a * (b * c)", "y = a / b / c", "y = a / (b / c)",
      "y = a / (b * c)", "y = a * b / c", "y = a * (b / c)", "y = (a + b) * c", "y = a + b * c", "y = a + (b + c)",
      "y = -a", "y = --a", "y = -a * b", "y = -(a * b)", "y = a * -b", "y = a - -b", "y = -(a + b)", "y = relu(a)",
      "y = min(a, b)", "y = pow(a + b, 2)", "y = sum(j, x(j))", "y = sum(j, k, A(j,k))", "y = min(j, x(j))",
      "y = max(j, k, A(j,k))", "y = sum(j, 1)", "y = 1.0", "y = 0.1", "y = 1e+30", "y = 9223372036854775807",
      "y = a - -9223372036854775808", "y = exp(-x(i)) / sum(j, exp(x(j)))", "A(i,i2) = B(i,i2)",
      "y = sigmoid(tanh(sqrt(abs(log(cos(a))))))", "y(i) = A(i,i)");
  const Statement parsed = statement_of(text);
  CHECK(print(parsed) == text);
  CHECK(same(statement_of(print(parsed)), parsed));
}

TEST_CASE("other spellings have one canonical text") {
  const auto [text, canonical] = GENERATE(table<std::string, std::string>({
      {"y=((a))", "y = a"},
      {"y = (a-b)-c", "y = a - b - c"},
      {"y(i)=A(i,j)*x(j)  # spmv", "y(i) = A(i,j) * x(j)"},
      {"\n\n;y=x;\n# end\n", "y = x"},
      {"y = a +\n  b", "y = a + b"},
      {"y =\n a", "y = a"},
      {"y = (a\n + b)", "y = a + b"},
      {"y = .5 + 5. + 1E3", "y = 0.5 + 5.0 + 1000.0"},
      {"y = 007", "y = 7"},
      {"y(i)\r\n", "?"},
      {"\xef\xbb\xbfy = x\r\n", "y = x"},
      {"y = min(j, A(j)) + min(a, b)", "y = min(j, A(j)) + min(a, b)"},
  }));
  if (canonical == "?") {
    CHECK(outcome([&, t = text] { statement_of(t); }) == "SC0102 expression:1:6");
  } else {
    CHECK(print(statement_of(text)) == canonical);
  }
}

TEST_CASE("min and max of two are reductions exactly if the first is an index of the statement") {
  CHECK(statement_of("y = min(j, x(j))").rhs.as<Reduce>() != nullptr);
  CHECK(statement_of("y(j) = min(j, x(j))").rhs.as<Reduce>() != nullptr);
  CHECK(statement_of("y = min(j, 2)").rhs.as<Apply>() != nullptr);
  CHECK(statement_of("y = min(x(j), j)").rhs.as<Apply>() != nullptr);
  CHECK(statement_of("y = max(j, k, 2)").rhs.as<Reduce>() != nullptr);
}

TEST_CASE("spans cover the text of each node") {
  const std::string text = "y(i) = A(i,j) * (x(j) + 2)";
  const Statement statement = statement_of(text);
  const auto covered = [&](Span span) { return text.substr(span.begin, span.end - span.begin); };
  CHECK(covered(statement.lhs_span) == "y(i)");
  CHECK(covered(statement.rhs.span()) == "A(i,j) * (x(j) + 2)");
  CHECK(covered(statement.rhs.as<Apply>()->operands[0].span()) == "A(i,j)");
}

TEST_CASE("random expressions survive printing and parsing") {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const Statement statement = Generator(seed).statement();
    const std::string text = print(statement);
    CAPTURE(seed, text);
    REQUIRE(same(statement_of(text), statement));
  }
}

TEST_CASE("einsum statements equal their index notation") {
  const auto [text, names, statement] = GENERATE(table<std::string, std::string, std::string>({
      {"ij,jk->ik", "", "C(i,k) = A(i,j) * B(j,k)"},
      {" i j , j k -> i k ", "", "C(i,k) = A(i,j) * B(j,k)"},
      {"ij,jk->ik", "P, Q, R", "R(i,k) = P(i,j) * Q(j,k)"},
      {"ij->", "", "B = A(i,j)"},
      {",i->i", "", "C(i) = A * B(i)"},
      {"ii->i", "", "B(i) = A(i,i)"},
      {"AB,BC->AC", "", "F(A,C) = D(A,B) * E(B,C)"},
      {"i,i,i->i", "x,x,y,z", "z(i) = x(i) * x(i) * y(i)"},
  }));
  Settings settings;
  if (!names.empty()) settings.tensors = names;
  CHECK(kernel_of(text, settings).source_statement == statement);
}
