// Many programs, in batches, several batches at once; what they come to; and each kind of failure made small.
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
  std::size_t batch = 64;   // programs in one translation unit
  std::size_t reduced = 8;  // failures that are made small, of different signatures
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
  std::vector<FailedProgram> failures;               // in the order of seeds

  std::uint64_t programs() const;
  /// "500 programs: 320 right, 160 not supported yet (SC0601: 100, ...), 20 illegal schedules, 0 failures; 3200 ..."
  std::string summary() const;
};

/// The random cases of a program: ten seeds of its own, one for each kind.
Trial trial_of(std::uint64_t seed);

/// Progress goes to stderr.
Campaign run_campaign(const CampaignOptions& options);

/// Judges in a child process, so that the caller stays free of compiled kernels.
std::vector<Outcome> judge_in_child(const std::vector<Trial>& trials, const JudgeOptions& options);

/// A failure for people: what it is, the program, and the commands that replay it; and the same of its reduced form.
/// A failure of seed 0 was given, not drawn. `data` is the seed of its first random case.
std::string describe(const FailedProgram& failed);
std::string describe_reduced(const FailedProgram& failed, std::uint64_t data, const JudgeOptions& options);

}  // namespace scorchc::fuzz
