// Times the plans of a kernel on given data.
#pragma once

#include <string>
#include <vector>

#include "driver/bench.h"
#include "driver/progress.h"

namespace scorchc::driver {

struct TuneOptions {
  std::size_t most = 12;  // number of plans to time, the cheapest ones
  int rounds = 11;        // samples of each plan that is not far slower than the fastest
  int threads = 1;
  std::optional<std::string> cxx;
};

enum class PlanEnding { timed, behind, too_slow, failed };

struct TunedPlan {
  schedule::Commands commands;  // complete: no choice is left open
  double price = 0;
  PlanEnding ending = PlanEnding::timed;
  double seconds = 0;      // median; for a plan that is too slow, a lower bound
  double ratio = 0;        // median ratio of its times to the automatic plan's in the same rounds; 0: not timed
  double upper_ratio = 0;  // upper quartile of these ratios
};

struct Tuning {
  std::vector<TunedPlan> plans;  // the cheapest first
  std::size_t automatic = 0;     // index of the plan that is chosen for these data without measuring
  std::size_t chosen = 0;
  std::size_t left_out = 0;  // plans beyond the limit of the options
};

/// Times the kernel's plans in alternation. Another plan replaces the automatic one only if it is clearly faster. Fails
/// with verify_difference if the plans' results differ.
Tuning tune_kernel(const Kernel& kernel, const std::vector<Binding>& data, const TuneOptions& options,
                   Diagnostics& warnings, Progress& progress);

/// Returns a table with one line per plan.
std::string tune_text(const Kernel& kernel, const Tuning& tuning, const TuneOptions& options);

}  // namespace scorchc::driver
