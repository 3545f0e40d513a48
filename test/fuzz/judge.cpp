#include "judge.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <utility>

#include "apart.h"
#include "driver/verify.h"

// The leak check runs after each kernel instead of at exit. Allocations that are too large return null, which a kernel
// must report.
extern "C" int __lsan_do_recoverable_leak_check() __attribute__((weak));  // null in a program without sanitizers
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "detect_leaks=1:leak_check_at_exit=0:allocator_may_return_null=1:hard_rss_limit_mb=8192";
}

namespace scorchc::fuzz {
namespace {

constexpr std::string_view names[] = {"right",   "unsupported",    "illegal_schedule", "too_large",
                                      "refused", "internal_error", "not_compiling",    "wrong",
                                      "crash",   "time_out"};

Outcome outcome_of(const Failure& failure, const Case& program) {
  const Diagnostic& diagnostic = failure.diagnostic();
  Outcome outcome;
  outcome.code = info(diagnostic.code).id;
  outcome.text = render(diagnostic, false);
  const bool illegal = diagnostic.code == Code::schedule_illegal && program.settings.schedule;
  outcome.verdict = failure.exit_code() == ExitCode::unsupported ? Verdict::unsupported
                    : failure.exit_code() == ExitCode::internal  ? Verdict::internal_error
                    : illegal                                    ? Verdict::illegal_schedule
                    : diagnostic.code == Code::too_large         ? Verdict::too_large
                                                                 : Verdict::refused;
  return outcome;
}

/// A kernel that scorchc compiled, with the index of its trial.
struct Member {
  std::size_t trial = 0;
  driver::CompiledKernel kernel;
  driver::Runner runner;
};

class Judge {
 public:
  Judge(const std::vector<Trial>& trials, const JudgeOptions& options)
      : trials_(trials), options_(options), outcomes_(trials.size()) {}

  std::vector<Outcome> run() {
    // Compiles in child processes first, to survive crashes and endless loops; then here, if that succeeded.
    std::vector<std::size_t> all;
    for (std::size_t n = 0; n < trials_.size(); ++n) all.push_back(n);
    judge_apart("while compiling: ", all, [&](std::size_t n) {
      try {
        compile(n);
        return Outcome{};
      } catch (const Failure& failure) {
        return outcome_of(failure, trials_[n].program);
      }
    });
    std::vector<Member> members;
    for (const std::size_t n : all)
      if (outcomes_[n].verdict == Verdict::right) members.push_back({n, compile(n), {}});
    if (members.empty()) return std::move(outcomes_);

    const Loaded loaded = load(members);
    std::vector<std::size_t> runnable;
    for (const Member& member : members) runnable.push_back(member.trial);
    judge_apart("while running: ", runnable, [&](std::size_t n) {
      Outcome outcome = verify(members[n]);
      // The leak report is on stderr. The parent treats this exit status as a crash.
      const bool leaks =
          !loaded.finds_leaks && __lsan_do_recoverable_leak_check != nullptr && __lsan_do_recoverable_leak_check() != 0;
      if (leaks && outcome.verdict == Verdict::right) _exit(23);
      return outcome;
    });
    return std::move(outcomes_);
  }

 private:
  driver::CompiledKernel compile(std::size_t n) const {
    const Case& program = trials_[n].program;
    Diagnostics warnings;
    front::Settings settings = program.settings;
    settings.name = "k" + std::to_string(n);
    return options_.compile(front::read_expression(program.expression, settings, warnings).at(0), warnings);
  }

  /// Runs `work(n)` in child processes and stores its outcome as that of the trial `about[n]`.
  void judge_apart(const std::string& when, const std::vector<std::size_t>& about,
                   const std::function<Outcome(std::size_t)>& work) {
    const ApartOptions apart{std::chrono::seconds(options_.seconds), 1, about.size()};
    run_apart(
        about.size(), apart, [&](std::size_t n) { return pack({work(n)}); },
        [&](std::size_t n, const Ended& ended) {
          Outcome& outcome = outcomes_[about[n]];
          if (ended.how == Ended::How::finished) {
            outcome = unpack(ended.text).at(0);
          } else {
            outcome.verdict = ended.how == Ended::How::crashed ? Verdict::crash : Verdict::time_out;
            outcome.text = when + ended.text;
          }
        });
  }

