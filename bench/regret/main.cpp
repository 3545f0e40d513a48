// bench/regret: how good the scheduler's choices are, measured.
#include <CLI/CLI.hpp>
#include <chrono>
#include <iostream>

#include "apart.h"
#include "report.h"
#include "support/diagnostics.h"
#include "support/files.h"
#include "support/temp_files.h"
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
  app.add_option("--data", arguments.data, "a folder of .mtx and .tns files to take in place of generated data");
  app.add_option("--most", settings.most, "alternatives of a case that are compiled (24)");
  app.add_option("--only", arguments.only, "only cases that have this text in their title, as `y(i) = A(i,j), A csr`");
  app.add_option("--rounds", settings.rounds, "rounds of timing (5)")->check(CLI::Range(1, 1000));
  app.add_option("--threads", settings.threads, "threads of a kernel; 0: all (1)")->check(CLI::Range(0, 1024));
  app.add_option("--cxx", settings.cxx, "a C++ compiler to take in place of the Clang plugin");
  app.add_option("--machine", arguments.machine, "a sentence on the machine for the report");
  app.add_option("--times", arguments.times,
                 "what -o wrote in former runs: the means of their times are taken, nothing is measured");
  app.add_option("-o", arguments.output, "a file for all that is measured, as JSON");
}

/// Generated patterns are drawn once a size, not once a case.
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

/// What measuring a case has found, as `-o` writes it, in a process of its own: where arrays lie there, and what memory
/// the C library has kept, is no other case's doing. Nothing where the case cannot be measured, which that process
/// says.
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
  CLI::App app{"How good the scheduler's choices are, measured."};
  declare(app, arguments);
  CLI11_PARSE(app, argc, argv);
  Report report;
  report.settings = arguments.settings;
  report.machine = arguments.machine;
  report.runs = std::max<std::size_t>(1, arguments.times.size());
  keep_memory();
  try {
    measure_all(arguments, report);
    std::cout << print_text(report) << std::flush;
    if (!arguments.output.empty()) write_file(arguments.output, print_json(report));
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
