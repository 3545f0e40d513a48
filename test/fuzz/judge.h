// What becomes of programs: each is compiled, run on several random cases, and held to the dense interpreter.
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
  unsupported,       // exit 3: `code` says what
  illegal_schedule,  // a schedule that was given is refused
  too_large,         // beyond what the dense interpreter can do
  refused,           // a program that is valid is called an error
  internal_error,    // exit 70
  not_compiling,     // the C++ compiler refuses the emitted code
  wrong,             // the answer, its storage, or what else verification checks
  crash,             // a signal or a sanitizer's report, while compiling or running
  time_out,
};
std::string_view name(Verdict verdict);
bool is_failure(Verdict verdict);

struct Outcome {
  Verdict verdict = Verdict::right;
  std::string code;        // of the diagnostic, if there was one: "SC0601"
  std::string text;        // what was said, for people
  std::uint64_t data = 0;  // the seed of the random case that differs
  std::int64_t runs = 0;   // random cases that agree
  /// Two failures with one signature are probably one mistake.
  std::string signature() const;
};

struct Trial {
  Case program;
  std::uint64_t data = 1;  // the seed of the first random case
};

struct JudgeOptions {
  Engine engine = load_compiled;
  std::function<driver::CompiledKernel(const Kernel&, Diagnostics&)> compile = driver::compile;
  std::int64_t runs = 10;  // random cases a program: one of each kind
  enum class Order { by_seed, smallest_first } order = Order::by_seed;
  /// For compiling one program, and for running it: several times what the largest takes on a busy machine.
  int seconds = 120;
};

/// One outcome a trial. All work stands in child processes, except the C++ compiler's.
std::vector<Outcome> judge(const std::vector<Trial>& trials, const JudgeOptions& options);

/// For a process boundary.
std::string pack(const std::vector<Outcome>& outcomes);
std::vector<Outcome> unpack(const std::string& packed);

}  // namespace scorchc::fuzz
