// From a compiled kernel to functions of this process.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

#include "clang/plugin.h"
#include "driver/compile.h"
#include "emit/runner_abi.h"

namespace scorchc::driver {

/// How a kernel is called: loaded code, valid as long as the LoadedKernel that it comes from, or an interpreted module.
struct Runner {
  std::function<std::remove_pointer_t<RunnerCall>> call;
  std::function<std::remove_pointer_t<RunnerFree>> release;
  /// What the last call did that no kernel may: empty if nothing. Loaded code is not watched.
  std::function<std::string()> broken;
};

struct RunnableKernel {
  std::unique_ptr<clang_plugin::LoadedKernel> loaded;
  Runner runner;
  std::string one_thread = {};  // why a kernel with parallel loops runs on one thread; empty if it does not
};

/// Compiles the emitted code and its runner: with the compiler `cxx` if one is named, else through the Clang plugin.
/// Failures: compiler_missing where there is neither; compiler_failed where the named compiler does not do it.
RunnableKernel load(const CompiledKernel& compiled, const std::optional<std::string>& cxx);

/// What `load` compiles, and how.
clang_plugin::CompileOptions load_options(const CompiledKernel& compiled, const std::optional<std::string>& cxx);

/// Who compiles: "Clang 19.1.7 -O3", "g++ -O2".
std::string compiler_name(const std::optional<std::string>& cxx);

/// Holds the emitted code against the compiler of --cxx, which has to take it. A Failure (compiler_failed) if not.
void check_with(const std::string& cxx, const CompiledKernel& compiled);

/// The runner's text with its own names numbered, so that several kernels and their runners fit in one translation
/// unit, and the runner of that number in what was loaded from it.
std::string numbered_runner(const std::string& runner, int number);
Runner find_runner(clang_plugin::LoadedKernel& loaded, int number);

}  // namespace scorchc::driver
