// Compiles every kernel of the standard sets and lists which are supported, for docs/limits.md.
#include <algorithm>
#include <vector>

#include "limits/pages.h"
#include "run/batch.h"
#include "run/sets.h"

namespace scorchc::test {
namespace {

struct Count {
  std::string expression;
  int all = 0, compiled = 0;
};

/// Empty if the case compiles; else the reason.
std::string refusal(const Case& run_case) {
  Report report;
  if (compile_case(run_case, "k", driver::compile, report)) return "";
  if (!report.unsupported.empty()) return report.unsupported.begin()->first;
  return report.wrong.empty() ? "an illegal schedule" : report.wrong.front();
}

std::string of(const Count& count) { return std::to_string(count.compiled) + " of " + std::to_string(count.all); }

std::string section(const std::string& title, const std::string& about, const std::vector<Case>& cases) {
  std::vector<Count> counts;
  Count total;
  std::string refused;
  for (const Case& run_case : cases) {
    auto count = std::find_if(counts.begin(), counts.end(),
                              [&](const Count& each) { return each.expression == run_case.expression; });
    if (count == counts.end()) count = counts.insert(counts.end(), {run_case.expression});
    const std::string why = refusal(run_case);
    for (Count* each : {&*count, &total}) {
      ++each->all;
      if (why.empty()) ++each->compiled;
    }
    if (!why.empty()) refused += "- `" + write_case(run_case) + "`: " + why + "\n";
  }
  std::string text = "### " + title + "\n\n" + about + "\n\n| kernel | compiled |\n|---|---|\n";
  for (const Count& count : counts) text += "| `" + count.expression + "` | " + of(count) + " |\n";
  text += "| all | **" + of(total) + "** |\n\n";
  return text + (refused.empty() ? "None is refused.\n\n" : "Refused:\n\n" + refused + "\n");
}

}  // namespace

std::string supported_kernels() {
  return section("Two operands",
                 "A, B and C have every combination of dense, csr, csc, dcsr, coo and `compressed,dense`.",
                 two_operand_cases()) +
         section(
             "Matrices, with given and inferred results",
             "A has each of these formats, and so have B and C if the kernel has them; C is also inferred. x and y\n"
             "are dense and sparse; X and Y are dense.",
             matrix_cases()) +
         section("Order 3",
                 "A has every combination of dense, compressed and coordinate levels under all six mode orderings:\n"
                 "162 formats. Another operand or a result with three modes has levels and an order that are drawn\n"
                 "with a fixed seed.",
                 third_order_cases());
}

}  // namespace scorchc::test
