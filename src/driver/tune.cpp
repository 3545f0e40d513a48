#include "driver/tune.h"

#include <algorithm>
#include <limits>

#include "driver/same_result.h"
#include "driver/sandboxed_run.h"
#include "driver/text_table.h"
#include "schedule/alternatives.h"
#include "schedule/search/plans.h"
#include "schedule/transform/normalise.h"
#include "support/diagnostics.h"

namespace scorchc::driver {
namespace {

constexpr std::size_t everything = 1000;  // exceeds the number of plans of any statement
constexpr std::size_t most_varied = 4;    // cheapest plans also tried with other protocols and workspaces
constexpr double max_cost_ratio = 100;    // times the cheapest plan's price: not tried
constexpr double hopeless = 10;           // times the fastest sandboxed run so far: killed
constexpr double first_limit = 60;        // maximum seconds of the first sandboxed run
constexpr double shortest_limit = 0.05;   // seconds; below this, clock resolution and other processes dominate
constexpr double far_behind = 2;          // times the fastest: a few samples suffice
constexpr int rounds_of_all = 3;          // number of rounds for every plan
constexpr double clearly_faster = 0.97;   // of the automatic plan's time, in most rounds

struct Candidate {
  TunedPlan plan;
  CompiledKernel compiled;
  RunnableKernel runnable = {};
};

class Tuner {
 public:
  /// `complete` is the kernel with the statistics of the data.
  Tuner(Kernel complete, const std::vector<Binding>& data, const TuneOptions& options, Progress& progress)
      : complete_(std::move(complete)), data_(data), options_(options), progress_(progress) {}

  Tuning run() {
    find_candidates();
    load_candidates();
    try_candidates();
    compare_results();
    time_interleaved();
    return outcome();
  }

 private:
  double price_of(const schedule::Commands& commands) const {
    const std::optional<schedule::Plan> plan = schedule::plan_of(schedule::normalise(complete_), commands);
    return plan ? plan->price.total : std::numeric_limits<double>::infinity();
  }

  /// Collects the automatic plan, then the cheapest of the others.
  void find_candidates() {
    add("auto");
    std::vector<std::pair<double, std::string>> others;
    for (const schedule::Commands& commands : schedule::alternatives(complete_, everything))
      others.emplace_back(price_of(commands), schedule::print(commands));
    std::sort(others.begin(), others.end());
    for (std::size_t n = 0, varied = std::min(most_varied, others.size()); n < varied; ++n) {
      const schedule::Commands loops = schedule::parse(make_source("tune", others[n].second));
      for (const auto& with_others : {schedule::with_other_protocols, schedule::with_other_workspaces})
        for (const schedule::Commands& commands : with_others(complete_, loops))
          others.emplace_back(price_of(commands), schedule::print(commands));
    }
    std::sort(others.begin(), others.end());
    for (const auto& [price, commands] : others) {
      if (candidates_.size() >= options_.most || price > max_cost_ratio * others.front().first)
        ++tuning_.left_out;
      else
        add(commands);
    }
    const schedule::Commands automatic = candidates_.front().plan.commands;
    std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
      return std::pair(a.plan.price, schedule::print(a.plan.commands)) <
             std::pair(b.plan.price, schedule::print(b.plan.commands));
    });
    const auto is_automatic = [&](const Candidate& each) { return each.plan.commands == automatic; };
    tuning_.automatic = static_cast<std::size_t>(std::find_if(candidates_.begin(), candidates_.end(), is_automatic) -
                                                 candidates_.begin());
  }

  /// Adds the plan of these commands; open choices are made as usual. Plans with equal loop IR are duplicates, although
  /// the opening comments of their code differ.
  void add(const std::string& commands) {
    progress_.show(complete_.name + ": planning, " + std::to_string(candidates_.size() + 1) + " so far");
    Kernel kernel = complete_;
    kernel.schedule = commands;
    kernel.schedule_place = {};
    try {
      Candidate candidate{.plan = {}, .compiled = compile_complete({}, kernel, decisions_)};
      for (const Candidate& other : candidates_)
        if (other.compiled.loops == candidate.compiled.loops) return;
      candidate.plan.commands = candidate.compiled.commands;
      candidate.plan.price = price_of(candidate.plan.commands);
      candidates_.push_back(std::move(candidate));
    } catch (const Failure& failure) {
      const bool is_refused =
          failure.exit_code() == ExitCode::unsupported || failure.diagnostic().code == Code::schedule_illegal;
      if (!is_refused || candidates_.empty()) throw;
    }
  }

