// How long a kernel takes on given data, and how that compares with what the machine can do.
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

/// The distribution of some times.
struct Spread {
  double median = 0, lower_quartile = 0, upper_quartile = 0, least = 0, most = 0;
};
Spread spread_of(std::vector<double> times);

struct BenchOptions {
  std::optional<int> rounds;  // samples of each row; else as many as a second takes, from 5 to 21
  std::vector<int> threads;   // a row each; empty: 1, 2, 4 and so on, up to the processors
  std::optional<std::string> cxx;
};

/// One kind of call with one number of threads.
struct BenchRow {
  CallForm form = CallForm::at_once;  // or compute_again
  int threads = 1;
  int samples = 0;
  int calls = 0;   // of each sample: short ones are repeated until a clock can tell
  Spread seconds;  // of a call
};

/// What a compiler made of a loop.
struct VectorRemark {
  int line = 0;  // of the generated file; 0: all loops over an index
  std::string function;
  std::string loop;  // its first line, or its index
  std::string text;
};

struct KernelBench {
  CompiledKernel compiled;  // for these data
  std::vector<Binding> data = {};
  std::vector<std::vector<std::int64_t>> dimensions = {};  // of each tensor
  std::vector<BenchRow> rows = {};
  std::map<int, MachineLimits> limits = {};  // by threads
  std::string compiler = {};                 // "Clang 19.1.7 -O3"
  std::string one_thread = {};               // why there is no row for more; empty where there could be
  std::vector<VectorRemark> remarks = {};
};

/// The kernel as it was compiled for these data.
KernelBench bench_kernel(CompiledKernel compiled, std::vector<Binding> data, const BenchOptions& options,
                         Progress& progress);

/// The calls that fill a sample, by what one takes.
int calls_of_sample(double seconds);

}  // namespace scorchc::driver
