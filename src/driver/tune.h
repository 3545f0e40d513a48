// The plans of a kernel, timed on given data.
#pragma once

#include <string>
#include <vector>

#include "driver/bench.h"
#include "driver/progress.h"

namespace scorchc::driver {

struct TuneOptions {
  std::size_t most = 12;  // plans that are tried, the cheapest ones
  int rounds = 11;        // samples of each plan that is not far behind
  int threads = 1;
  std::optional<std::string> cxx;
};

enum class PlanEnding { timed, behind, too_slow, failed };

struct TunedPlan {
  schedule::Commands commands;  // all of them: nothing is left to be chosen
  double price = 0;
  PlanEnding ending = PlanEnding::timed;
  double seconds = 0;      // the median; of one that is too slow a lower bound
  double ratio = 0;        // of its times to those of the automatic plan in the same rounds, the median; 0: not timed
  double upper_ratio = 0;  // their upper quartile
};

struct Tuning {
  std::vector<TunedPlan> plans;  // the cheapest first
  std::size_t automatic = 0;     // what is chosen without measuring, for these data
  std::size_t chosen = 0;
  std::size_t left_out = 0;  // plans beyond the options' number
};

/// Times the plans of the kernel in turn. Only one that is clearly faster is chosen in place of the automatic one.
/// Failures: verify_difference where their results differ.
Tuning tune_kernel(const Kernel& kernel, const std::vector<Binding>& data, const TuneOptions& options,
                   Diagnostics& warnings, Progress& progress);

/// A line for each plan.
std::string tune_text(const Kernel& kernel, const Tuning& tuning, const TuneOptions& options);

}  // namespace scorchc::driver
