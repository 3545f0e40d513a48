// What `scorchc bench` says: as text, as JSON (docs/schema/bench.json), as a table of comma-separated values.
#pragma once

#include <string>
#include <vector>

#include "driver/bench.h"

namespace scorchc::driver {

std::string bench_text(const KernelBench& bench);
/// One document of all kernels.
std::string bench_json(const std::vector<KernelBench>& benches);
/// A line for each row of all kernels, below a line of names.
std::string bench_csv(const std::vector<KernelBench>& benches);

/// What a row says beside its times. Of `compute` alone the bytes are not known.
struct BenchRates {
  double operations = 0;        // a second
  std::optional<double> bytes;  // a second
  std::optional<double> share;  // of what the machine can do: 1 is all of it
  std::string bound;            // "arithmetic" or "memory", whichever takes longer at the least
};
BenchRates rates_of(const KernelBench& bench, const BenchRow& row);

}  // namespace scorchc::driver
