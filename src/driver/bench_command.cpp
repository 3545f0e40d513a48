// Implements scorchc bench.
#include <algorithm>
#include <sstream>

#include "driver/bench.h"
#include "driver/bench_report.h"
#include "driver/commands.h"
#include "driver/input.h"
#include "driver/option_values.h"

namespace scorchc::driver {
namespace {

constexpr int most_threads = 1024;

/// Parses a list of distinct numbers in the given order: `4`, `1,2,8`.
std::vector<int> read_threads(const std::optional<std::string>& list) {
  std::vector<int> numbers;
  if (!list) return numbers;
  std::istringstream words(*list + ",");
  for (std::string word; std::getline(words, word, ',');) {
    const int number = read_number<int>(word, "--threads", 1);
    if (number > most_threads || std::find(numbers.begin(), numbers.end(), number) != numbers.end())
      fail(Code::setting_value, {make_source("--threads", *list), {0, static_cast<std::uint32_t>(list->size())}},
           number > most_threads ? "too many threads: at most " + std::to_string(most_threads) + " are supported"
                                 : std::to_string(number) + " is given twice");
    numbers.push_back(number);
  }
  return numbers;
}

}  // namespace

ExitCode bench_command(const Options& options, Console& console) {
  BenchOptions bench_options{{}, read_threads(options.threads), options.cxx};
  if (options.rounds) bench_options.rounds = read_number<int>(*options.rounds, "--rounds", 1);
  if (options.csv && options.json) fail(Code::usage, {}, "`--csv` and `--json` cannot be combined", "use one of them");
  const std::vector<Kernel> kernels = read_kernels(options, console);
  const std::vector<std::vector<Binding>> data = data_of_each(options.data, kernels);
  // Compile all kernels first, so that errors appear before minutes of measuring.
  std::vector<CompiledKernel> compiled;
  for (std::size_t n = 0; n < kernels.size(); ++n) {
    Decisions decisions;
    compiled.push_back(compile_for(data[n], {}, kernels[n], console.warnings, decisions));
  }
  Progress progress(options);
  std::vector<KernelBench> benches;
  for (std::size_t n = 0; n < kernels.size(); ++n) {
    benches.push_back(bench_kernel(std::move(compiled[n]), data[n], bench_options, progress));
    if (!options.csv && !options.json) console.print((n > 0 ? "\n" : "") + bench_text(benches.back()));
  }
  if (options.csv) console.print(bench_csv(benches));
  if (options.json) console.print(bench_json(benches));
  return ExitCode::ok;
}

}  // namespace scorchc::driver
