#include "driver/bench.h"

#include <algorithm>

#include "driver/vector_remarks.h"
#include "ir/loop_walk.h"

namespace scorchc::driver {
namespace {

constexpr double sample_seconds = 0.002, row_seconds = 1;
constexpr int fewest_rounds = 5, most_rounds = 21, most_calls = 10'000;

bool is_parallel(const loop::Module& module) {
  bool found = false;
  for (const loop::Function& function : module.functions)
    loop::for_each_statement(function.body, [&](const loop::Stmt& stmt) {
      const auto* node = stmt.as<loop::For>();
      found = found || stmt.as<loop::Parallel>() != nullptr || (node != nullptr && node->parallel);
    });
  return found;
}

bool has_compute(const loop::Module& module) {
  return std::any_of(module.functions.begin(), module.functions.end(),
                     [](const loop::Function& function) { return function.phase == loop::Phase::compute; });
}

/// Returns the powers of 2 below `most`, then `most`: 1, 2, 4, 6.
std::vector<int> doubled_up_to(int most) {
  std::vector<int> numbers;
  for (int n = 1; n < most; n *= 2) numbers.push_back(n);
  numbers.push_back(most);
  return numbers;
}

/// Times both forms of call in alternation, so that a disturbance affects both. For the progress bar, `done` is the
/// share of the whole that is finished, and this call adds `share`.
std::vector<BenchRow> time_calls(const KernelBench& bench, RepeatedCall& call, int threads, const BenchOptions& options,
                                 double done, double share, Progress& progress) {
  std::vector<BenchRow> rows = {{CallForm::at_once, threads, 0, 0, {}}};
  if (has_compute(bench.compiled.module)) rows.push_back({CallForm::compute_again, threads, 0, 0, {}});
  double round_seconds = 0;
  for (BenchRow& row : rows) {
    call.seconds(row.form, threads);  // warms up: memory and threads exist from now on
    row.calls = calls_of_sample(call.seconds(row.form, threads));
    double sample = 0;
    for (int n = 0; n < row.calls; ++n) sample += call.seconds(row.form, threads);
    round_seconds += sample;
  }
  const double fitting = row_seconds / std::max(round_seconds, 1e-9);
  const int rounds = options.rounds.value_or(static_cast<int>(std::clamp<double>(fitting, fewest_rounds, most_rounds)));
  std::vector<std::vector<double>> times(rows.size());
  for (int round = 0; round < rounds; ++round) {
    progress.show(bench.compiled.kernel.name + ": threads " + std::to_string(threads) + ", round " +
                      std::to_string(round + 1) + " of " + std::to_string(rounds),
                  done + share * round / rounds);
    for (std::size_t n = 0; n < rows.size(); ++n) {
      double sample = 0;
      for (int each = 0; each < rows[n].calls; ++each) sample += call.seconds(rows[n].form, threads);
      times[n].push_back(sample / rows[n].calls);
    }
  }
  for (std::size_t n = 0; n < rows.size(); ++n) {
    rows[n].samples = rounds;
    rows[n].seconds = spread_of(times[n]);
  }
  return rows;
}

}  // namespace

Spread spread_of(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  // Interpolates linearly between two times.
  const auto at = [&](double share) {
    const double place = share * static_cast<double>(times.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, times.size() - 1);
    return times[below] + (place - static_cast<double>(below)) * (times[above] - times[below]);
  };
  return {at(0.5), at(0.25), at(0.75), times.front(), times.back()};
}

int calls_of_sample(double seconds) {
  return static_cast<int>(std::clamp<double>(sample_seconds / std::max(seconds, 1e-9), 1, most_calls));
}

KernelBench bench_kernel(CompiledKernel compiled, std::vector<Binding> data, const BenchOptions& options,
                         Progress& progress) {
  KernelBench bench{.compiled = std::move(compiled), .data = std::move(data)};
  const std::string& name = bench.compiled.kernel.name;
  progress.show(name + ": reading data");
  const KernelCall kernel_call = call_with(bench.compiled.kernel, bench.data);
  bench.dimensions = {kernel_call.dimensions};
  for (const data::PackedTensor& operand : kernel_call.operands) bench.dimensions.push_back(operand.dimensions);
  progress.show(name + ": compiling");
  const RunnableKernel runnable = load(bench.compiled, options.cxx);
  bench.compiler = compiler_name(options.cxx);
  bench.remarks = vector_remarks(bench.compiled, options.cxx);
  std::vector<int> threads = options.threads;
  const bool parallel = is_parallel(bench.compiled.module);
  bench.one_thread = parallel ? runnable.one_thread : "none of its loops is parallel";
  if (!bench.one_thread.empty())
    threads = {1};
  else if (threads.empty())
    threads = doubled_up_to(processors());
  RepeatedCall call(runnable.runner, kernel_call);
  const double share = 1.0 / static_cast<double>(threads.size());
  double done = 0;
  for (const int number : threads) {
    for (const BenchRow& row : time_calls(bench, call, number, options, done, share, progress))
      bench.rows.push_back(row);
    done += share;
    progress.show(name + ": threads " + std::to_string(number) + ", limits of the machine", done);
    bench.limits[number] =
        measure_limits(computation_type(bench.compiled.kernel), number, bench.compiled.work.bytes.number);
  }
  progress.clear();
  return bench;
}

}  // namespace scorchc::driver