  void load_candidates() {
    for (std::size_t n = 0; n < candidates_.size(); ++n) {
      show("compiling", n);
      candidates_[n].runnable = load(candidates_[n].compiled, options_.cxx);
    }
    call_ = call_with(candidates_.front().compiled.kernel, data_);
    call_.threads = options_.threads;
  }

  void show(const std::string& what, std::size_t plan) {
    progress_.show(complete_.name + ": " + what + ", plan " + std::to_string(plan + 1) + " of " +
                       std::to_string(candidates_.size()),
                   static_cast<double>(plan) / static_cast<double>(candidates_.size()));
  }

  /// Returns the call with the plan's result format, whose mode ordering may follow the loops.
  const KernelCall& call_of(const Candidate& candidate) {
    call_.format = *candidate.compiled.kernel.result().format;
    return call_;
  }

  /// Runs the automatic plan first, so that its time limits the others.
  void try_candidates() {
    const SandboxedRun first = try_plan(tuning_.automatic, first_limit);
    double fastest = first.ending == SandboxedOutcome::ok ? first.seconds : first_limit;
    for (std::size_t n = 0; n < candidates_.size(); ++n) {
      if (n == tuning_.automatic) continue;
      const SandboxedRun sandboxed_run = try_plan(n, std::max(shortest_limit, hopeless * fastest));
      if (sandboxed_run.ending == SandboxedOutcome::ok) fastest = std::min(fastest, sandboxed_run.seconds);
    }
  }

  SandboxedRun try_plan(std::size_t number, double limit) {
    show("trying", number);
    Candidate& candidate = candidates_[number];
    const SandboxedRun sandboxed_run = run_sandboxed(candidate.runnable.runner, call_of(candidate), limit);
    candidate.plan.seconds = sandboxed_run.seconds;
    if (sandboxed_run.ending == SandboxedOutcome::too_slow) candidate.plan.ending = PlanEnding::too_slow;
    if (sandboxed_run.ending == SandboxedOutcome::failed) candidate.plan.ending = PlanEnding::failed;
    return sandboxed_run;
  }

  template <class Work>
  void for_each_running(const Work& work) {
    for (std::size_t n = 0; n < candidates_.size(); ++n)
      if (candidates_[n].plan.ending == PlanEnding::timed) work(n, candidates_[n]);
  }

  void compare_results() {
    std::optional<data::PackedTensor> expected;
    std::string of;
    for_each_running([&](std::size_t n, const Candidate& candidate) {
      show("comparing", n);
      CallResult result = call_kernel(candidate.runnable.runner, call_of(candidate));
      if (result.status != KernelStatus::ok) fail_status(result.status);
      const std::string commands = schedule::print(candidate.plan.commands);
      if (!result.broken.empty()) fail(Code::internal_error, {}, "the result of " + commands + " is broken");
      if (expected && !is_same_result(*expected, result.result))
        fail(Code::verify_difference, {}, "two schedules give different results: `" + of + "` and `" + commands + "`",
             "please report this bug");
      if (!expected) {
        expected = std::move(result.result);
        of = commands;
      }
    });
    if (!expected)
      fail(Code::kernel_memory, {}, "no plan finishes: each takes too long or too much memory", "use smaller data");
  }

  /// Times the plans in alternation, so that a disturbance affects all, and compares ratios to one plan's time in the
  /// same round.
  void time_interleaved() {
    std::size_t reference = tuning_.automatic;
    if (candidates_[reference].plan.ending != PlanEnding::timed)
      for_each_running([&](std::size_t n, const Candidate&) { reference = std::min(reference, n); });
    std::vector<std::vector<double>> samples(candidates_.size());
    for (int round = 0; round < options_.rounds; ++round) {
      progress_.show(complete_.name + ": round " + std::to_string(round + 1) + " of " + std::to_string(options_.rounds),
                     static_cast<double>(round) / options_.rounds);
      for_each_running([&](std::size_t n, const Candidate& candidate) { samples[n].push_back(sample(candidate)); });
      for_each_running([&](std::size_t n, Candidate& candidate) {
        candidate.plan.seconds = spread_of(samples[n]).median;
        std::vector<double> ratios;
        for (std::size_t each = 0; each < samples[n].size(); ++each)
          ratios.push_back(samples[n][each] / samples[reference][each]);
        const Spread spread = spread_of(std::move(ratios));
        candidate.plan.ratio = spread.median;
        candidate.plan.upper_ratio = spread.upper_quartile;
      });
      if (round + 1 == rounds_of_all) stop_slow_plans(reference);
    }
  }

