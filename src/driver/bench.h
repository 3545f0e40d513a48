// Times a kernel on given data, and compares the time with what the machine can do.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "driver/bench_data.h"
#include "driver/compile.h"
#include "driver/load.h"
#include "driver/machine_limits.h"
#include "driver/progress.h"

namespace scorchc::driver {

/// Quartiles and range of some times, in seconds.
struct Spread {
  double median = 0, lower_quartile = 0, upper_quartile = 0, least = 0, most = 0;
};
Spread spread_of(std::vector<double> times);

struct BenchOptions {
  std::optional<int> rounds;  // samples per row; default: as many as fit in a second, 5 to 21
  std::vector<int> threads;   // one row each; empty: 1, 2, 4, ... up to the number of processors
  std::optional<std::string> cxx;
};

/// The measurement of one form of call with one number of threads.
struct BenchRow {
  CallForm form = CallForm::at_once;  // or compute_again
  int threads = 1;
  int samples = 0;
  int calls = 0;   // per sample: short calls are repeated until the clock resolves them
  Spread seconds;  // per call
};

/// A remark on how one loop was vectorised.
struct VectorRemark {
  int line = 0;  // in the generated file; 0: all loops over an index
  std::string function;
  std::string loop;  // its first line, or its index
  std::string text;
};

struct KernelBench {
  CompiledKernel compiled;  // compiled for these data
  std::vector<Binding> data = {};
  std::vector<std::vector<std::int64_t>> dimensions = {};  // of each tensor
  std::vector<BenchRow> rows = {};
  std::map<int, MachineLimits> limits = {};  // by number of threads
  std::string compiler = {};                 // "Clang 19.1.7 -O3"
  std::string one_thread = {};               // why only one thread is measured; empty if more could be
  std::vector<VectorRemark> remarks = {};
};

/// Times the kernel, which was compiled for these data.
KernelBench bench_kernel(CompiledKernel compiled, std::vector<Binding> data, const BenchOptions& options,
                         Progress& progress);

/// Returns the number of calls per sample for a call that takes `seconds`.
int calls_of_sample(double seconds);

}  // namespace scorchc::driver
