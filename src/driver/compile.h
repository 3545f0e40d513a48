// The order of the rooms: the page to read first (compile.cpp). Everything that a kernel's compilation gives stands in
// one value; nothing is written here.
#pragma once

#include <string>
#include <vector>

#include "driver/sources.h"
#include "emit/emit.h"
#include "ir/cin.h"
#include "ir/interface.h"
#include "ir/kernel.h"
#include "ir/loop.h"
#include "ir/schedule.h"
#include "lower/options.h"
#include "schedule/auto_schedule.h"
#include "support/decisions.h"
#include "support/diagnostics.h"

namespace scorchc::driver {

struct CompiledKernel {
  Kernel kernel;                                          // formats complete: what was inferred is marked
  cin::Program program;                                   // what is lowered: of several plans the first
  std::vector<schedule::ScheduledVariant> variants = {};  // the others
  schedule::Commands commands;                            // of all
  schedule::Work work;                                    // iterations, arithmetic and bytes of the scheduled loops
  Decisions choices;                                      // every one with its reason
  loop::Module module;                                    // what is emitted, and can be interpreted
  Interface interface;                                    // how it is called
  std::string header;                                     // NAME.h
  std::string source;                                     // NAME.cpp, which includes "NAME.h"
  std::string single_file;                                // both in one text: what goes to standard output
  std::string runner;         // the shim of emit/runner_abi.h, to stand behind `single_file` in one translation unit
  std::string cin;            // --emit=cin
  std::string schedule;       // --emit=schedule: commands that can be pasted back
  std::string loops;          // --emit=loops
  std::string decisions;      // why: one line a choice
  SourceMap source_map = {};  // which lines of `source` are a loop's
};

/// Compiles one kernel. Throws Failure; warnings are appended.
CompiledKernel compile(const Kernel& kernel, Diagnostics& warnings);
/// The same with lowering set otherwise than by default.
CompiledKernel compile_with(const lower::Options& lowering, const Kernel& kernel, Diagnostics& warnings);
/// The same for the data that a kernel is going to meet: what is counted in them informs the schedule, and nothing
/// else. The decisions are in a list of the caller's: there they are also of a kernel that is refused.
CompiledKernel compile_for(const std::vector<Binding>& data, const lower::Options& lowering, const Kernel& kernel,
                           Diagnostics& warnings, Decisions& decisions);

/// The same in two parts, for those who schedule a kernel more than once. The first gives every tensor its format, and
/// says what is counted in the data; the second schedules, lowers and emits.
Kernel complete(const std::vector<Binding>& data, const Kernel& kernel, Diagnostics& warnings, Decisions& decisions);
CompiledKernel compile_complete(const lower::Options& lowering, const Kernel& complete, Decisions& decisions);

/// The kernel's schedule in the text that its user wrote it in, for diagnostics.
Place place_of_schedule(const Kernel& kernel);

/// One line a choice.
std::string print(const Decisions& decisions);

}  // namespace scorchc::driver
