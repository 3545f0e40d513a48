// Judges programs: compiles each, runs it on several random cases, and compares the results with the dense interpreter.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine.h"
#include "run/case.h"

namespace scorchc::fuzz {

using test::Case;

enum class Verdict {
  right,
  unsupported,       // exit code 3: `code` is the diagnostic
  illegal_schedule,  // the program's explicit schedule is refused
  too_large,         // exceeds the limits of the dense interpreter
  refused,           // scorchc reports an error for a valid program
  internal_error,    // exit code 70
  not_compiling,     // the C++ compiler rejects the emitted code
  wrong,             // verification fails: wrong values, broken storage, and so on
  crash,             // a signal or a sanitizer's report, while compiling or running
  time_out,
};
std::string_view name(Verdict verdict);
bool is_failure(Verdict verdict);

struct Outcome {
  Verdict verdict = Verdict::right;
  std::string code;        // of the diagnostic ("SC0601"); empty if there is none
  std::string text;        // message
  std::uint64_t data = 0;  // seed of the last random case, which is the one that differs
  std::int64_t runs = 0;   // random cases whose results agree
  /// Failures with the same signature probably have the same cause.
  std::string signature() const;
};

struct Trial {
  Case program;
  std::uint64_t data = 1;  // the seed of the first random case
};

struct JudgeOptions {
  Engine engine = load_compiled;
  std::function<driver::CompiledKernel(const Kernel&, Diagnostics&)> compile = driver::compile;
  std::int64_t runs = 10;  // random cases per program, one of each kind
  enum class Order { by_seed, smallest_first } order = Order::by_seed;
  /// Time limit for compiling one program, and for running it. Several times what the largest needs on a busy machine.
  int seconds = 120;
};

/// One outcome per trial. All work runs in child processes, except compiling and loading the emitted C++.
std::vector<Outcome> judge(const std::vector<Trial>& trials, const JudgeOptions& options);

/// Serialises outcomes, to cross a process boundary.
std::string pack(const std::vector<Outcome>& outcomes);
std::vector<Outcome> unpack(const std::string& packed);

}  // namespace scorchc::fuzz