  double sample(const Candidate& candidate) {
    RepeatedCall repeated(candidate.runnable.runner, call_of(candidate));
    const int calls = calls_of_sample(candidate.plan.seconds);
    double sum = 0;
    for (int call = 0; call < calls; ++call) sum += repeated.seconds(CallForm::at_once, options_.threads);
    return sum / calls;
  }

  void stop_slow_plans(std::size_t reference) {
    double fastest = 1;
    for_each_running(
        [&](std::size_t, const Candidate& candidate) { fastest = std::min(fastest, candidate.plan.ratio); });
    for_each_running([&](std::size_t n, Candidate& candidate) {
      if (n != reference && candidate.plan.ratio > far_behind * fastest) candidate.plan.ending = PlanEnding::behind;
    });
  }

  Tuning outcome() {
    std::optional<std::size_t> fastest;
    for_each_running([&](std::size_t n, const Candidate& candidate) {
      if (!fastest || candidate.plan.ratio < candidates_[*fastest].plan.ratio) fastest = n;
    });
    tuning_.chosen = *fastest;
    const bool is_automatic_timed = candidates_[tuning_.automatic].plan.ending == PlanEnding::timed;
    const TunedPlan& best = candidates_[*fastest].plan;
    const bool is_clear = best.ratio <= clearly_faster && best.upper_ratio < 1;
    if (is_automatic_timed && !is_clear) tuning_.chosen = tuning_.automatic;
    for (Candidate& candidate : candidates_) tuning_.plans.push_back(std::move(candidate.plan));
    progress_.clear();
    return tuning_;
  }

  const Kernel complete_;
  const std::vector<Binding>& data_;
  const TuneOptions& options_;
  Progress& progress_;
  Decisions decisions_;  // not printed
  std::vector<Candidate> candidates_;
  KernelCall call_;
  Tuning tuning_;
};

std::string print_time(const TunedPlan& plan) {
  switch (plan.ending) {
    case PlanEnding::timed:
    case PlanEnding::behind:
      return print_seconds(plan.seconds);
    case PlanEnding::too_slow:
      return "> " + print_seconds(plan.seconds);
    case PlanEnding::failed:
      break;
  }
  return "failed";
}

}  // namespace

Tuning tune_kernel(const Kernel& kernel, const std::vector<Binding>& data, const TuneOptions& options,
                   Diagnostics& warnings, Progress& progress) {
  progress.show(kernel.name + ": reading data");
  Decisions decisions;
  return Tuner(complete(data, kernel, warnings, decisions), data, options, progress).run();
}

std::string tune_text(const Kernel& kernel, const Tuning& tuning, const TuneOptions& options) {
  std::string text = kernel.name + ": " + kernel.source_statement + "\n";
  std::vector<std::vector<std::string>> rows = {{"", "cost", "median", "ratio", "schedule"}};
  for (std::size_t n = 0; n < tuning.plans.size(); ++n) {
    const TunedPlan& plan = tuning.plans[n];
    std::string mark = n == tuning.chosen ? "chosen" : "";
    if (n == tuning.automatic) mark += mark.empty() ? "automatic" : ", automatic";
    rows.push_back({mark, print_rounded(plan.price / tuning.plans.front().price), print_time(plan),
                    plan.ratio > 0 ? print_rounded(plan.ratio) : "", schedule::print(plan.commands)});
  }
  text += print_table(rows, "  ") + "  on " + std::to_string(options.threads) +
          (options.threads == 1 ? " thread" : " threads");
  if (tuning.left_out > 0) text += "; not timed: " + std::to_string(tuning.left_out) + " more expensive plans";
  return text + "\n";
}

}  // namespace scorchc::driver
