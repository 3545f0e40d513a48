#include "plans.h"

#include <algorithm>
#include <map>

#include "schedule/alternatives.h"
#include "support/diagnostics.h"

namespace scorchc::regret {
namespace {

constexpr std::size_t everything = 1000;        // more than any case has
constexpr std::size_t most_held_otherwise = 2;  // plans that are also tried with other workspaces

/// The regrouping commands of a plan as text.
std::string regrouping(const schedule::Commands& commands) {
  std::string text;
  for (const schedule::Command& command : commands)
    if (std::holds_alternative<schedule::Precompute>(command) || std::holds_alternative<schedule::Factor>(command))
      text += schedule::print(command);
  return text;
}

/// Orders plans round robin: the cheapest of each regrouping, then the second of each, and so on.
std::vector<schedule::Commands> in_turn(const std::vector<schedule::Commands>& all) {
  std::map<std::string, std::size_t> seen;
  std::vector<std::pair<std::size_t, std::size_t>> places;  // the round, and the index in `all`
  for (std::size_t n = 0; n < all.size(); ++n) places.emplace_back(seen[regrouping(all[n])]++, n);
  std::sort(places.begin(), places.end());
  std::vector<schedule::Commands> ordered;
  for (const auto& [turn, place] : places) ordered.push_back(all[place]);
  return ordered;
}

}  // namespace

Plans::Plans(const Kernel& kernel, std::size_t most, const std::vector<std::string>& known) {
  std::vector<schedule::Commands> all = in_turn(schedule::alternatives(kernel, everything));
  // The first few are followed by copies of them with other workspaces.
  for (std::size_t n = std::min(most_held_otherwise, all.size()); n-- > 0;) {
    const std::vector<schedule::Commands> others = schedule::with_other_workspaces(kernel, all[n]);
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(n) + 1, others.begin(), others.end());
  }
  for (const schedule::Commands& commands : all) {
    if (plans_.size() == most)
      ++left_out_;
    else
      try_to_add(kernel, schedule::print(commands));
  }
  for (const std::string& commands : known) try_to_add(kernel, commands);
}

void Plans::try_to_add(const Kernel& kernel, const std::string& schedule) {
  Kernel scheduled = kernel;
  scheduled.schedule = schedule;
  try {
    add(scheduled);
  } catch (const Failure& failure) {
    if (failure.exit_code() != ExitCode::unsupported && failure.diagnostic().code != Code::schedule_illegal) throw;
    ++refused_;
  }
}

std::size_t Plans::choose(const Kernel& kernel) { return add(kernel); }

std::size_t Plans::add(const Kernel& kernel) {
  Diagnostics warnings;
  const driver::CompiledKernel compiled = driver::compile(kernel, warnings);
  const auto same =
      std::find_if(plans_.begin(), plans_.end(), [&](const Plan& plan) { return plan.loops == compiled.loops; });
  if (same != plans_.end()) return static_cast<std::size_t>(same - plans_.begin());
  Kernel named = kernel;
  named.schedule = schedule::print(compiled.commands);
  named.name += std::to_string(plans_.size());
  const driver::CompiledKernel again = driver::compile(named, warnings);
  const int number = static_cast<int>(plans_.size());
  plans_.push_back({compiled.commands,
                    *compiled.kernel.result().format,
                    compiled.loops,
                    again.single_file + driver::numbered_runner(again.runner, number),
                    {}});
  return plans_.size() - 1;
}

void Plans::load(const std::optional<std::string>& cxx) {
  clang_plugin::CompileOptions options;
  std::string text;
  for (const Plan& plan : plans_) text += plan.text;
  options.files = {{"plans.cpp", std::move(text)}};
  options.arguments = {"-std=c++17", "-O2", "-fopenmp"};
  std::vector<clang_plugin::Message> messages;
  std::string why;
  clang_plugin::Plugin* plugin = cxx ? nullptr : clang_plugin::find_plugin(&why);
  if (!cxx && plugin == nullptr)
    fail(Code::compiler_missing, {}, "there is no compiler for the plans: " + why, "name a C++ compiler: `--cxx g++`");
  loaded_ = plugin ? plugin->load(options, &messages) : clang_plugin::load_with_compiler(*cxx, options, &messages);
  if (!loaded_)
    fail(Code::compiler_failed, {},
         "the plans do not compile: " + (messages.empty() ? "no message" : messages.front().text));
  for (std::size_t n = 0; n < plans_.size(); ++n) plans_[n].runner = driver::find_runner(*loaded_, static_cast<int>(n));
}

}  // namespace scorchc::regret
