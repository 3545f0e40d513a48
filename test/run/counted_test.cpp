// Checks the cost model: its predictions of iterations and bytes, made with the statistics that --data supplies, are
// compared with the counts of the loop interpreter.
#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <set>

#include "batch.h"
#include "catch.h"
#include "data/pack.h"
#include "data/statistics.h"
#include "depth.h"
#include "driver/call.h"
#include "driver/interpreted.h"
#include "driver/random_case.h"
#include "infer/infer_formats.h"
#include "lower/lower.h"
#include "made_data.h"

namespace scorchc::test {
namespace {

/// Largest ratio between prediction and count, as docs/explain.md states: for bytes, for bytes that depend on how
/// unevenly spread patterns intersect (which no statistics describe), and for iterations of formulas with `~`.
constexpr double bytes_within = 1.15, bytes_of_meetings_within = 2.5;
constexpr double expected_within = 1.25;
constexpr double cache_line = 64;

/// The extent of a test index: 200 if it indexes a sparse operand, 40 in statements of order 3 or more, else 12.
std::int64_t extent_of(const std::string& index, const Kernel& kernel, const std::vector<Access>& accesses) {
  std::int64_t extent = 12;
  for (const Access& access : accesses) {
    const TensorDeclaration& tensor = kernel.tensor(access.tensor);
    const bool has_index = std::find(access.indices.begin(), access.indices.end(), index) != access.indices.end();
    if (has_index && !tensor.format->is_dense())
      extent = std::max<std::int64_t>(extent, access.indices.size() > 2 ? 40 : 200);
  }
  for (const Access& access : accesses)
    if (access.indices.size() > 2) extent = std::min<std::int64_t>(extent, 40);
  return extent;
}

struct Problem {
  Kernel kernel;  // with statistics of its operands
  driver::KernelCall call;
};

Problem make_problem(const Case& run_case, Spread spread) {
  Diagnostics warnings;
  Decisions decisions;
  front::Settings settings = run_case.settings;
  settings.name = "k";
  Problem problem{
      infer::infer_formats(front::read_expression(run_case.expression, settings, warnings).at(0), decisions, warnings),
      {}};
  Kernel& kernel = problem.kernel;
  const driver::StatementFacts facts(kernel);
  std::map<std::string, std::int64_t> extents;
  for (const std::vector<std::string>& same : facts.index_classes) {
    std::int64_t extent = 0;
    for (const std::string& index : same) extent = std::max(extent, extent_of(index, kernel, facts.accesses));
    for (const std::string& index : same) extents[index] = kernel.indices.at(index).extent.value_or(extent);
  }
  for (auto& [index, declaration] : kernel.indices)
    if (!declaration.extent) declaration.hint = extents.at(index);
  const auto dimensions_of = [&](const std::string& tensor) {
    std::vector<std::int64_t> dimensions;
    for (const Access& access : facts.accesses)
      if (access.tensor == tensor && dimensions.empty())
        for (const std::string& index : access.indices) dimensions.push_back(extents.at(index));
    return dimensions;
  };
  problem.call.dimensions = dimensions_of(kernel.result().name);
  for (std::size_t n = 1; n < kernel.tensors.size(); ++n) {
    TensorDeclaration& tensor = kernel.tensors[n];
    const std::vector<std::int64_t> dimensions = dimensions_of(tensor.name);
    const data::Tensor made = tensor.format->is_dense()
                                  ? data::Tensor(made_array(dimensions))
                                  : data::Tensor(made_pattern(spread, dimensions, static_cast<int>(n)));
    tensor.statistics = std::make_shared<TensorStatistics>(data::count(made, *tensor.format));
    problem.call.operands.push_back(data::pack(made, *tensor.format));
  }
  return problem;
}

/// Appends the marker comments of the program's loops, in textual order. Loops of conversions have none.
void add_marks(const cin::Stmt& stmt, const std::set<std::string>& around, const std::string& into,
               std::vector<std::string>& marks) {
  match(
      stmt, [](const cin::Assign&) {},
      [&](const cin::Forall& loop) {
        marks.push_back(lower::body_comment(loop.index, around, into));
        std::set<std::string> deeper = around;
        deeper.insert(loop.index);
        add_marks(loop.body[0], deeper, into, marks);
      },
      [&](const cin::Where& where) {
        const std::string& made = where.temporary.tensor;
        if (!where.distinct) add_marks(where.producer(), around, where.temporary.indices.empty() ? into : made, marks);
        add_marks(where.consumer(), around, into, marks);
      },
      [&](const cin::Sequence& sequence) {
        for (const cin::Stmt& part : sequence.statements) add_marks(part, around, into, marks);
      });
}

struct Comparison {
  std::string mark, formula;
  bool exact = true;
  double expected = 0;
  double counted = 0;
  double factor() const {
    if (expected == counted) return 1;
    return expected > counted ? expected / std::max(counted, 1e-9) : counted / std::max(expected, 1e-9);
  }
};

struct Comparisons {
  std::vector<Comparison> loops;
  Comparison bytes;
};

bool is_spread_evenly(Spread spread) { return spread == Spread::uniform || spread == Spread::nearly_empty; }

bool is_right(const Comparison& loop, Spread spread) {
  if (loop.exact) return std::abs(loop.expected - loop.counted) <= 1e-9 * loop.counted;
  return spread != Spread::uniform || loop.factor() <= expected_within;
}

bool are_right_bytes(const Comparison& bytes, Spread spread) {
  const bool is_predicted = bytes.exact || is_spread_evenly(spread);
  return bytes.factor() <= (is_predicted ? bytes_within : bytes_of_meetings_within) ||
         std::abs(bytes.expected - bytes.counted) <= cache_line;
}

/// Compares predictions with counts. Loops over the same index inside the same loops share a marker and are added up.
Comparisons compare(const driver::CompiledKernel& compiled, const driver::Counts& counts) {
  std::vector<std::string> marks;
  add_marks(compiled.program.body, {}, "", marks);
  REQUIRE(marks.size() == compiled.work.loops.size());
  Comparisons result;
  for (std::size_t n = 0; n < marks.size(); ++n) {
    const schedule::Formula& iterations = compiled.work.loops[n].iterations;
    const auto same = std::find_if(result.loops.begin(), result.loops.end(),
                                   [&](const Comparison& each) { return each.mark == marks[n]; });
    if (same == result.loops.end()) {
      const auto passed = counts.passed.find(marks[n]);
      result.loops.push_back({marks[n], iterations.text, iterations.exact, iterations.number,
                              passed == counts.passed.end() ? 0.0 : static_cast<double>(passed->second)});
    } else {
      same->formula += " + " + iterations.text;
      same->exact = same->exact && iterations.exact;
      same->expected += iterations.number;
    }
  }
  const schedule::Formula& bytes = compiled.work.bytes;
  result.bytes = {"bytes", bytes.text, bytes.exact, bytes.number, static_cast<double>(counts.bytes)};
  return result;
}

Comparisons compare(const Case& run_case, Spread spread) {
  Problem problem = make_problem(run_case, spread);
  Diagnostics warnings;
  Decisions decisions;
  driver::CompiledKernel compiled = driver::compile(problem.kernel, warnings);
  compiled.module =
      lower::lower(compiled.program, compiled.commands, decisions, {.bodies = lower::Options::Bodies::marked});
  problem.call.format = *compiled.kernel.result().format;
  if (problem.call.format.is_dense())
    problem.call.start = driver::unset_values(problem.call.format.value,
                                              driver::dense_cells(problem.call.format, problem.call.dimensions, {}));
  else
    problem.call.form = driver::CallForm::in_steps;
  const auto counts = std::make_shared<driver::Counts>();
  const driver::CallResult called = driver::call_kernel(driver::counted(compiled, counts), problem.call);
  INFO(called.broken);
  REQUIRE(called.broken.empty());
  REQUIRE(called.status == driver::KernelStatus::ok);
  return compare(compiled, *counts);
}

std::string describe(const Case& run_case, Spread spread, const Comparison& each) {
  return write_case(run_case) + " [" + std::string(name(spread)) + "] " + each.mark + ": " + each.formula +
         (each.exact ? " = " : " ~ ") + std::to_string(each.expected) + ", counted " + std::to_string(each.counted);
}

struct Tally {
  int runs = 0, exact = 0, expected = 0, within = 0, exact_bytes = 0;
  double worst_iterations = 1, worst_bytes = 1;
};

void check(const Case& run_case, Spread spread, Tally& tally) {
  const Comparisons compared = compare(run_case, spread);
  ++tally.runs;
  for (const Comparison& loop : compared.loops) {
    INFO(describe(run_case, spread, loop));
    CHECK(is_right(loop, spread));
    ++(loop.exact ? tally.exact : tally.expected);
    if (!loop.exact && spread == Spread::uniform)
      tally.worst_iterations = std::max(tally.worst_iterations, loop.factor());
  }
  INFO(describe(run_case, spread, compared.bytes));
  CHECK(are_right_bytes(compared.bytes, spread));
  tally.exact_bytes += compared.bytes.exact ? 1 : 0;
  tally.within += compared.bytes.factor() <= bytes_within ? 1 : 0;
  tally.worst_bytes = std::max(tally.worst_bytes, compared.bytes.factor());
}

TEST_CASE("predictions of explain agree with the counts of the interpreter", "[compiler]") {
  const std::vector<Case> cases = read_cases(SCORCHC_SOURCE_DIR "/test/run/counted.cases");
  CHECK(cases.size() >= 100);
  Tally tally;
  constexpr std::array spreads = {Spread::uniform, Spread::power_law, Spread::banded, Spread::nearly_empty};
  for (std::size_t n = 0; n < cases.size(); ++n)
    for (std::size_t spread = 0; spread < spreads.size(); ++spread)
      if (is_turn(n + spread, spreads.size())) check(cases[n], spreads[spread], tally);
  std::cout << cases.size() << " programs, " << tally.runs << " runs: " << tally.exact << " loops exact, "
            << tally.expected << " estimated, on uniform data within a factor of " << tally.worst_iterations
            << "; bytes of " << tally.within << " runs within " << bytes_within << " (" << tally.exact_bytes
            << " by an exact formula), of all runs within " << tally.worst_bytes << "\n";
}

}  // namespace
}  // namespace scorchc::test
