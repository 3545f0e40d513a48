// tools/fuzz: programs drawn at random, compiled under sanitizers and held to the dense interpreter.
#include <charconv>
#include <cstdio>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "campaign.h"
#include "program.h"

// In a child the report ends the process anyway; at the end of this one nothing is to be reported. A kernel that asks
// for too much memory gets none, and must say so.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "detect_leaks=1:leak_check_at_exit=0:allocator_may_return_null=1:hard_rss_limit_mb=8192";
}

namespace scorchc::fuzz {
namespace {

constexpr int ok = 0, usage = 2, difference = 6;

constexpr std::string_view help_text =
    "tools/fuzz [--cases N] [--seed S | --seed FROM..TO] [options]\n"
    "  --cases N        programs to draw (100)\n"
    "  --seed S         the first program's seed (1); the next has the next\n"
    "  --seed FROM..TO  the programs of these seeds, both included\n"
    "  --runs N         random cases a program (10)\n"
    "  --jobs N         batches at once (2)\n"
    "  --batch N        programs in one translation unit (64)\n"
    "  --reduce N       failures to make small, each of another kind (8)\n"
    "  --engine NAME    what runs the kernels: compiled\n"
    "  --case LINE      instead of drawn programs: one, as in test/run/hand-written.cases\n"
    "  --print          only print the programs\n"
    "The exit status is 6 if a program fails.\n";

struct Arguments {
  CampaignOptions campaign;
  std::optional<Case> given;
  enum class Action { run, print, help } action = Action::run;
};

bool read(std::string_view text, auto& number) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && stop == text.data() + text.size();
}

bool read_seeds(std::string_view text, CampaignOptions& campaign) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return read(text, campaign.first);
  std::uint64_t last = 0;
  if (!read(text.substr(0, dots), campaign.first) || !read(text.substr(dots + 2), last) || last < campaign.first)
    return false;
  campaign.count = last - campaign.first + 1;
  return true;
}

bool read_option(const std::string& flag, const std::string& value, Arguments& arguments) {
  CampaignOptions& campaign = arguments.campaign;
  if (flag == "--cases") return read(value, campaign.count);
  if (flag == "--seed") return read_seeds(value, campaign);
  if (flag == "--runs") return read(value, campaign.judge.runs);
  if (flag == "--jobs") return read(value, campaign.jobs) && campaign.jobs > 0;
  if (flag == "--batch") return read(value, campaign.batch) && campaign.batch > 0;
  if (flag == "--reduce") return read(value, campaign.reduced);
  if (flag == "--case") {
    arguments.given = test::read_case(value);
    return true;
  }
  if (flag != "--engine") return false;
  campaign.judge.engine = find_engine(value);
  return static_cast<bool>(campaign.judge.engine);
}

std::optional<Arguments> read_arguments(const std::vector<std::string>& words) {
  Arguments arguments;
  for (std::size_t n = 0; n < words.size(); ++n) {
    if (words[n] == "--print" || words[n] == "--help") {
      arguments.action = words[n] == "--print" ? Arguments::Action::print : Arguments::Action::help;
    } else if (n + 1 == words.size() || !read_option(words[n], words[n + 1], arguments)) {
      std::cerr << "fuzz: `" << words[n] << "` is not understood\n" << help_text;
      return std::nullopt;
    } else {
      ++n;
    }
  }
  return arguments;
}

int run_given(const Case& program, const Arguments& arguments) {
  const FailedProgram failed{0, program, judge_in_child({{program, 1}}, arguments.campaign.judge).at(0)};
  if (!is_failure(failed.outcome.verdict)) {
    std::cout << name(failed.outcome.verdict) << " " << failed.outcome.text << "\n";
    return ok;
  }
  std::cout << describe(failed);
  if (arguments.campaign.reduced > 0) std::cout << describe_reduced(failed, 1, arguments.campaign.judge);
  return difference;
}

int run_drawn(const CampaignOptions& options) {
  const Campaign campaign = run_campaign(options);
  std::set<std::string> reduced;
  for (const FailedProgram& failed : campaign.failures) {
    std::cout << describe(failed);
    if (reduced.size() < options.reduced && reduced.insert(failed.outcome.signature()).second)
      std::cout << describe_reduced(failed, trial_of(failed.seed).data, options.judge);
    std::cout << std::flush;
  }
  std::cout << campaign.summary() << "\n";
  return campaign.failures.empty() ? ok : difference;
}

int run(const std::vector<std::string>& words) {
  const std::optional<Arguments> arguments = read_arguments(words);
  if (!arguments) return usage;
  const CampaignOptions& campaign = arguments->campaign;
  switch (arguments->action) {
    case Arguments::Action::help:
      std::cout << help_text;
      return ok;
    case Arguments::Action::print:
      for (std::uint64_t n = 0; n < campaign.count; ++n)
        std::cout << test::write_case(draw_program(campaign.first + n)) << "\n";
      return ok;
    case Arguments::Action::run:
      break;
  }
  return arguments->given ? run_given(*arguments->given, *arguments) : run_drawn(campaign);
}

}  // namespace
}  // namespace scorchc::fuzz

int main(int argc, char** argv) { return scorchc::fuzz::run({argv + 1, argv + argc}); }
