// Runs all phases of the compiler in order (compile.cpp is a good place to start reading). Returns everything that a
// kernel's compilation produces in one value; writes nothing.
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
#include "passes/pipeline.h"
#include "schedule/auto_schedule.h"
#include "support/decisions.h"
#include "support/diagnostics.h"

namespace scorchc::driver {

struct CompiledKernel {
  Kernel kernel;                                          // with complete formats; inferred ones are marked
  cin::Program program;                                   // what is lowered; with several plans, the first
  std::vector<schedule::ScheduledVariant> variants = {};  // the other plans
  schedule::Commands commands;                            // of all plans
  schedule::Work work;                                    // iterations, arithmetic and bytes of the scheduled loops
  Decisions choices;                                      // each with its reason
  loop::Module lowered;                                   // before the passes
  loop::Module module;                                    // what is emitted; can be interpreted
  Interface interface;                                    // how the kernel is called
  std::string header;                                     // NAME.h
  std::string source;                                     // NAME.cpp, which includes "NAME.h"
  std::string single_file;                                // header and source in one text, for standard output
  std::string runner;     // the shim of emit/calling/runner_abi.h, appended to `single_file` in one translation unit
  std::string cin;        // --emit=cin
  std::string schedule;   // --emit=schedule: commands that can be pasted back
  std::string loops;      // --emit=loops
  std::string decisions;  // the decisions, one line each
  SourceMap source_map = {};  // the lines of `source` that belong to each loop
};

/// Compiles one kernel. Throws Failure; appends warnings.
CompiledKernel compile(const Kernel& kernel, Diagnostics& warnings);
/// The same with non-default options of lowering.
CompiledKernel compile_with(const lower::Options& lowering, const Kernel& kernel, Diagnostics& warnings);
/// The same for the data that the kernel will be called with. Statistics of the data affect the schedule only.
/// `decisions` is an output parameter so that it is filled even if compilation fails.
CompiledKernel compile_for(const std::vector<Binding>& data, const lower::Options& lowering, const Kernel& kernel,
                           Diagnostics& warnings, Decisions& decisions);

/// The two halves of compile_for, for callers that schedule a kernel several times. `complete` infers every format and
/// counts the data; `compile_complete` schedules, lowers and emits.
Kernel complete(const std::vector<Binding>& data, const Kernel& kernel, Diagnostics& warnings, Decisions& decisions);
CompiledKernel compile_complete(const lower::Options& lowering, const Kernel& complete, Decisions& decisions);

/// Returns what the passes read of a kernel.
passes::Context context_of_passes(const Kernel& kernel, Decisions& decisions);

/// Returns the place of the kernel's schedule in the user's text, for diagnostics.
Place place_of_schedule(const Kernel& kernel);

/// Prints one line per decision.
std::string print(const Decisions& decisions);

}  // namespace scorchc::driver
