// Many cases at once: each is compiled to a kernel, some dozens of kernels make one translation unit, and every kernel
// of it is held to the dense interpreter. One compiler run a batch is what makes thousands of cases affordable.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "case.h"
#include "driver/compile.h"
#include "emitted_flags.h"

namespace scorchc::test {

struct Report {
  int kernels = 0;                         // compiled and verified
  std::int64_t runs = 0;                   // random cases that agree
  int illegal = 0;                         // user-given schedules that are refused
  std::map<std::string, int> unsupported;  // by the name of the diagnostic's code
  std::vector<std::string> wrong;          // what differs, each with the command that repeats it

  /// "97 kernels, 12 not supported yet (needs_workspace: 12), 0 wrong"
  std::string summary() const;
};

using Compile = std::function<driver::CompiledKernel(const Kernel&, Diagnostics&)>;

struct BatchOptions {
  std::int64_t runs_a_kernel = 10;  // one of each kind of random case
  Compile compile = driver::compile;
  /// Of what vector loops are compiled for; 0: what the processor has; none: 16, 32 and 64, a batch each, in turn. With
  /// all three in each kernel, compilers take several times as long.
  std::optional<int> vector_bytes = {};
  std::uint64_t first_width = 0;                // of these three, that of the first batch
  bool optimised = false;                       // -O2 in place of -O0
  std::optional<SanitizerSet> sanitizers = {};  // only in a program that carries their run-time libraries
  std::vector<std::string> flags = {};          // of the compiler, beside these
};

Report run_cases(const std::vector<Case>& cases, const BatchOptions& options = {});

/// In place of right results, the same ones, bit for bit, of values that sums and products round: in all forms, by one
/// thread and by several.
Report compare_bits(const std::vector<Case>& cases, const BatchOptions& options = {});

/// The same bits, signs of zeros included, of cases that follow each other and differ in their schedules alone: of
/// small whole numbers, many of them 0, in all forms, by one thread and by several. Their loops are interpreted.
Report compare_schedules(const std::vector<Case>& cases);

/// As `run_cases`, without a compiler: the kernels' loops are interpreted, every access checked.
Report interpret_cases(const std::vector<Case>& cases, const BatchOptions& options = {});

/// Each kernel runs with one allocation after the other failing: `runs` counts those calls. Each has to end with
/// out_of_memory and to leave nothing behind.
Report fail_allocations(const std::vector<Case>& cases);

/// Compiles one case under the name `name`. Counts in `report` what is refused, or what is wrong with the refusal.
std::optional<driver::CompiledKernel> compile_case(const Case& run_case, const std::string& name,
                                                   const Compile& compile, Report& report);

/// Does `work(0)` to `work(count - 1)`, two at a time.
void two_at_a_time(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace scorchc::test
