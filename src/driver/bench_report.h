// Prints the results of `scorchc bench` as text, as JSON (docs/schema/bench.json), or as comma-separated values.
#pragma once

#include <string>
#include <vector>

#include "driver/bench.h"

namespace scorchc::driver {

std::string bench_text(const KernelBench& bench);
/// Returns one document for all kernels.
std::string bench_json(const std::vector<KernelBench>& benches);
/// Returns a header line, then one line per row of all kernels.
std::string bench_csv(const std::vector<KernelBench>& benches);

/// Rates of a row. The bytes of `compute` alone are unknown, so its rows have no bytes, share or bound.
struct BenchRates {
  double operations = 0;        // per second
  std::optional<double> bytes;  // per second
  std::optional<double> share;  // of the machine's limit; 1 reaches it
  std::string bound;            // "arithmetic" or "memory": the longer of the two lower bounds
};
BenchRates rates_of(const KernelBench& bench, const BenchRow& row);

}  // namespace scorchc::driver
