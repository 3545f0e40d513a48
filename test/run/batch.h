// Runs many cases: scorchc compiles each case to a kernel, a batch of kernels becomes one translation unit, and each
// kernel is compared with the dense interpreter. One run of the C++ compiler per batch makes thousands of cases
// affordable.
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
  int kernels = 0;                         // that were compiled and verified
  std::int64_t runs = 0;                   // random cases whose results agree
  int illegal = 0;                         // explicit schedules that are refused
  std::map<std::string, int> unsupported;  // by the name of the diagnostic code
  std::vector<std::string> wrong;          // failures, each with the command that reproduces it

  /// "97 kernels, 12 not supported yet (needs_workspace: 12), 0 wrong"
  std::string summary() const;
};

using Compile = std::function<driver::CompiledKernel(const Kernel&, Diagnostics&)>;

struct BatchOptions {
  std::int64_t runs_a_kernel = 10;  // one per kind of random case
  Compile compile = driver::compile;
  /// Vector width in bytes. 0: the processor's width, found at run time. Empty: the batches use 16, 32 and 64 in
  /// rotation, because kernels with all three widths take several times as long to compile.
  std::optional<int> vector_bytes = {};
  std::uint64_t first_width = 0;                // position in that rotation of the first batch's width
  bool optimised = false;                       // -O2 instead of -O0
  std::optional<SanitizerSet> sanitizers = {};  // ignored by a program without their run-time libraries
  std::vector<std::string> flags = {};          // further flags of the compiler
};

/// Compiles and verifies all cases.
Report run_cases(const std::vector<Case>& cases, const BatchOptions& options = {});

/// Compares results only with each other, not with the dense interpreter: every call form and every number of threads
/// must give the same bits, for values that make sums and products round.
Report compare_bits(const std::vector<Case>& cases, const BatchOptions& options = {});

/// Consecutive cases that differ only in their schedules must give the same bits, including signs of zeros, in every
/// call form and with every number of threads. Values are small integers, many of them 0. Loops are interpreted.
Report compare_schedules(const std::vector<Case>& cases);

/// Like `run_cases`, but interprets the loop IR and checks every memory access.
Report interpret_cases(const std::vector<Case>& cases, const BatchOptions& options = {});

/// Runs each kernel repeatedly, each time with another allocation failing. `Report::runs` counts these calls. Each must
/// return out_of_memory and leak nothing.
Report fail_allocations(const std::vector<Case>& cases);

/// Compiles one case to a kernel called `name`. Empty if scorchc refuses the case: `report` then counts it as
/// unsupported, as an illegal schedule, or as wrong.
std::optional<driver::CompiledKernel> compile_case(const Case& run_case, const std::string& name,
                                                   const Compile& compile, Report& report);

/// Calls `work(0)` to `work(count - 1)` on two threads.
void two_at_a_time(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace scorchc::test
