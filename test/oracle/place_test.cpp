// Tests the placement of implicit sums, by printing the interpreter's tree.
#include "oracle/place.h"

#include "catch.h"
#include "oracle/parse.h"
#include "problems.h"

namespace scorchc::oracle {
namespace {

std::string print(const Statement& s, int number) {
  const Node& node = s.tree[number];
  const auto joined = [&](const std::string& separator) {
    std::string text;
    for (int child : node.children) text += (text.empty() ? "" : separator) + print(s, child);
    return text;
  };
  std::string names;
  for (int index : node.indices) names += s.index_names[static_cast<std::size_t>(index)];
  switch (node.kind) {
    case Kind::access:
      return s.tensor_names[static_cast<std::size_t>(node.tensor)] + names;
    case Kind::number:
      return std::to_string(node.integer);
    case Kind::add:
      return "(" + joined(" + ") + ")";
    case Kind::negate:
      return "-" + joined("");
    case Kind::product:
      return "(" + joined(" ") + ")";
    case Kind::quotient:
      return "(" + joined(" / ") + ")";
    case Kind::call:
      return std::string(info(node.function).name) + "(" + joined(", ") + ")";
    case Kind::reduce: {
      const std::string operators[] = {"+", "min", "max"};
      return operators[static_cast<std::size_t>(node.reduction)] + "_" + names + " " + joined("");
    }
  }
  return "";
}

TEST_CASE("implicit sums are placed around the smallest group") {
  const std::pair<std::string, std::string> cases[] = {
      {"y(i) = A(i,j)*x(j) + c(i)", "(+_j (Aij xj) + ci)"},
      {"y(i) = A(i,j)*x(j) + B(i,j)", "(+_j (Aij xj) + +_j Bij)"},
      {"y(i) = -(A(i,j)*x(j))", "-+_j (Aij xj)"},
      {"y(i) = A(i,j)*(x(j) + w(i))", "+_j (Aij (xj + wi))"},
      {"y(i) = A(i,j)*(x(j) + w(k))", "+_j (Aij (xj + +_k wk))"},
      {"y = a(i)*b(j)", "(+_i ai +_j bj)"},
      {"y(i) = A(i,j)*s*x(j)*t", "(+_j (Aij xj) s t)"},
      {"y(i) = s*A(i,j)*t*x(j)", "(s +_j (Aij xj) t)"},
      {"D(i,j) = S(i,j)*X(i,k)*Y(k,j)", "(Sij +_k (Xik Ykj))"},
      {"D(i,j) = X(i,k)*S(i,j)*Y(k,j)", "(+_k (Xik Ykj) Sij)"},
      // Partially overlapping groups are united, also across parentheses; disjoint and nested groups stay.
      {"R(i,l) = A(i,j)*B(j,k)*C(k,l)", "+_jk (Aij Bjk Ckl)"},
      {"R(i,l) = A(i,j)*(B(j,k)*C(k,l))", "+_jk (Aij Bjk Ckl)"},
      {"y = A(i,j)*B(j,k)*C(k,i)", "+_ijk (Aij Bjk Cki)"},
      {"y = a(i)*b(i)*c(j)*d(j)", "(+_i (ai bi) +_j (cj dj))"},
      {"y(l) = A(j,k)*B(j,k)*C(k,l)", "+_k (+_j (Ajk Bjk) Ckl)"},
      {"y = A(i,j,k)*B(i,j,k)", "+_ijk (Aijk Bijk)"},
      {"y = A(i,j,m)*B(i,j,m)*C(j,k)*d(k,m)", "+_jmk (+_i (Aijm Bijm) Cjk dkm)"},
      // Functions and quotients.
      {"y(i) = relu(A(i,j)*x(j) + b(i))", "relu((+_j (Aij xj) + bi))"},
      {"y(i) = exp(A(i,j))*x(j)", "+_j (exp(Aij) xj)"},
      {"y(i) = exp(A(i,j))*x(i)", "(exp(+_j Aij) xi)"},
      {"y = max(a(i), b(i))", "+_i max(ai, bi)"},
      {"y = max(a(i), b(j))", "max(+_i ai, +_j bj)"},
      {"y = a / B(j)", "(a / +_j Bj)"},
      {"y = A(j) / B(j)", "+_j (Aj / Bj)"},
      {"y = A(i,j) / x(j)", "+_j (+_i Aij / xj)"},
      {"y(i) = A(i,j)/d(j)*x(j)", "+_j ((Aij / dj) xj)"},
      {"y(i) = A(i,j)*x(j)/d(k)", "(+_j (Aij xj) / +_k dk)"},
      // Explicit reductions.
      {"y(i) = sum(j, A(i,j)*x(j))", "+_j (Aij xj)"},
      {"y(i) = max(k, A(i,j)*B(j,k))", "max_k +_j (Aij Bjk)"},
      {"y(i) = max(k, A(i,j)*B(j,k))*x(j)", "+_j (max_k (Aij Bjk) xj)"},
      {"y = sum(j, a(j))*b(j)", "(+_j aj +_j bj)"},
      {"y(i) min= A(i,j)*x(j) + b(k)", "min_jk ((Aij xj) + bk)"},
      {"y(i) max= max(j, A(i,j))", "max_j Aij"},
  };
  for (const auto& [raw, placed] : cases) {
    INFO(raw);
    Statement statement = parse(raw, [](std::string_view) { return false; });
    place_reductions(statement);
    CHECK(print(statement, statement.root) == placed);
  }
}

}  // namespace
}  // namespace scorchc::oracle
