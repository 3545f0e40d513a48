// Measures the processor time of scheduling: the median over several rounds, each of which schedules every statement
// once.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "front/front.h"
#include "infer/infer_formats.h"
#include "schedule/auto_schedule.h"
#include "support/diagnostics.h"

namespace scorchc::scheduling {
namespace {

struct Row {
  const char* expression;
  std::vector<std::string> formats;  // options --fmt; other operands are dense
};

const std::vector<Row> rows = {
    // Two operands.
    {"a(i) = B(i,j) * c(j)", {"B=csr"}},
    {"C(i,k) = A(i,j) * B(j,k)", {"A=csr"}},
    {"C(i,k) = A(i,j) * B(j,k)", {"A=csr", "B=csr", "C=csr"}},
    {"C(i,j) = A(i,j) + B(i,j)", {"A=csr", "B=csr"}},
    // The other kernels of CIN-P (Ahrens et al. 2022).
    {"a(i) = B(i,j) * C(j,k) * d(k)", {"B=csr", "C=csr"}},
    {"a(i) = B(i,j) * C(j,k) * D(k,l) * e(l)", {"B=csr", "C=csr", "D=csr"}},
    {"A(i,j) = B(i,k) * C(j,k)", {"A=csr", "B=csr", "C=csr"}},
    {"A(i,l) = B(i,j) * C(j,k) * D(k,l)", {"A=csr", "B=csr", "C=csr", "D=csr"}},
    {"A(i,j) = B(i,k) * C(j,k) * D(j,k)", {"A=csr", "B=csr", "C=csr", "D=csr"}},
    {"A(i,j) = M(i,j) * B(i,k) * C(j,k)", {"A=csr", "M=csr", "B=csr", "C=csr"}},
    {"A(i,j) = B(i,k,l) * C(k,j) * D(l,j)", {"A=csr", "B=csf", "C=csr", "D=csr"}},
    // Dense factors.
    {"D(i,j) = S(i,j) * X(i,k) * Y(j,k)", {"S=csr"}},
    {"M(i,r) = T(i,j,k) * B(j,r) * C(k,r)", {"T=csf"}},
    {"M(i,r) = T(i,j,k,l) * B(j,r) * C(k,r) * D(l,r)", {"T=csf"}},
    // Chains of four, six and eight sparse factors.
    {"A(i,m) = B(i,j) * C(j,k) * D(k,l) * E(l,m)", {"A=csr", "B=csr", "C=csr", "D=csr", "E=csr"}},
    {"A(i,o) = B(i,j) * C(j,k) * D(k,l) * E(l,m) * F(m,n) * G(n,o)",
     {"A=csr", "B=csr", "C=csr", "D=csr", "E=csr", "F=csr", "G=csr"}},
    {"a(i) = B(i,j) * C(j,k) * D(k,l) * E(l,m) * F(m,n) * G(n,o) * H(o,p) * x(p)",
     {"B=csr", "C=csr", "D=csr", "E=csr", "F=csr", "G=csr", "H=csr"}},
    {"a(i) = B(i,j) * C(j,k) * D(k,l) * E(l,m) * F(m,n) * G(n,o) * H(o,p) * I(p,q)",
     {"B=csr", "C=csr", "D=csr", "E=csr", "F=csr", "G=csr", "H=csr", "I=csr"}},
    {"A(i,q) = B(i,j) * C(j,k) * D(k,l) * E(l,m) * F(m,n) * G(n,o) * H(o,p) * I(p,q)",
     {"A=csr", "B=csr", "C=csr", "D=csr", "E=csr", "F=csr", "G=csr", "H=csr", "I=csr"}},
    // Eight operands and ten indices: a star, a tensor network, and dense ones around a sparse one.
    {"s = A(i,j) * B(i,k) * C(i,l) * D(i,m) * E(i,n) * F(i,o) * G(i,p) * H(p,q,r)",
     {"A=csr", "B=csr", "C=csr", "D=csr", "E=csr", "F=csr", "G=csr", "H=csf"}},
    {"Z(i,r) = A(i,j,k) * B(j,l,m) * C(k,n) * D(l,o) * E(m,n) * F(o,p) * G(p,q) * H(q,r)",
     {"A=csf", "B=csf", "C=csr", "D=csr", "E=csr", "F=csr", "G=csr", "H=csr"}},
    {"Z(a,b,c) = T(i,j,k,l,m) * A(i,a) * B(j,b) * C(k,c) * D(l,d) * E(m,e) * F(d,e) * G(a,b)", {"T=csf"}},
};

double milliseconds(const Row& row) {
  front::Settings settings;
  settings.formats = row.formats;
  Diagnostics warnings;
  Decisions decisions;
  const Kernel kernel =
      infer::infer_formats(front::read_expression(row.expression, settings, warnings).at(0), decisions, warnings);
  const std::clock_t start = std::clock();
  schedule::auto_schedule(kernel, decisions);
  return 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// Measures and prints the statements that contain the text `only`.
int report(int rounds, std::string_view only) {
  std::map<const Row*, std::vector<double>> times;
  for (int round = 0; round < rounds; ++round)
    for (const Row& row : rows)
      if (std::string_view(row.expression).find(only) != std::string_view::npos)
        times[&row].push_back(milliseconds(row));
  std::printf("milliseconds, statement\n");
  for (const Row& row : rows) {
    std::vector<double>& of_row = times[&row];
    if (of_row.empty()) continue;
    std::sort(of_row.begin(), of_row.end());
    std::printf("%8.2f  %s", of_row[of_row.size() / 2], row.expression);
    for (const std::string& format : row.formats) std::printf(" %s", format.c_str());
    std::printf("\n");
  }
  return 0;
}

}  // namespace
}  // namespace scorchc::scheduling

int main(int count, char** words) {
  int rounds = 7;
  const std::string_view word = count > 1 ? words[1] : "7";
  const auto read = std::from_chars(word.data(), word.data() + word.size(), rounds);
  if (count > 3 || read.ec != std::errc{} || read.ptr != word.data() + word.size() || rounds < 1) {
    std::cerr << "usage: run [ROUNDS [TEXT]]\n";
    return 2;
  }
  try {
    return scorchc::scheduling::report(rounds, count > 2 ? words[2] : "");
  } catch (const scorchc::Failure& failure) {
    std::cerr << failure.diagnostic().message << '\n';
    return static_cast<int>(failure.exit_code());
  }
}