  /// Loads the kernels. Removes members that the C++ compiler rejects.
  Loaded load(std::vector<Member>& members) {
    Kernels kernels;
    for (const Member& member : members) kernels.push_back(&member.kernel);
    Loaded loaded = options_.engine(kernels);
    std::vector<Member> taken;
    for (std::size_t n = 0; n < members.size(); ++n) {
      const auto refused = loaded.refused.find(n);
      members[n].runner = loaded.runners[n];
      if (refused == loaded.refused.end()) {
        taken.push_back(std::move(members[n]));
      } else {
        outcomes_[members[n].trial].verdict = Verdict::not_compiling;
        outcomes_[members[n].trial].text = refused->second;
      }
    }
    members = std::move(taken);
    return loaded;
  }

  std::vector<std::uint64_t> seeds(const Member& member, const driver::StatementFacts& facts) const {
    std::vector<std::pair<std::int64_t, std::uint64_t>> sized;
    for (std::int64_t run = 0; run < options_.runs; ++run) {
      const std::uint64_t seed = trials_[member.trial].data + static_cast<std::uint64_t>(run);
      std::int64_t size = 0;
      if (options_.order == JudgeOptions::Order::smallest_first)
        for (const auto& [index, extent] : driver::draw_case(member.kernel.kernel, facts, seed).extents) size += extent;
      sized.emplace_back(size, seed);
    }
    std::sort(sized.begin(), sized.end());
    std::vector<std::uint64_t> result;
    for (const auto& [size, seed] : sized) result.push_back(seed);
    return result;
  }

  Outcome verify(const Member& member) const {
    Outcome outcome;
    try {
      const driver::StatementFacts facts(member.kernel.kernel);
      for (const std::uint64_t seed : seeds(member, facts)) {
        outcome.data = seed;
        const auto random_case = driver::draw_case(member.kernel.kernel, facts, seed);
        const driver::VerifyOutcome run = driver::verify_case(member.kernel, member.runner, random_case);
        if (!run.passed()) {
          outcome.verdict = Verdict::wrong;
          outcome.text = run.difference + "\n" + run.description;
          return outcome;
        }
        outcome.runs += run.cases;
      }
    } catch (const Failure& failure) {
      return outcome_of(failure, trials_[member.trial].program);
    }
    return outcome;
  }

  const std::vector<Trial>& trials_;
  const JudgeOptions& options_;
  std::vector<Outcome> outcomes_;
};

/// Start of the first line, without numbers and quoted names: equal for failures with the same cause.
std::string gist(const std::string& text) {
  std::string result;
  bool quoted = false;
  for (const char c : text.substr(0, text.find('\n'))) {
    if (c == '`') quoted = !quoted;
    if (!quoted && std::isalpha(static_cast<unsigned char>(c)) != 0) result += c;
  }
  return result.substr(0, 24);
}

/// The kind of error in a sanitizer's report, as in "SUMMARY: AddressSanitizer: heap-buffer-overflow ...".
std::string summary_of(const std::string& text) {
  for (const char* const mark : {"AddressSanitizer: ", "runtime error: ", "LeakSanitizer: "})
    if (const std::size_t at = text.find(mark); at != std::string::npos) return gist(text.substr(at));
  return gist(text);
}

}  // namespace

std::string_view name(Verdict verdict) { return names[static_cast<std::size_t>(verdict)]; }

bool is_failure(Verdict verdict) {
  return verdict != Verdict::right && verdict != Verdict::unsupported && verdict != Verdict::illegal_schedule &&
         verdict != Verdict::too_large;
}

std::string Outcome::signature() const {
  std::string signature = std::string(name(verdict)) + " " + code;
  if (verdict == Verdict::crash) return signature + " " + summary_of(text);
  return verdict == Verdict::time_out ? signature : signature + " " + gist(text);
}

std::vector<Outcome> judge(const std::vector<Trial>& trials, const JudgeOptions& options) {
  return Judge(trials, options).run();
}

std::string pack(const std::vector<Outcome>& outcomes) {
  std::vector<std::string> parts;
  for (const Outcome& outcome : outcomes)
    for (std::string part : {std::to_string(static_cast<int>(outcome.verdict)), outcome.code, outcome.text,
                             std::to_string(outcome.data), std::to_string(outcome.runs)})
      parts.push_back(std::move(part));
  return join(parts);
}

std::vector<Outcome> unpack(const std::string& packed) {
  const std::vector<std::string> parts = split(packed);
  std::vector<Outcome> outcomes;
  for (std::size_t at = 0; at + 5 <= parts.size(); at += 5)
    outcomes.push_back({static_cast<Verdict>(std::stoi(parts[at])), parts[at + 1], parts[at + 2],
                        std::stoull(parts[at + 3]), std::stoll(parts[at + 4])});
  return outcomes;
}

}  // namespace scorchc::fuzz
