// The passes of phase 5 as a table, in the order in which they run, from the loops as lowered to the loops that are
// printed. A row is a pass: its name, what it does in one line, and a function from module to module.
//
//   in        the module as lowered, which verifies
//   out       a module with the same effect
//   true afterwards: it verifies, and no For is marked as parallel or as a vector loop
//
// A new pass is a header, a source with its line in CMakeLists.txt, a row of the table in pipeline.cpp and of that in
// docs/internals/passes.md, cases in test/passes/cases, and a fault in test/mutate/passes.json.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/loop.h"
#include "support/decisions.h"

namespace scorchc::passes {

/// When the pipeline verifies the module: after each pass (tests, debug builds), or once at the end.
enum class Verification { each_pass, at_end };
/// The build's choice. CMake selects each_pass for a build with tests.
Verification default_verification();

/// What computes products of dense matrices: loops, or the user's BLAS.
enum class DenseProducts { loops, blas };

/// What passes read in addition to the module, and where they record their decisions.
struct Context {
  Decisions& decisions;
  DenseProducts dense_products = DenseProducts::loops;
  Verification verification = default_verification();
  std::int64_t entries_per_segment = 16;  // from which a search for the end of a segment pays off (schedule::Constants)
};

struct Pass {
  std::string_view name;     // in kebab-case, unique
  std::string_view summary;  // one line: "removes statements without an effect"
  loop::Module (*run)(loop::Module module, Context& context);
};

enum class Repeat { once, until_stable };

/// Passes that run one after the other: once, or again and again until a round changes nothing.
struct Group {
  std::string_view name;     // unique among groups and passes
  std::string_view summary;  // one line
  Repeat repeat;
  std::vector<Pass> passes;
};

/// The table.
std::span<const Group> all_groups();

/// A run of one pass. `round` counts the rounds of a repeated group from 1.
struct PassRun {
  const Group& group;
  const Pass& pass;
  int round = 1;
  const loop::Module& before;
  const loop::Module& after;
};
/// Is called after each run of a pass.
using Observer = std::function<void(const PassRun&)>;

/// Runs all passes. A module that does not verify afterwards is an internal error that names the pass.
loop::Module run(loop::Module module, Context& context, const Observer& after = {});
/// Runs the passes of one group. Verifies after each pass, or not at all.
loop::Module run(const Group& group, loop::Module module, Context& context, const Observer& after = {});

/// Whether the statements of all functions are equal. Passes change nothing else.
bool has_equal_bodies(const loop::Module& a, const loop::Module& b);

}  // namespace scorchc::passes
