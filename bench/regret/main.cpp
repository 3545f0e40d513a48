// bench/regret: measures the regret of the scheduler's choices.
#include <CLI/CLI.hpp>
#include <chrono>
#include <iostream>

#include "apart.h"
#include "report.h"
#include "support/diagnostics.h"
#include "support/files.h"
#include "times.h"
#include "trial.h"

namespace scorchc::regret {
namespace {

struct Arguments {
  Settings settings;
  std::string data, only, output, machine;
  std::vector<std::string> times;
};

void declare(CLI::App& app, Arguments& arguments) {
  Settings& settings = arguments.settings;
  app.add_option("--data", arguments.data, "folder of .mtx and .tns files, instead of generated data");
  app.add_option("--most", settings.most, "limit of compiled alternatives per case (24)");
  app.add_option("--only", arguments.only, "only cases with this text in their title, as `y(i) = A(i,j), A csr`");
  app.add_option("--rounds", settings.rounds, "rounds of timing (5)")->check(CLI::Range(1, 1000));
  app.add_option("--threads", settings.threads, "threads of a kernel; 0: all (1)")->check(CLI::Range(0, 1024));
  app.add_option("--cxx", settings.cxx, "C++ compiler, instead of the Clang plugin");
  app.add_option("--machine", arguments.machine, "description of the machine for the report");
  app.add_option("--times", arguments.times, "files that -o wrote: use the means of their times, measure nothing");
  app.add_option("-o", arguments.output, "JSON file with all plans, times and costs; otherwise standard output");
}

/// Draws generated patterns once per size instead of once per case.
std::vector<DataSet> remembering(std::vector<DataSet> sets) {
  for (DataSet& set : sets)
    set.draw = [draw = set.draw, drawn = std::map<std::pair<std::int64_t, int>, data::CoordinateList>()](
                   std::int64_t size, int number) mutable {
      const auto [place, is_new] = drawn.try_emplace({size, number});
      if (is_new) place->second = draw(size, number);
      return place->second;
    };
  return sets;
}

/// Measures a case in a process of its own, and returns what `-o` would write. So the addresses of arrays, and the
/// memory that the C library retains, do not depend on other cases. Returns an empty text if the case cannot be
/// measured; that process prints why.
std::string measured_apart(const Case& one, const std::vector<DataSet>& sets, const Settings& settings) {
  const auto measured = [&]() -> std::string {
    try {
      Report report;
      report.rows = measure(one, sets, settings).rows;
      return print_json(report);
    } catch (const Failure& failure) {
      std::cerr << render(failure.diagnostic(), false);
      return "";
    }
  };
  return run_apart(measured).text;
}

void measure_all(const Arguments& arguments, Report& report) {
  const std::vector<DataSet> sets = remembering(arguments.data.empty() ? generated_sets() : file_sets(arguments.data));
  Times times(arguments.times);
  for (const Case& one : all_cases()) {
    if (one.title().find(arguments.only) == std::string::npos) continue;
    const auto start = std::chrono::steady_clock::now();
    ++report.cases;
    try {
      if (arguments.times.empty()) {
        const std::string measured = measured_apart(one, sets, arguments.settings);
        if (!measured.empty()) times.add(measured, one.title());
      }
      CaseOutcome outcome = measure(one, sets, arguments.settings, &times);
      report.left_out += outcome.left_out;
      report.refused += outcome.refused;
      for (Row& row : outcome.rows) report.rows.push_back(std::move(row));
    } catch (const Failure& failure) {
      report.refused_cases.push_back(one.title() + ": " + failure.diagnostic().message);
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    std::cerr << one.title() << ": " << passed.count() << " s\n";
  }
}

int run(int argc, char** argv) {
  Arguments arguments;
  CLI::App app{"Measures the regret of the scheduler's choices."};
  declare(app, arguments);
  CLI11_PARSE(app, argc, argv);
  Report report;
  report.settings = arguments.settings;
  report.machine = arguments.machine;
  report.runs = std::max<std::size_t>(1, arguments.times.size());
  keep_memory();
  try {
    measure_all(arguments, report);
    if (arguments.output.empty())
      std::cout << print_json(report) << std::flush;
    else
      write_file(arguments.output, print_json(report));
  } catch (const Failure& failure) {
    std::cerr << render(failure.diagnostic(), false);
    return static_cast<int>(failure.exit_code());
  }
  const bool differs = std::any_of(report.rows.begin(), report.rows.end(), [](const Row& row) {
    return std::any_of(row.plans.begin(), row.plans.end(), [](const Timing& plan) { return !plan.agrees; });
  });
  return static_cast<int>(differs ? ExitCode::difference : ExitCode::ok);
}

}  // namespace
}  // namespace scorchc::regret

int main(int argc, char** argv) { return scorchc::regret::run(argc, argv); }
