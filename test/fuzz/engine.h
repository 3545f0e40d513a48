// An engine turns compiled kernels into functions that can be called. The others of a batch survive one that fails.
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
  std::vector<driver::Runner> runners;         // one a kernel; empty for those that are refused
  std::map<std::size_t, std::string> refused;  // by their place in the batch: the compiler's words
  std::vector<std::shared_ptr<void>> keep;     // the runners are valid as long as these
  bool finds_leaks = false;                    // the runners fail by themselves where a kernel keeps memory
};

using Kernels = std::vector<const driver::CompiledKernel*>;
using Engine = std::function<Loaded(const Kernels&)>;

/// All kernels in one translation unit, under AddressSanitizer and UndefinedBehaviorSanitizer and with the warnings of
/// the contract (section 5) as errors; by the compiler that built this program.
Loaded load_compiled(const Kernels& kernels);

/// Without a compiler: the loops are interpreted, and every access is checked.
Loaded load_interpreted(const Kernels& kernels);

/// The engine of a name ("compiled", "interpreted"), or an empty function.
Engine find_engine(const std::string& name);

}  // namespace scorchc::fuzz
