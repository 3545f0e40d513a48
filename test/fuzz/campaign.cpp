#include "campaign.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "apart.h"
#include "program.h"
#include "reduce.h"

namespace scorchc::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

/// Much longer than a batch takes: compiling and running a program have their own limits.
constexpr std::chrono::minutes batch_limit{20};

struct Range {
  std::uint64_t first = 0, count = 0;
};

std::vector<Trial> trials_of(const Range& range) {
  std::vector<Trial> trials;
  for (std::uint64_t n = 0; n < range.count; ++n) trials.push_back(trial_of(range.first + n));
  return trials;
}

std::vector<Range> cut(const CampaignOptions& options) {
  std::vector<Range> ranges;
  for (std::uint64_t done = 0; done < options.count; done += options.batch)
    ranges.push_back({options.first + done, std::min<std::uint64_t>(options.batch, options.count - done)});
  return ranges;
}

void count(Campaign& campaign, std::uint64_t seed, const Outcome& outcome) {
  ++campaign.verdicts[std::string(name(outcome.verdict))];
  if (outcome.verdict == Verdict::unsupported) ++campaign.unsupported[outcome.code];
  campaign.runs += outcome.runs;
  if (!is_failure(outcome.verdict)) return;
  campaign.failures.push_back({seed, draw_program(seed), outcome});
  std::fprintf(stderr, "fuzz: seed %llu failed\n", static_cast<unsigned long long>(seed));
}

class Progress {
 public:
  explicit Progress(std::uint64_t total) : total_(total) {}
  void report(const Campaign& campaign) const {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin_).count();
    std::fprintf(stderr, "fuzz: %llu of %llu programs, %zu failures, %lld s\n",
                 static_cast<unsigned long long>(campaign.programs()), static_cast<unsigned long long>(total_),
                 campaign.failures.size(), static_cast<long long>(seconds));
  }

 private:
  std::uint64_t total_;
  Clock::time_point begin_ = Clock::now();
};

std::string indented(const std::string& text) {
  std::string result = "    ";
  for (const char c : text.substr(0, text.find_last_not_of('\n') + 1)) {
    result += c;
    if (c == '\n') result += "    ";
  }
  return result + "\n";
}

/// The command that replays the failure with scorchc itself, without sanitizers.
std::string replay(const Case& program, const Outcome& outcome) {
  return "           " + test::replay_command(program, std::max<std::uint64_t>(outcome.data, 1)) + "\n";
}

}  // namespace

Trial trial_of(std::uint64_t seed) { return {draw_program(seed), 1 + 10 * seed}; }

std::uint64_t Campaign::programs() const {
  std::uint64_t sum = 0;
  for (const auto& [verdict, number] : verdicts) sum += number;
  return sum;
}

std::string Campaign::summary() const {
  const auto number = [&](Verdict verdict) {
    const auto found = verdicts.find(std::string(name(verdict)));
    return found == verdicts.end() ? 0 : found->second;
  };
  std::string codes;
  for (const auto& [code, times] : unsupported)
    codes += (codes.empty() ? " (" : ", ") + code + ": " + std::to_string(times);
  if (!codes.empty()) codes += ")";
  std::string text = std::to_string(programs()) + " programs: " + std::to_string(number(Verdict::right)) + " right, " +
                     std::to_string(number(Verdict::unsupported)) + " not supported yet" + codes + ", " +
                     std::to_string(number(Verdict::illegal_schedule)) + " illegal schedules, " +
                     std::to_string(failures.size()) + " failures";
  std::string kinds;
  for (const auto& [verdict, times] : verdicts)
    if (verdict != "right" && verdict != "unsupported" && verdict != "illegal_schedule")
      kinds += (kinds.empty() ? " (" : ", ") + verdict + ": " + std::to_string(times);
  if (!kinds.empty()) text += kinds + ")";
  return text + "; " + std::to_string(runs) + " random cases agree";
}

std::vector<Outcome> judge_in_child(const std::vector<Trial>& trials, const JudgeOptions& options) {
  std::vector<Outcome> outcomes;
  run_apart(
      1, {batch_limit, 1, 1}, [&](std::size_t) { return pack(judge(trials, options)); },
      [&](std::size_t, const Ended& ended) {
        if (ended.how == Ended::How::finished) {
          outcomes = unpack(ended.text);
        } else {
          const Verdict verdict = ended.how == Ended::How::crashed ? Verdict::crash : Verdict::time_out;
          outcomes.assign(trials.size(), {.verdict = verdict, .code = "", .text = "while judging: " + ended.text});
        }
      });
  return outcomes;
}

Campaign run_campaign(const CampaignOptions& options) {
  const std::vector<Range> ranges = cut(options);
  const Progress progress(options.count);
  Campaign campaign;
  std::vector<std::uint64_t> alone;  // seeds of batches that crashed or timed out: judged one by one
  run_apart(
      ranges.size(), {batch_limit, options.jobs, 1},
      [&](std::size_t n) { return pack(judge(trials_of(ranges[n]), options.judge)); },
      [&](std::size_t n, const Ended& ended) {
        const Range& range = ranges[n];
        if (ended.how == Ended::How::finished) {
          const std::vector<Outcome> outcomes = unpack(ended.text);
          for (std::size_t at = 0; at < outcomes.size(); ++at) count(campaign, range.first + at, outcomes[at]);
          progress.report(campaign);
        } else {
          for (std::uint64_t at = 0; at < range.count; ++at) alone.push_back(range.first + at);
        }
      });
  for (const std::uint64_t seed : alone) count(campaign, seed, judge_in_child({trial_of(seed)}, options.judge).at(0));
  std::sort(campaign.failures.begin(), campaign.failures.end(),
            [](const FailedProgram& a, const FailedProgram& b) { return a.seed < b.seed; });
  return campaign;
}

std::string describe(const FailedProgram& failed) {
  std::string text = failed.seed > 0 ? "FAILED seed " + std::to_string(failed.seed) : "FAILED";
  text += ": " + std::string(name(failed.outcome.verdict)) + "\n" + indented(failed.outcome.text);
  text += "  program: " + test::write_case(failed.program) + "\n";
  if (failed.seed > 0) text += "  replay:  tools/fuzz --seed " + std::to_string(failed.seed) + " --cases 1\n";
  return text + replay(failed.program, failed.outcome);
}

std::string describe_reduced(const FailedProgram& failed, std::uint64_t data, const JudgeOptions& options) {
  const Reduced reduced = reduce(failed.program, failed.outcome, data, options);
  const std::string line = test::write_case(reduced.program);
  return "  reduced: " + line + "\n" + indented(reduced.outcome.text) + "  replay:  tools/fuzz --case '" + line +
         "'\n" + replay(reduced.program, reduced.outcome);
}

}  // namespace scorchc::fuzz
