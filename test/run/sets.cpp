#include "sets.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <string>

#include "depth.h"

namespace scorchc::test {
namespace {

using Strings = std::vector<std::string>;

const Strings matrix_formats = {"dense", "csr", "csc", "dcsr", "coo", "compressed,dense"};
const Strings vector_formats = {"dense", "sv"};
const Strings level_formats = {"dense", "compressed", "coordinate"};
const Strings two_operands = {"C(i,j)=A(i,j)+B(i,j)", "C(i,j)=A(i,j)*B(i,j)", "C(i,j)=A(i,k)*B(k,j)",
                              "C(i,j)=A(i,j)+B(j,i)"};
const Strings copies = {"C(i,j)=A(i,j)", "C(i,j)=A(j,i)"};
const std::string inferred;

Strings with_inferred(Strings formats) {
  formats.push_back(inferred);
  return formats;
}

struct Given {
  std::string tensor, format;
};

Case make_case(std::string expression, const std::vector<Given>& formats) {
  Case result{std::move(expression), {}};
  for (const Given& given : formats)
    if (given.format != inferred) result.settings.formats.push_back(given.tensor + "=" + given.format);
  return result;
}

}  // namespace

std::vector<Case> two_operand_cases() {
  std::vector<Case> cases;
  for (const std::string& a : matrix_formats)
    for (const std::string& c : matrix_formats) {
      for (const std::string& b : matrix_formats)
        for (const std::string& expression : two_operands)
          cases.push_back(make_case(expression, {{"A", a}, {"B", b}, {"C", c}}));
      for (const std::string& expression : copies) cases.push_back(make_case(expression, {{"A", a}, {"C", c}}));
    }
  return cases;
}

std::vector<Case> matrix_cases() {
  std::vector<Case> cases;
  const Strings one = {"C(i,j)=relu(A(i,j))*2", "C(i,j)=exp(A(i,j))",   "C(i,j)=A(i,k)*X(k,j)",
                       "C(i,j)=x(i)*A(i,j)",    "C(i,j)=x(i)+A(i,j)",   "C(i,j)=A(i,j)*X(i,k)*Y(k,j)",
                       "C(i,j)=X(i,j)-A(i,j)",  "C(i,j)=A(i,j)*A(i,j)", "C(i,j)=A(i,j)+A(j,i)",
                       "C(i,j)=A(i,i)*x(j)"};
  const Strings vectors = {"y(i)=A(i,j)*x(j)", "y(j)=A(i,j)*x(i)", "y(i)=A(i,j)+x(i)", "y(i)=A(i,i)*x(i)"};
  for (const std::string& a : matrix_formats) {
    for (const std::string& b : matrix_formats)
      for (const std::string& expression : two_operands) cases.push_back(make_case(expression, {{"A", a}, {"B", b}}));
    for (const std::string& expression : copies) cases.push_back(make_case(expression, {{"A", a}}));
    for (const std::string& c : with_inferred(matrix_formats)) {
      cases.push_back(make_case("C(i,j)=A(i,j)-B(j,i)", {{"A", a}, {"B", c}}));
      for (const std::string& expression : one) cases.push_back(make_case(expression, {{"A", a}, {"C", c}}));
    }
    for (const std::string& x : vector_formats)
      for (const std::string& y : with_inferred(vector_formats))
        for (const std::string& expression : vectors)
          cases.push_back(make_case(expression, {{"A", a}, {"x", x}, {"y", y}}));
  }
  return cases;
}

std::vector<Case> third_order_cases() {
  std::vector<Case> cases;
  std::mt19937_64 random(3);
  const Strings orders = {":0,1,2", ":0,2,1", ":1,0,2", ":1,2,0", ":2,0,1", ":2,1,0"};
  const auto any_format = [&] {
    std::string text;
    for (int level = 0; level < 3; ++level) text += (level > 0 ? "," : "") + level_formats[random() % 3];
    return text + orders[random() % orders.size()];
  };
  Strings kinds;
  for (const std::string& first : level_formats)
    for (const std::string& second : level_formats)
      for (const std::string& third : level_formats) kinds.push_back(first + "," + second + "," + third);
  for (const std::string& levels : kinds) {
    for (const std::string& order : orders) {
      const std::string a = levels + order;
      cases.push_back(make_case("C(i,j,k)=A(i,j,k)*2", {{"A", a}, {"C", random() % 2 == 0 ? a : inferred}}));
      cases.push_back(make_case("y(i,j)=A(i,j,k)*x(k)", {{"A", a}, {"y", "dense"}}));
      cases.push_back(make_case("y(i,j)=A(i,j,k)*x(k)", {{"A", a}}));
      cases.push_back(make_case("M(i,r)=A(i,j,k)*B(j,r)*D(k,r)", {{"A", a}, {"M", "dense"}}));
      cases.push_back(make_case("M(i,r)=A(i,j,k)*B(j,r)*D(k,r)", {{"A", a}, {"B", "csr"}, {"D", "csr"}}));
      cases.push_back(make_case("y(i,j)=A(i,j,k)*x(k)", {{"A", a}, {"x", "sv"}, {"y", "dense"}}));
      cases.push_back(make_case("C(i,j,r)=A(i,j,k)*B(k,r)", {{"A", a}, {"C", "dense"}}));
      cases.push_back(make_case("C(i,j,r)=A(i,j,k)*B(k,r)", {{"A", a}, {"B", "csr"}}));
      cases.push_back(make_case("C(i,j,k)=A(i,j,k)+x(j)*B(i,k)", {{"A", a}, {"C", "dense"}}));
      cases.push_back(make_case("C(i,j,k)=A(i,j,k)*B(j,k,i)", {{"A", a}, {"B", any_format()}}));
      cases.push_back(make_case("s=A(i,j,k)*B(i,j,k)", {{"A", a}, {"B", any_format()}}));
      for (const std::string expression : {"C(i,j,k)=A(i,j,k)+B(i,j,k)", "C(i,j,k)=A(i,j,k)*B(i,j,k)"}) {
        const std::string result = random() % 3 == 0 ? inferred : any_format();
        cases.push_back(make_case(expression, {{"A", a}, {"B", any_format()}, {"C", result}}));
      }
    }
  }
  return cases;
}

namespace {

/// Appends the case once for each order of its loops.
void add_orders(const Case& any_order, Strings indices, std::vector<Case>& cases) {
  std::sort(indices.begin(), indices.end());
  do {
    Case each = any_order;
    std::string list;
    for (const std::string& index : indices) list += (list.empty() ? "" : ", ") + index;
    each.settings.schedule = "reorder(" + list + ")";
    cases.push_back(std::move(each));
  } while (std::next_permutation(indices.begin(), indices.end()));
}

}  // namespace

std::vector<Case> loop_order_cases() {
  struct Kernel {
    std::string expression;
    Strings indices;
    Strings results;  // formats of the result
  };
  const std::vector<Kernel> kernels = {{"y(i)=A(i,j)*x(j)", {"i", "j"}, {"dense", "sv"}},
                                       {"C(i,j)=A(i,j)+B(i,j)", {"i", "j"}, {"dense", inferred}},
                                       {"C(i,j)=A(i,j)*B(i,j)", {"i", "j"}, {"dense", inferred}},
                                       {"C(i,j)=A(i,j)+B(j,i)", {"i", "j"}, {"dense", inferred}},
                                       {"C(i,k)=A(i,j)*B(j,k)", {"i", "j", "k"}, {"dense", "csr"}},
                                       {"C(i,k)=A(i,j)*B(j,k)+D(i,k)", {"i", "j", "k"}, {"dense"}},
                                       {"D(i,j)=A(i,j)*X(i,k)*Y(k,j)", {"i", "j", "k"}, {"dense", inferred}}};
  std::vector<Case> cases;
  for (const Kernel& kernel : kernels) {
    const std::string result(1, kernel.expression[0]);
    const bool has_b = kernel.expression.find("B(") != std::string::npos;
    for (const std::string& format : kernel.results)
      for (const std::string& a : matrix_formats)
        for (const std::string& b : has_b ? matrix_formats : Strings{inferred})
          add_orders(make_case(kernel.expression, {{"A", a}, {"B", b}, {result, format}}), kernel.indices, cases);
  }
  for (const std::string a :
       {"csf", "coo", "dense", "dense,compressed,compressed:2,0,1", "compressed,dense,coordinate"}) {
    add_orders(make_case("y(i,j)=A(i,j,k)*x(k)", {{"A", a}, {"y", "dense"}}), {"i", "j", "k"}, cases);
    add_orders(make_case("C(i,j,k)=A(i,j,k)+B(i,j,k)", {{"A", a}, {"B", "csf"}}), {"i", "j", "k"}, cases);
    add_orders(make_case("C(i,j,r)=A(i,j,k)*B(k,r)", {{"A", a}, {"C", "dense"}}), {"i", "j", "k", "r"}, cases);
    add_orders(make_case("M(i,r)=A(i,j,k)*B(j,r)*D(k,r)", {{"A", a}, {"M", "dense"}}), {"i", "j", "k", "r"}, cases);
  }
  return cases;
}

std::vector<Case> precomputed_cases() {
  const std::vector<std::pair<std::string, Strings>> products = {
      {"C(i,l)=A(i,j)*B(j,k)*D(k,l)",
       {"t(j,l): B(j,k), D(k,l)", "t(l,j): B(j,k), D(k,l)", "t(i,k): A(i,j), B(j,k)", "t(k,i): A(i,j), B(j,k)"}},
      {"C(i,j)=A(i,k)*B(j,k)*D(j,k)", {"t(j,k): B(j,k), D(j,k)", "t(k,j): B(j,k), D(j,k)"}}};
  std::vector<Case> cases;
  for (const auto& [expression, parts] : products)
    for (const std::string& part : parts)
      for (const std::string& b : matrix_formats)
        for (const std::string& d : matrix_formats)
          for (const std::string a : {"csr", "coo"})
            for (const std::string c : {"dense", "csr", "dcsr"}) {
              cases.push_back(make_case(expression, {{"A", a}, {"B", b}, {"D", d}, {"C", c}}));
              cases.back().settings.schedule = "precompute(" + part + "; sparse)";
            }
  return cases;
}

std::vector<Case> sequence_cases() {
  struct Kernel {
    std::string expression, temporary, result;
    Strings of_temporary, of_result;
  };
  const Strings matrices = {inferred, "dense", "csr", "csc", "dcsr", "coo"};
  const std::vector<Kernel> kernels = {
      {"T(i,j)=A(i,k)*B(k,j); C(i,l)=T(i,j)*D(j,l)", "T", "C", matrices, {"dense"}},
      {"T(i,j)=A(i,j)+B(i,j); C(j,i)=T(i,j)*A(j,i)", "T", "C", matrices, {inferred, "csr"}},
      {"t(i)=A(i,j)*x(j); y(j)=B(i,j)*t(i)", "t", "y", {inferred, "dense", "sv"}, {"dense", "sv"}},
      {"t(i)=max(j, A(i,j)); C(i,j)=A(i,j)*t(i)+B(i,j)*t(j)", "t", "C", {inferred, "sv"}, {"dense", "csr", "csc"}}};
  std::vector<Case> cases;
  for (const Kernel& kernel : kernels)
    for (const std::string& a : matrix_formats)
      for (const std::string& b : matrix_formats)
        for (const std::string& t : kernel.of_temporary)
          for (const std::string& c : kernel.of_result)
            cases.push_back(
                make_case(kernel.expression, {{"A", a}, {"B", b}, {kernel.temporary, t}, {kernel.result, c}}));
  return cases;
}

std::vector<Case> sample(const std::vector<Case>& cases, std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> numbers(cases.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  count = std::min(count, cases.size());
  std::mt19937_64 random(seed);
  for (std::size_t n = 0; n < count; ++n) std::swap(numbers[n], numbers[n + random() % (numbers.size() - n)]);
  numbers.resize(count);
  std::sort(numbers.begin(), numbers.end());
  std::vector<Case> result;
  for (const std::size_t number : numbers) result.push_back(cases[number]);
  return result;
}

std::vector<Case> in_turn(const std::vector<Case>& cases, std::size_t groups) {
  std::vector<Case> result;
  for (std::size_t n = 0; n < cases.size(); ++n)
    if (is_turn(n, groups)) result.push_back(cases[n]);
  return result;
}

}  // namespace scorchc::test
