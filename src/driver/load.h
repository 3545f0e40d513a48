// Compiles a kernel's code and loads it into this process.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

#include "clang/plugin.h"
#include "driver/compile.h"
#include "emit/calling/runner_abi.h"

namespace scorchc::driver {

/// Calls a kernel: loaded code, valid while its LoadedKernel exists, or an interpreted module.
struct Runner {
  std::function<std::remove_pointer_t<RunnerCall>> call;
  std::function<std::remove_pointer_t<RunnerFree>> release;
  /// Returns what the last call did against the calling contract; empty if nothing. Loaded code is not checked.
  std::function<std::string()> broken;
};

struct RunnableKernel {
  std::unique_ptr<clang_plugin::LoadedKernel> loaded;
  Runner runner;
  std::string one_thread = {};  // why a kernel with parallel loops runs on one thread; empty if it does not
};

/// Compiles the emitted code and its runner with the compiler `cxx`, if given, else with the Clang plugin. Fails with
/// compiler_missing if there is neither, and with compiler_failed if the given compiler fails.
RunnableKernel load(const CompiledKernel& compiled, const std::optional<std::string>& cxx);

/// Returns the sources and arguments that `load` compiles.
clang_plugin::CompileOptions load_options(const CompiledKernel& compiled, const std::optional<std::string>& cxx);

/// Returns the compiler and its optimisation level: "Clang 19.1.7 -O3", "g++ -O2".
std::string compiler_name(const std::optional<std::string>& cxx);

/// Checks that the compiler of --cxx accepts the emitted code. Fails with compiler_failed if not.
void check_with(const std::string& cxx, const CompiledKernel& compiled);

/// numbered_runner returns the runner's text with a number in its symbols, so that several kernels fit in one
/// translation unit. find_runner looks up the runner of that number in the loaded code.
std::string numbered_runner(const std::string& runner, int number);
Runner find_runner(clang_plugin::LoadedKernel& loaded, int number);

}  // namespace scorchc::driver
