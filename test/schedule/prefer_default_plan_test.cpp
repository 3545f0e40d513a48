// Tests that data change the plan only if costs differ clearly.
#include <algorithm>
#include <memory>
#include <optional>

#include "catch.h"
#include "front/reading.h"
#include "infer/infer_formats.h"
#include "schedule/auto_schedule.h"

namespace scorchc::schedule {
namespace {

constexpr std::int64_t extent = 50'000;

using Statistics = std::shared_ptr<TensorStatistics>;

/// Evenly spread entries, one per coordinate of each mode.
Statistics spread(std::int64_t stored, std::size_t order) {
  std::vector<std::int64_t> degrees(extent, 0);
  for (std::int64_t n = 0; n < stored; ++n) degrees[static_cast<std::size_t>(n * (extent / stored))] = 1;
  TensorStatistics made{static_cast<double>(stored), {static_cast<double>(stored)}, {order, degrees}};
  if (order == 2) made.prefixes.insert(made.prefixes.begin(), static_cast<double>(extent));
  return std::make_shared<TensorStatistics>(std::move(made));
}

struct Chosen {
  std::string commands;
  bool is_usual = false;  // the decision log says that the default plan is kept
};

Chosen chosen_for(const std::string& expression, const std::vector<std::string>& formats,
                  const std::vector<Statistics>& statistics) {
  front::Settings settings;
  settings.formats = formats;
  Decisions decisions;
  Diagnostics warnings;
  Kernel kernel = infer::infer_formats(front::kernel_of(expression, settings), decisions, warnings);
  std::size_t number = 0;
  for (TensorDeclaration& tensor : kernel.tensors)
    if (tensor.name != kernel.result().name && number < statistics.size()) tensor.statistics = statistics[number++];
  decisions.clear();
  const Commands commands = plans_of(auto_schedule(kernel, decisions).commands)[0].commands;
  const bool is_usual =
      std::any_of(decisions.begin(), decisions.end(), [](const Decision& each) { return each.subject == "data"; });
  return {print(commands), is_usual};
}

TEST_CASE("statistics select another plan if it is much cheaper for them") {
  const auto chosen = [](const std::vector<Statistics>& statistics) {
    return chosen_for("s = x(i) * A(i,j) * y(j)", {"A=csr", "x=sv", "y=sv"}, statistics);
  };
  const Chosen decided = chosen({spread(1000, 1), spread(2500, 2), spread(1000, 1)});
  CHECK(decided.commands != chosen({}).commands);
  CHECK_FALSE(decided.is_usual);
}

TEST_CASE("the default plan is kept if another one is hardly cheaper") {
  const auto chosen = [](const std::vector<Statistics>& statistics) {
    return chosen_for("C(i,j) = A(i,j) * B(i,j)", {"A=csr", "B=csc", "C=csr"}, statistics);
  };
  const Chosen kept = chosen({spread(2500, 2), spread(2500, 2)});
  CHECK(kept.commands == chosen({}).commands);
  CHECK(kept.is_usual);
}

}  // namespace
}  // namespace scorchc::schedule
