// tools/fuzz: draws random programs, compiles them under sanitizers and compares results with the dense interpreter.
#include <charconv>
#include <fstream>
#include <iostream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "campaign.h"
#include "program.h"
#include "run/depth.h"
#include "support/words.h"

namespace scorchc::fuzz {
namespace {

constexpr int ok = 0, usage = 2, difference = 6;

constexpr std::string_view help_text =
    "tools/fuzz [--cases N] [--seed S | --seed FROM..TO] [options]\n"
    "  --cases N        number of programs to draw (100)\n"
    "  --seed S         seed of the first program (1); the next program has seed S + 1\n"
    "  --seed FROM..TO  programs with these seeds, inclusive\n"
    "  --runs N         random cases per program (10)\n"
    "  --jobs N         batches in parallel (2)\n"
    "  --batch N        programs per translation unit (64)\n"
    "  --reduce N       failures to reduce, each of a different kind (8)\n"
    "  --known FILE     seeds that are known to fail, one per line, each followed by the reason\n"
    "  --plan N         always run variant N of kernels with variants (0: the default plan)\n"
    "  --engine NAME    how kernels run: compiled (default) or interpreted\n"
    "  --case LINE      judge this program instead, written as in test/run/hand-written.cases\n"
    "  --print          print the programs without judging them\n"
    "Exit status: 6 if a program fails.\n";

struct Arguments {
  CampaignOptions campaign;
  std::optional<Case> given;
  std::set<std::uint64_t> known;  // seeds that are known to fail
  bool has_range = false;         // --seed gives a range
  enum class Action { run, print, help } action = Action::run;
};

bool read(std::string_view text, auto& number) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && stop == text.data() + text.size();
}

bool read_seeds(std::string_view text, Arguments& arguments) {
  CampaignOptions& campaign = arguments.campaign;
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return read(text, campaign.first);
  std::uint64_t last = 0;
  if (!read(text.substr(0, dots), campaign.first) || !read(text.substr(dots + 2), last) || last < campaign.first)
    return false;
  campaign.count = last - campaign.first + 1;
  arguments.has_range = true;
  return true;
}

/// Reads lines such as "276  the reason". Skips blank lines and lines that start with #. False if a line has no seed.
bool read_known(const std::string& path, std::set<std::uint64_t>& known) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::uint64_t seed = 0;
    if (!(words >> seed)) return false;
    known.insert(seed);
  }
  return file.eof();
}

bool read_option(const std::string& flag, const std::string& value, Arguments& arguments) {
  CampaignOptions& campaign = arguments.campaign;
  if (flag == "--cases") return read(value, campaign.count);
  if (flag == "--seed") return read_seeds(value, arguments);
  if (flag == "--runs") return read(value, campaign.judge.runs);
  if (flag == "--jobs") return read(value, campaign.jobs) && campaign.jobs > 0;
  if (flag == "--batch") return read(value, campaign.batch) && campaign.batch > 0;
  if (flag == "--reduce") return read(value, campaign.reduced);
  if (flag == "--plan") {
    std::size_t plan = 0;
    if (!read(value, plan)) return false;
    campaign.judge.compile = [plan](const Kernel& kernel, Diagnostics& warnings) {
      return driver::compile_with({.forced_plan = plan}, kernel, warnings);
    };
    return true;
  }
  if (flag == "--known") return read_known(value, arguments.known);
  if (flag == "--case") {
    arguments.given = test::read_case(value);
    return true;
  }
  if (flag != "--engine") return false;
  if (value == "compiled" && !test::has_sanitizers()) return false;
  campaign.judge.engine = find_engine(value);
  return static_cast<bool>(campaign.judge.engine);
}

std::optional<Arguments> read_arguments(const std::vector<std::string>& words) {
  Arguments arguments;
  // Compiled kernels need the sanitizers' run-time libraries. A program without them (fuzz_interpreted) interprets.
  if (!test::has_sanitizers()) arguments.campaign.judge.engine = find_engine("interpreted");
  for (std::size_t n = 0; n < words.size(); ++n) {
    if (words[n] == "--print" || words[n] == "--help") {
      arguments.action = words[n] == "--print" ? Arguments::Action::print : Arguments::Action::help;
    } else if (n + 1 == words.size() || !read_option(words[n], words[n + 1], arguments)) {
      std::cerr << "fuzz: `" << words[n] << "`: unknown option or bad value\n" << help_text;
      return std::nullopt;
    } else {
      ++n;
    }
  }
  // A range already gives the number of programs.
  if (arguments.has_range && has(words, "--cases")) {
    std::cerr << "fuzz: `--cases` cannot be combined with a range of seeds\n" << help_text;
    return std::nullopt;
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

int run_drawn(const CampaignOptions& options, std::set<std::uint64_t> known) {
  const Campaign campaign = run_campaign(options);
  std::set<std::string> reduced;
  std::size_t unexpected = 0;
  for (const FailedProgram& failed : campaign.failures) {
    if (known.erase(failed.seed) > 0) continue;
    ++unexpected;
    std::cout << describe(failed);
    // Programs that time out are not reduced: each candidate that times out as well would take the whole limit.
    if (failed.outcome.verdict == Verdict::time_out) continue;
    if (reduced.size() < options.reduced && reduced.insert(failed.outcome.signature()).second)
      std::cout << describe_reduced(failed, trial_of(failed.seed).data, options.judge);
    std::cout << std::flush;
  }
  // A known failure that has been fixed must leave the list, or the list would hide the next failure of that seed.
  std::erase_if(known,
                [&](std::uint64_t seed) { return seed < options.first || seed - options.first >= options.count; });
  for (const std::uint64_t seed : known) std::cout << "seed " << seed << " is listed as a known failure but passes\n";
  std::cout << campaign.summary() << "\n";
  return unexpected == 0 && known.empty() ? ok : difference;
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
  return arguments->given ? run_given(*arguments->given, *arguments) : run_drawn(campaign, arguments->known);
}

}  // namespace
}  // namespace scorchc::fuzz

int main(int argc, char** argv) {
  try {
    return scorchc::fuzz::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "fuzz: " << error.what() << "\n";
    return scorchc::fuzz::usage;
  }
}
