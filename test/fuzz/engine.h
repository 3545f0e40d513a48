// Engines turn compiled kernels into callable functions. If one kernel of a batch fails, the others still run.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "driver/compile.h"
#include "driver/load.h"

namespace scorchc::fuzz {

struct Loaded {
  std::vector<driver::Runner> runners;         // one per kernel; empty if the kernel does not compile
  std::map<std::size_t, std::string> refused;  // messages of the C++ compiler, by index in the batch
  std::vector<std::shared_ptr<void>> keep;     // libraries that must outlive the runners
  bool finds_leaks = false;                    // whether the runners report leaks themselves
};

using Kernels = std::vector<const driver::CompiledKernel*>;
using Engine = std::function<Loaded(const Kernels&)>;

/// Compiles all kernels in one translation unit with the compiler that built this program: under AddressSanitizer and
/// UndefinedBehaviorSanitizer, with warnings as errors.
Loaded load_compiled(const Kernels& kernels);

/// Interprets the loop IR and checks every access; needs no C++ compiler.
Loaded load_interpreted(const Kernels& kernels);

/// The engine with this name ("compiled" or "interpreted"). Empty for another name.
Engine find_engine(const std::string& name);

}  // namespace scorchc::fuzz
