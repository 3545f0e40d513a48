#include "cases.h"

#include "front/front.h"
#include "infer/infer_formats.h"

namespace scorchc::regret {
namespace {

using Formats = std::vector<std::string>;
using Extents = std::map<std::string, std::int64_t>;

// Sizes: large for work that is linear in the stored entries, small for dense results with two large modes.
constexpr std::int64_t large = 50'000, medium = 20'000, small = 2'000;

/// Appends the expression in each of the formats.
struct Table {
  std::vector<Case> cases;
  std::size_t order = 2;
  void add(const std::string& expression, std::int64_t size, const std::vector<Formats>& formats,
           const Extents& extents = {}) {
    for (const Formats& each : formats) cases.push_back({expression, each, order, size, extents});
  }
};

void add_vector_products(Table& table) {
  table.add("y(i) = A(i,j) * x(j)", large, {{"A=csr"}, {"A=csc"}, {"A=dcsr"}, {"A=coo"}});
  table.add("y(j) = A(i,j) * x(i)", large, {{"A=csr"}, {"A=dcsr"}});
  table.add("y(i) = A(i,j) * x(j)", large, {{"A=csr", "x=sv"}, {"A=csc", "x=sv"}, {"A=csc", "x=sv", "y=sv"}});
  table.add("y(i) = b(i) - A(i,j) * x(j)", large, {{"A=csr"}, {"A=csc"}});
  table.add("y(i) = A(i,j) * (B(j,k) * x(k))", medium, {{"A=csr", "B=csr"}, {"A=csr", "B=csc"}, {"A=csc", "B=csc"}});
  // A product of two matrices and a vector as two of a matrix and a vector.
  for (auto one = table.cases.end() - 3; one != table.cases.end(); ++one)
    for (const char* first : {"reorder(B_x: j, k)", "reorder(B_x: k, j)"})
      for (const char* second : {"reorder(i, j)", "reorder(j, i)"})
        one->known.push_back(std::string("precompute(B_x(j): B(j,k), x(k)); ") + first + "; " + second);
  table.add("s = x(i) * A(i,j) * y(j)", large, {{"A=csr"}, {"A=csc"}, {"A=csr", "x=sv", "y=sv"}});
  table.add("y(i) = A(i,j)", large, {{"A=csr"}, {"A=csc"}, {"A=coo"}});
}

void add_dense_products(Table& table) {
  const Extents wide = {{"k", 32}};
  table.add(
      "C(i,k) = A(i,j) * B(j,k)", medium,
      {{"A=csr"}, {"A=csc"}, {"A=dcsr"}, {"A=coo"}, {"A=csr", "B=dense-col"}, {"A=csc", "C=dense-col", "B=dense-col"}},
      wide);
  table.add("C(i,k) = A(i,j) * B(k,j)", medium, {{"A=csr"}, {"A=csc"}}, wide);
  table.add("C(j,k) = A(i,j) * B(i,k)", medium, {{"A=csr"}, {"A=csc"}}, wide);
  table.add("C(i,l) = A(i,j) * X(j,k) * W(k,l)", medium, {{"A=csr"}, {"A=csc"}}, {{"k", 32}, {"l", 8}});
  table.add("C(i,l) = A(i,j) * X(j,k) * W(k,l)", medium, {{"A=csr"}, {"A=dcsr"}}, {{"k", 8}, {"l", 32}});
}

void add_sampled_products(Table& table) {
  const Extents wide = {{"k", 32}};
  table.add("C(i,j) = S(i,j) * A(i,k) * B(j,k)", medium, {{"S=csr", "C=csr"}, {"S=csc", "C=csc"}, {"S=coo", "C=coo"}},
            wide);
  table.add("C(i,j) = S(i,j) * A(i,k) * B(k,j)", medium, {{"S=csr", "C=csr"}, {"S=dcsr", "C=dcsr"}}, wide);
  table.add("C(i,j) = M(i,j) * A(i,k) * B(k,j)", medium / 4,
            {{"M=csr", "A=csr", "B=csr", "C=csr"},
             {"M=csr", "A=csr", "B=csc", "C=csr"},
             {"M=coo", "A=csc", "B=csr", "C=csr"}});
}

void add_sparse_products(Table& table) {
  table.add("C(i,j) = A(i,k) * B(k,j)", medium / 4,
            {{"A=csr", "B=csr", "C=csr"},
             {"A=csc", "B=csc", "C=csc"},
             {"A=csr", "B=csc", "C=csr"},
             {"A=csc", "B=csr", "C=csr"},
             {"A=dcsr", "B=dcsr", "C=dcsr"},
             {"A=coo", "B=coo", "C=coo"},
             {"A=csr", "B=csr"}});
  table.add("C(i,j) = A(i,k) * B(k,j)", small, {{"A=csr", "B=csr", "C=dense"}, {"A=csr", "B=csc", "C=dense"}});
  table.add("C(i,j) = A(i,k) * B(j,k)", medium / 4, {{"A=csr", "B=csr", "C=csr"}});
  table.add("C(i,j) = A(k,i) * B(k,j)", medium / 4, {{"A=csr", "B=csr", "C=csr"}});
  table.add("D(i,j) = A(i,k) * B(k,j) + C(i,j)", medium / 4,
            {{"A=csr", "B=csr", "C=csr", "D=csr"}, {"A=csr", "B=csr", "C=csc", "D=csr"}});
  table.add("s = A(i,j) * B(j,k) * C(i,k)", medium / 4, {{"A=csr", "B=csr", "C=csr"}, {"A=csr", "B=csc", "C=csr"}});
}

void add_elementwise(Table& table) {
  table.add("C(i,j) = A(i,j) + B(i,j)", large,
            {{"A=csr", "B=csr", "C=csr"},
             {"A=csr", "B=csc", "C=csr"},
             {"A=csc", "B=csc", "C=csr"},
             {"A=dcsr", "B=coo", "C=dcsr"}});
  table.add("C(i,j) = A(i,j) + B(i,j)", small, {{"A=csr", "B=csc", "C=dense"}});
  table.add(
      "C(i,j) = A(i,j) * B(i,j)", large,
      {{"A=csr", "B=csr", "C=csr"}, {"A=csr", "B=csc", "C=csr"}, {"A=coo", "B=dcsr", "C=coo"}, {"A=csc", "B=dcsr"}});
  table.add("D(i,j) = A(i,j) * B(i,j) * C(i,j)", large, {{"A=csr", "B=csr", "C=csc", "D=csr"}});
  table.add("C(i,j) = A(i,j) + B(j,i)", large, {{"A=csr", "B=csr", "C=csr"}});
  table.add("C(i,j) = d(i) * A(i,j) * e(j)", large, {{"A=csr", "C=csr"}, {"A=csc", "C=csr"}});
  table.add("B(i,j) = A(j,i)", large, {{"A=csr", "B=csr"}, {"A=dcsr", "B=dcsr"}, {"A=coo", "B=csr"}});
  table.add("s = A(i,j) * B(i,j)", large, {{"A=csr", "B=csr"}, {"A=csr", "B=csc"}});
  table.add("C(i,j) = x(i) * y(j)", small,
            {{"C=dense"}, {"C=dense-col"}, {"x=sv", "y=sv", "C=dcsr"}, {"x=sv", "C=csr"}},
            {{"i", small}, {"j", small}});
}

void add_tensors(Table& table) {
  table.order = 3;
  const Extents rank = {{"r", 16}};
  const std::vector<Formats> stored = {{"A=csf"}, {"A=coo"}};
  table.add("M(i,r) = A(i,j,k) * B(j,r) * C(k,r)", medium, {{"A=csf"}, {"A=coo"}, {"A=csf:2,0,1"}}, rank);
  table.add("M(j,r) = A(i,j,k) * B(i,r) * C(k,r)", medium, stored, rank);
  table.add("M(k,r) = A(i,j,k) * B(i,r) * C(j,r)", medium, stored, rank);
  table.add("C(i,j) = A(i,j,k) * x(k)", medium, {{"A=csf", "C=dcsr"}, {"A=coo", "C=coo"}, {"A=csf:2,0,1", "C=csr"}});
  table.add("C(j,k) = A(i,j,k) * x(i)", medium, {{"A=csf", "C=dcsr"}, {"A=csf", "C=csr"}});
  table.add("C(i,j,r) = A(i,j,k) * B(k,r)", medium, {{"A=csf", "C=compressed,compressed,dense"}}, rank);
  table.add("C(i,r,k) = A(i,j,k) * B(j,r)", medium, {{"A=csf", "C=csf"}}, rank);
  table.add("C(i,r,s) = A(i,j,k) * B(j,r) * D(k,s)", medium, stored, {{"r", 8}, {"s", 8}});
  table.add("s = A(i,j,k) * B(i,j,k)", medium, {{"A=csf", "B=csf"}, {"A=csf", "B=csf:2,1,0"}});
  table.add("s = A(i,j,k) * x(i) * y(j) * z(k)", medium, {{"A=csf"}});
  table.add("C(i,j,k) = A(i,j,k) + B(i,j,k)", medium, {{"A=csf", "B=csf", "C=csf"}, {"A=csf", "B=coo:1,0,2", "C=csf"}});
  table.add("y(k) = A(i,j,k)", medium, {{"A=csf"}});
}

}  // namespace

std::vector<Case> all_cases() {
  Table table;
  add_vector_products(table);
  add_dense_products(table);
  add_sampled_products(table);
  add_sparse_products(table);
  add_elementwise(table);
  add_tensors(table);
  return table.cases;
}

std::string Case::title() const {
  std::string text = expression;
  for (const std::string& format : formats) {
    const std::size_t equals = format.find('=');
    text += ", " + format.substr(0, equals) + " " + format.substr(equals + 1);
  }
  for (const auto& [index, extent] : extents) text += ", " + index + " " + std::to_string(extent);
  return text;
}

Kernel read_case(const Case& one) {
  front::Settings settings;
  settings.formats = one.formats;
  settings.name = "k";
  Diagnostics warnings;
  Decisions decisions;
  const Kernel kernel = front::read_expression(one.expression, settings, warnings).at(0);
  return infer::infer_formats(kernel, decisions, warnings);
}

}  // namespace scorchc::regret
