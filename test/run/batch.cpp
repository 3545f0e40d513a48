#include "batch.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <variant>

#include "clang/plugin.h"
#include "data/generator.h"
#include "data/pack.h"
#include "driver/interpreted.h"
#include "driver/load.h"
#include "driver/verify.h"
#include "run/depth.h"

extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace scorchc::test {
namespace {

constexpr std::size_t largest_batch = 50;
/// Each case has its own range of seeds, so that a set of cases sees many different random inputs.
constexpr std::uint64_t seeds_a_kernel = 100;

struct BuiltKernel {
  const Case* origin = nullptr;
  std::size_t number = 0;  // in the whole set of cases
  unsigned first_line = 0;
  driver::CompiledKernel compiled;
};

// A sanitizer ends the process, so its death callback prints the command that reproduces the running case.
struct RunningCase {
  const Case* origin = nullptr;
  std::uint64_t seed = 1;
  std::int64_t runs = 1;
};
thread_local RunningCase running;
void name_running_case() {
  if (running.origin != nullptr)
    std::fprintf(stderr, "while running: %s\n", replay_command(*running.origin, running.seed, running.runs).c_str());
}

class Running {
 public:
  explicit Running(const RunningCase& now) {
    if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(name_running_case);
    running = now;
  }
  ~Running() { running = {}; }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
};

unsigned count_lines(const std::string& text) {
  return static_cast<unsigned>(std::count(text.begin(), text.end(), '\n'));
}

bool is_sanitized(const BatchOptions& options) { return options.sanitizers && has_sanitizers(); }

std::vector<std::string> compiler_arguments(const BatchOptions& options, int vector_bytes) {
  std::vector<std::string> arguments = {"-std=c++17", options.optimised ? "-O2" : "-O0"};
  if (vector_bytes > 0) arguments.push_back("-DSCORCH_VECTOR_BYTES=" + std::to_string(vector_bytes));
  arguments.insert(arguments.end(), warning_flags().begin(), warning_flags().end());
  if (SCORCHC_TEST_OPENMP) arguments.insert(arguments.end(), thread_flags().begin(), thread_flags().end());
  if (is_sanitized(options))
    for (std::string& flag : sanitizer_flags(*options.sanitizers)) arguments.push_back(std::move(flag));
  arguments.insert(arguments.end(), options.flags.begin(), options.flags.end());
  return arguments;
}

/// Clang, which at -O0 takes a third of the time of GCC. Empty if it is not installed or cannot link OpenMP.
const std::string& quick_compiler() {
  static const std::string found = [] {
    const char* const source =
        "extern \"C\" int omp_get_max_threads(); extern \"C\" int k() { return omp_get_max_threads(); }\n";
    for (const std::string clang : {"clang++-19", "clang++"}) {
      std::vector<clang_plugin::Message> messages;
      if (clang_plugin::load_with_compiler(clang, {{{"threads.cpp", source}}, {"-std=c++17", "-fopenmp"}}, &messages))
        return clang;
    }
    return std::string();
  }();
  return found;
}

/// The compiler that built this program gets every fourth batch, all optimised ones and all sanitized ones: sanitized
/// kernels need the run-time libraries that this program is linked with. Other batches go to the quick compiler.
std::string compiler_of(std::size_t batch, const BatchOptions& options) {
  const bool quick = !options.optimised && !is_sanitized(options) && batch % 4 != 3 && !quick_compiler().empty();
  return quick ? quick_compiler() : SCORCHC_TEST_CXX;
}

const BuiltKernel& kernel_at(const std::vector<BuiltKernel>& kernels, unsigned line) {
  std::size_t at = 0;
  while (at + 1 < kernels.size() && kernels[at + 1].first_line <= line) ++at;
  return kernels[at];
}

void report_refused(const std::vector<BuiltKernel>& kernels, const std::vector<clang_plugin::Message>& messages,
                    Report& report) {
  std::string text = "a batch does not compile";
  for (const clang_plugin::Message& message : messages) {
    if (message.level == clang_plugin::Message::Level::note) continue;
    text += "\n  line " + std::to_string(message.line) + ": " + message.text + " " + message.flag + "\n  of " +
            replay_command(*kernel_at(kernels, message.line).origin, 1);
  }
  report.wrong.push_back(std::move(text));
}

void verify_built(const BuiltKernel& kernel, const driver::Runner& runner, const BatchOptions& options,
                  Report& report) {
  const std::uint64_t seed = 1 + seeds_a_kernel * kernel.number;
  const Running running_case({kernel.origin, seed, options.runs_a_kernel});
  try {
    const driver::VerifyOutcome outcome = driver::verify_kernel(kernel.compiled, runner, {options.runs_a_kernel, seed});
    ++report.kernels;
    report.runs += outcome.cases;
    if (!outcome.passed())
      report.wrong.push_back(outcome.difference + "\n" + outcome.description + "  " +
                             replay_command(*kernel.origin, outcome.seed));
  } catch (const Failure& failure) {
    report.wrong.push_back("verification stopped with an error\n" + render(failure.diagnostic(), false) +
                           replay_command(*kernel.origin, 1));
  }
}

/// Checks one kernel of a batch and adds the outcome to the report.
using Check = void(const BuiltKernel&, const driver::Runner&, const BatchOptions&, Report&);

void check_batch(const std::vector<BuiltKernel>& kernels, std::size_t batch, const BatchOptions& options, Check& check,
                 Report& report) {
  const int in_turn = std::array{16, 32, 64}[(options.first_width + batch) % 3];
  std::string text;
  for (const BuiltKernel& kernel : kernels)
    text +=
        kernel.compiled.single_file + driver::numbered_runner(kernel.compiled.runner, static_cast<int>(kernel.number));
  std::vector<clang_plugin::Message> messages;
  const auto loaded = clang_plugin::load_with_compiler(
      compiler_of(batch, options),
      {{{"batch.cpp", std::move(text)}}, compiler_arguments(options, options.vector_bytes.value_or(in_turn))},
      &messages);
  if (!loaded) return report_refused(kernels, messages, report);
  for (const BuiltKernel& kernel : kernels)
    check(kernel, driver::find_runner(*loaded, static_cast<int>(kernel.number)), options, report);
}

/// A range of consecutive cases.
struct Batch {
  std::size_t number = 0;
  std::size_t begin = 0, end = 0;
};

Report run_batch(const std::vector<Case>& cases, const Batch& batch, const BatchOptions& options, Check& check) {
  Report report;
  std::vector<BuiltKernel> kernels;
  unsigned line = 1;
  for (std::size_t number = batch.begin; number < batch.end; ++number) {
    auto compiled = compile_case(cases[number], "k" + std::to_string(number), options.compile, report);
    if (!compiled) continue;
    const unsigned lines = count_lines(compiled->single_file) + count_lines(compiled->runner);
    kernels.push_back({&cases[number], number, line, std::move(*compiled)});
    line += lines;
  }
  if (!kernels.empty()) check_batch(kernels, batch.number, options, check, report);
  return report;
}

void add(Report& total, Report&& part) {
  total.kernels += part.kernels;
  total.runs += part.runs;
  total.illegal += part.illegal;
  for (const auto& [name, count] : part.unsupported) total.unsupported[name] += count;
  std::move(part.wrong.begin(), part.wrong.end(), std::back_inserter(total.wrong));
}

}  // namespace

std::string Report::summary() const {
  int total = 0;
  std::string names;
  for (const auto& [name, count] : unsupported) {
    total += count;
    names += (names.empty() ? " (" : ", ") + name + ": " + std::to_string(count);
  }
  if (!names.empty()) names += ")";
  return std::to_string(kernels) + " kernels, " +
         (illegal > 0 ? std::to_string(illegal) + " illegal schedules, " : "") + std::to_string(total) +
         " not supported yet" + names + ", " + std::to_string(wrong.size()) + " wrong; " + std::to_string(runs) +
         " runs agree";
}

std::optional<driver::CompiledKernel> compile_case(const Case& run_case, const std::string& name,
                                                   const Compile& compile, Report& report) {
  const Running running_case({&run_case, 1, 1});
  try {
    Diagnostics warnings;
    front::Settings settings = run_case.settings;
    settings.name = name;
    return compile(front::read_expression(run_case.expression, settings, warnings).at(0), warnings);
  } catch (const Failure& failure) {
    const Diagnostic& diagnostic = failure.diagnostic();
    if (failure.exit_code() == ExitCode::unsupported)
      ++report.unsupported[std::string(info(diagnostic.code).name)];
    else if (diagnostic.code == Code::schedule_illegal && run_case.settings.schedule)
      ++report.illegal;
    else
      report.wrong.push_back("refused\n" + render(diagnostic, false) + replay_command(run_case, 1));
    return std::nullopt;
  }
}

void two_at_a_time(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr error;
  const auto take_turns = [&] {
    try {
      for (std::size_t n = next++; n < count; n = next++) work(n);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      error = std::current_exception();
    }
  };
  std::thread other(take_turns);
  take_turns();
  other.join();
  if (error) std::rethrow_exception(error);
}

namespace {

/// Splits the cases into an even number of equal batches, because two run at a time.
Report in_batches(const std::vector<Case>& cases, const std::function<Report(const Batch&)>& run) {
  const std::size_t pairs = (cases.size() + 2 * largest_batch - 1) / (2 * largest_batch);
  std::vector<Report> reports(2 * pairs);
  const auto begin = [&](std::size_t n) { return n * cases.size() / reports.size(); };
  two_at_a_time(reports.size(), [&](std::size_t n) { reports[n] = run({n, begin(n), begin(n + 1)}); });
  Report total;
  for (Report& report : reports) add(total, std::move(report));
  return total;
}

/// The call that passes the random inputs of a seed to the kernel.
driver::KernelCall make_call(const Kernel& kernel, std::uint64_t seed) {
  const driver::StatementFacts facts(kernel);
  const driver::RandomCase drawn = driver::draw_case(kernel, facts, seed);
  driver::KernelCall call;
  call.format = *kernel.result().format;
  for (const std::string& index : facts.accesses[0].indices) call.dimensions.push_back(drawn.extents.at(index));
  for (auto tensor = kernel.tensors.begin() + 1; tensor != kernel.tensors.end(); ++tensor)
    call.operands.push_back(data::pack(drawn.tensors.at(data_name(*tensor)), *tensor->format));
  return call;
}

/// Adds fractions to floating-point values, so that their products and sums round.
void roughen(data::Values& values) {
  std::visit(
      [](auto& numbers) {
        using Number = typename std::decay_t<decltype(numbers)>::value_type;
        if constexpr (std::is_floating_point_v<Number>)
          for (std::size_t n = 0; n < numbers.size(); ++n) numbers[n] += static_cast<Number>(n % 1009) / Number(1013);
      },
      values);
}

bool same_bits(const data::Values& a, const data::Values& b) {
  return std::visit(
      [&](const auto& numbers) {
        const auto& others = std::get<std::decay_t<decltype(numbers)>>(b);
        return numbers.size() == others.size() &&
               (numbers.empty() || std::memcmp(numbers.data(), others.data(), numbers.size() * sizeof numbers[0]) == 0);
      },
      a);
}

void compare_bits_of(const BuiltKernel& kernel, const driver::Runner& runner, const BatchOptions& options,
                     Report& report) {
  ++report.kernels;
  for (std::int64_t run = 0; run < options.runs_a_kernel; ++run) {
    const std::uint64_t seed = 1 + seeds_a_kernel * kernel.number + static_cast<std::uint64_t>(run);
    const Running running_case({kernel.origin, seed, 1});
    driver::KernelCall call = make_call(kernel.compiled.kernel, seed);
    for (data::PackedTensor& operand : call.operands) roughen(operand.values);
    if (call.format.is_dense()) {
      const data::TensorLabel label{kernel.compiled.kernel.result().name, {}};
      call.start = driver::unset_values(call.format.value, driver::dense_cells(call.format, call.dimensions, label));
    }
    std::optional<data::Values> first;
    for (const driver::CallForm form : {driver::CallForm::at_once, driver::CallForm::in_steps})
      for (const std::int32_t threads : {1, 2, 3, 5}) {
        if (form == driver::CallForm::in_steps && call.format.is_dense()) continue;
        call.form = form;
        call.threads = threads;
        const driver::CallResult result = driver::call_kernel(runner, call);
        if (result.status != driver::KernelStatus::ok) continue;
        if (!first) first = result.result.values;
        ++report.runs;
        if (same_bits(*first, result.result.values)) continue;
        report.wrong.push_back("results differ in their bits in form " + std::to_string(static_cast<int>(form)) +
                               " by " + std::to_string(threads) + " threads\n  " +
                               replay_command(*kernel.origin, seed));
        return;
      }
  }
}

/// Fills values with small integers and both zeros, so that in many sums all terms are -0.
void fill_with_zeros(data::Values& values, data::Generator& random) {
  constexpr std::array from = {0.0, 0.0, -0.0, -1.0, 2.0, -3.0};
  std::visit(
      [&](auto& numbers) {
        using Number = typename std::decay_t<decltype(numbers)>::value_type;
        for (Number& number : numbers)
          number = static_cast<Number>(
              from.at(static_cast<std::size_t>(random.below(static_cast<std::int64_t>(from.size())))));
      },
      values);
}

/// Runs all schedules of a statement on the inputs of a seed and compares the results with the first schedule's.
void compare_schedules_of(const std::vector<BuiltKernel>& kernels, std::uint64_t seed, Report& report) {
  std::optional<data::PackedTensor> first;
  for (const BuiltKernel& kernel : kernels) {
    driver::KernelCall call = make_call(kernel.compiled.kernel, seed);
    data::Generator random(seed);
    for (data::PackedTensor& operand : call.operands) fill_with_zeros(operand.values, random);
    if (call.format.is_dense()) {
      const data::TensorLabel label{kernel.compiled.kernel.result().name, {}};
      call.start = driver::unset_values(call.format.value, driver::dense_cells(call.format, call.dimensions, label));
    }
    const driver::Runner runner = driver::interpreted(kernel.compiled);
    for (const driver::CallForm form : {driver::CallForm::at_once, driver::CallForm::in_steps})
      for (const std::int32_t threads : {1, 2, 3}) {
        if (form == driver::CallForm::in_steps && call.format.is_dense()) continue;
        call.form = form;
        call.threads = threads;
        const driver::CallResult result = driver::call_kernel(runner, call);
        ++report.runs;
        if (!first) first = result.result;
        if (same_bits(first->values, result.result.values)) continue;
        report.wrong.push_back("bits differ from those of the first schedule in form " +
                               std::to_string(static_cast<int>(form)) + " by " + std::to_string(threads) +
                               " threads\n  " + replay_command(*kernel.origin, seed));
        return;
      }
  }
}

/// For n = 1, 2, ...: calls the kernel once with only allocation n failing (the kernel may then have an alternative)
/// and once with all allocations from n on failing. Ends when a call makes fewer than n allocations.
void fail_allocations(const BuiltKernel& kernel, driver::CallForm form, std::uint64_t seed, Report& report) {
  using Reach = driver::FailedAllocation::Reach;
  driver::KernelCall call = make_call(kernel.compiled.kernel, seed);
  call.form = form;
  for (std::int64_t number = 1;; ++number) {
    bool has_failed = false;
    for (const Reach reach : {Reach::one, Reach::all_that_follow}) {
      const driver::CallResult result =
          driver::call_kernel(driver::interpreted(kernel.compiled, {number, reach}), call);
      has_failed = result.status == driver::KernelStatus::out_of_memory;
      if (!result.broken.empty())
        report.wrong.push_back("allocation " + std::to_string(number) + " of form " +
                               std::to_string(static_cast<int>(form)) + " fails: " + result.broken + "\n  " +
                               replay_command(*kernel.origin, seed));
      if (!result.broken.empty()) return;
      ++report.runs;
    }
    if (!has_failed) return;
  }
}

}  // namespace

Report run_cases(const std::vector<Case>& cases, const BatchOptions& options) {
  return in_batches(cases, [&](const Batch& batch) { return run_batch(cases, batch, options, verify_built); });
}

Report compare_bits(const std::vector<Case>& cases, const BatchOptions& options) {
  return in_batches(cases, [&](const Batch& batch) { return run_batch(cases, batch, options, compare_bits_of); });
}

Report compare_schedules(const std::vector<Case>& cases) {
  constexpr std::uint64_t seeds = 20;
  const auto unscheduled = [](Case each) {
    each.settings.schedule.reset();
    return write_case(each);
  };
  Report report;
  for (std::size_t begin = 0, end = 0; begin < cases.size(); begin = end) {
    std::vector<BuiltKernel> kernels;
    for (; end < cases.size() && unscheduled(cases[end]) == unscheduled(cases[begin]); ++end)
      if (auto compiled = compile_case(cases[end], "k", driver::compile, report))
        kernels.push_back({&cases[end], end, 1, std::move(*compiled)});
    report.kernels += static_cast<int>(kernels.size());
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) compare_schedules_of(kernels, seed, report);
  }
  return report;
}

Report interpret_cases(const std::vector<Case>& cases, const BatchOptions& options) {
  return in_batches(cases, [&](const Batch& batch) {
    Report report;
    for (std::size_t number = batch.begin; number < batch.end; ++number)
      if (auto compiled = compile_case(cases[number], "k", options.compile, report)) {
        const BuiltKernel kernel{&cases[number], number, 1, std::move(*compiled)};
        verify_built(kernel, driver::interpreted(kernel.compiled), options, report);
      }
    return report;
  });
}

Report fail_allocations(const std::vector<Case>& cases) {
  return in_batches(cases, [&](const Batch& batch) {
    Report report;
    for (std::size_t number = batch.begin; number < batch.end; ++number) {
      auto compiled = compile_case(cases[number], "k", driver::compile, report);
      if (!compiled || compiled->kernel.result().format->is_dense()) continue;
      const BuiltKernel kernel{&cases[number], number, 1, std::move(*compiled)};
      ++report.kernels;
      for (const driver::CallForm form : {driver::CallForm::at_once, driver::CallForm::in_steps})
        for (std::uint64_t seed = 1; seed <= 10; ++seed) fail_allocations(kernel, form, seed, report);
    }
    return report;
  });
}

}  // namespace scorchc::test
