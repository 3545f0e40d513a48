// Runs many random programs in parallel batches, counts the verdicts, and reduces one failure of each kind.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "judge.h"

namespace scorchc::fuzz {

struct CampaignOptions {
  std::uint64_t first = 1;  // seeds of programs
  std::uint64_t count = 100;
  std::size_t jobs = 2;
  std::size_t batch = 64;   // programs per translation unit
  std::size_t reduced = 8;  // at most this many failures are reduced, each with another signature
  JudgeOptions judge;
};

struct FailedProgram {
  std::uint64_t seed = 0;
  Case program;
  Outcome outcome;
};

struct Campaign {
  std::map<std::string, std::uint64_t> verdicts;     // by name
  std::map<std::string, std::uint64_t> unsupported;  // by code
  std::int64_t runs = 0;                             // random cases that agree
  std::vector<FailedProgram> failures;               // ordered by seed

  std::uint64_t programs() const;
  /// "500 programs: 320 right, 160 not supported yet (SC0601: 100, ...), 20 illegal schedules, 0 failures; 3200 ..."
  std::string summary() const;
};

/// The program of a seed, with ten data seeds of its own, one per kind of random case.
Trial trial_of(std::uint64_t seed);

/// Judges the programs of the campaign. Prints progress to stderr.
Campaign run_campaign(const CampaignOptions& options);

/// Judges the trials in a child process, so that kernels cannot crash the caller. One outcome per trial.
std::vector<Outcome> judge_in_child(const std::vector<Trial>& trials, const JudgeOptions& options);

/// The failure as text: its verdict, the program, and the commands that replay it. Seed 0 means that the program was
/// given, not drawn.
std::string describe(const FailedProgram& failed);
/// Reduces the failure and describes the result. `data` is the seed of the first random case.
std::string describe_reduced(const FailedProgram& failed, std::uint64_t data, const JudgeOptions& options);

}  // namespace scorchc::fuzz
