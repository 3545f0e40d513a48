// The plans of a case: the schedules that the choosers compare, and the ones they choose, compiled together.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clang/plugin.h"
#include "driver/call.h"
#include "driver/compile.h"

namespace scorchc::regret {

class Plans {
 public:
  /// At most `most` alternatives of the kernel, about as many of each regrouping, and the `known` schedules that are
  /// legal. The kernel's formats are complete.
  Plans(const Kernel& kernel, std::size_t most, const std::vector<std::string>& known);

  /// The number of the plan that is chosen for this kernel.
  std::size_t choose(const Kernel& kernel);
  /// Compiles all plans to one library: by the compiler `cxx`, otherwise as `scorchc run` does.
  void load(const std::optional<std::string>& cxx);

  std::size_t size() const { return plans_.size(); }
  const schedule::Commands& commands(std::size_t plan) const { return plans_[plan].commands; }
  /// The result's format. Its levels may follow the order of the plan's loops.
  const Format& format(std::size_t plan) const { return plans_[plan].format; }
  const driver::Runner& runner(std::size_t plan) const { return plans_[plan].runner; }
  std::size_t left_out() const { return left_out_; }  // alternatives beyond the limit
  std::size_t refused() const { return refused_; }    // illegal schedules, or schedules that are not lowered yet

 private:
  struct Plan {
    schedule::Commands commands;
    Format format;
    std::string loops;  // plans with equal loops are stored once
    std::string text;   // source text of the library
    driver::Runner runner;
  };
  std::size_t add(const Kernel& kernel);
  void try_to_add(const Kernel& kernel, const std::string& schedule);

  std::vector<Plan> plans_;
  std::size_t left_out_ = 0, refused_ = 0;
  std::unique_ptr<clang_plugin::LoadedKernel> loaded_;
};

}  // namespace scorchc::regret
