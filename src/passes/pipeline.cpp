#include "passes/pipeline.h"

#include <algorithm>

#include "ir/loop_walk.h"
#include "passes/batch_sums.h"
#include "passes/bitset_flags.h"
#include "passes/block_rows.h"
#include "passes/check_vectorisable.h"
#include "passes/closed_form_counters.h"
#include "passes/collapse_fills.h"
#include "passes/collapse_idempotent_loops.h"
#include "passes/collapse_row_loops.h"
#include "passes/collapse_segment_loops.h"
#include "passes/copy_loops.h"
#include "passes/dead_code.h"
#include "passes/divide_among_threads.h"
#include "passes/drop_dead_null_checks.h"
#include "passes/early_exit.h"
#include "passes/eliminate_dead_sorts.h"
#include "passes/guard_empty_reductions.h"
#include "passes/hoist.h"
#include "passes/initial_values.h"
#include "passes/offload_matmul.h"
#include "passes/outline.h"
#include "passes/simplify_branches.h"
#include "passes/sink.h"
#include "passes/skip_empty_rows.h"
#include "passes/specialise_singleton_segments.h"
#include "passes/specialise_tiles.h"
#include "passes/split_unstored_rows.h"
#include "passes/strided_segment_search.h"
#include "passes/unswitch_loops.h"
#include "passes/vectorise.h"
#include "passes/widen_sums.h"
#include "support/diagnostics.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Module;

/// A pass over the body of each function.
template <Block (*pass)(const Block&)>
Module bodies(Module module, Context&) {
  for (loop::Function& function : module.functions) function.body = pass(function.body);
  return module;
}

template <Module (*pass)(Module)>
Module modules(Module module, Context&) {
  return pass(std::move(module));
}

Module vectorisable(Module module, Context& context) {
  return check_vectorisable(std::move(module), context.decisions);
}

Module singleton_segments(Module module, Context& context) {
  for (loop::Function& function : module.functions)
    function.body = specialise_singleton_segments(function.body, context.entries_per_segment);
  return module;
}

Module with_blas(Module module, Context& context) {
  return context.dense_products == DenseProducts::blas ? offload_matmul(std::move(module), context.decisions) : module;
}

// clang-format off
const std::vector<Group>& table() {
  static const std::vector<Group> groups{
      {"simplify", "removes what a function does not need", Repeat::until_stable, {
          {"dead-code", "removes statements without an effect", bodies<dead_code>},
          {"simplify-branches", "merges equal branches and repeated conditions", bodies<simplify_branches>},
          {"closed-form-counters", "replaces counting loops by a subtraction", bodies<closed_form_counters>},
          {"collapse-idempotent-loops", "runs a body once if all iterations do the same",
           bodies<collapse_idempotent_loops>},
          {"sink", "moves loop-invariant assignments below the loop", bodies<sink>},
          {"unswitch-loops", "moves loop-invariant conditions around the loop", bodies<unswitch_loops>},
          {"early-exit", "ends a search when its answer is known", bodies<early_exit>},
          {"initial-values", "declares variables with their first value", bodies<initial_values>},
          {"eliminate-dead-sorts", "removes sorts whose order has no effect", bodies<eliminate_dead_sorts>},
          {"collapse-segment-loops", "collapses loops over segments and entries", bodies<collapse_segment_loops>},
          {"collapse-row-loops", "collapses loops over rows and entries", bodies<collapse_row_loops>},
          {"drop-dead-null-checks", "removes null checks of unused arrays", bodies<drop_dead_null_checks>},
      }},
      {"specialise", "adapts loops over segments to the segments' lengths", Repeat::once, {
          {"specialise-singleton-segments", "versions loops for segments of one entry",
           singleton_segments},
          {"strided-segment-search", "searches for the end of a segment in strides", bodies<strided_segment_search>},
      }},
      {"prepare", "prepares loops for the emitter", Repeat::once, {
          {"split-unstored-rows", "sets rows without terms to zero separately", modules<split_unstored_rows>},
          {"check-vectorisable", "makes loops plain that cannot be vectorised", vectorisable},
          {"offload-matmul", "offloads dense products (--blas=cblas)", with_blas},
          {"hoist", "hoists invariant loads and calls out of loops", modules<hoist>},
          {"guard-empty-reductions", "tests first whether a reduction has terms", modules<guard_empty_reductions>},
          {"collapse-fills", "fills an array in one loop, not row by row", modules<collapse_fills>},
          {"divide-among-threads", "divides parallel loops into shares of threads", modules<divide_among_threads>},
          {"skip-empty-rows", "lets loops skip rows without entries", modules<skip_empty_rows>},
          {"bitset-flags", "stores flags that are never reset in a bitset", modules<bitset_flags>},
          {"copy-loops", "copies arrays and tests their order by one statement", modules<copy_loops>},
          {"widen-sums", "accumulates f32 sums of loops without lanes in f64", modules<widen_sums>},
          {"vectorise", "runs neighbouring iterations in the lanes of vectors", modules<vectorise>},
          {"batch-sums", "forms the sums of several iterations together", modules<batch_sums>},
          {"block-rows", "runs rows together that read the same data", modules<block_rows>},
          {"specialise-tiles", "chooses tiles of vector loops outside their nests", modules<specialise_tiles>},
          {"outline", "compiles nests around vector loops for each instruction set", modules<outline>},
      }},
  };
  return groups;
}
// clang-format on

void require_verified(const Module& module, std::string_view after) {
  if (const std::string problem = loop::verify(module); !problem.empty())
    fail(Code::internal_error, {}, "after " + std::string(after) + ": " + problem);
}

/// Only lowering marks loops as parallel or as vector loops: passes replace them by Parallel and VectorFor.
void require_no_marks(const Module& module) {
  for (const loop::Function& function : module.functions)
    loop::for_each_statement(function.body, [](const loop::Stmt& stmt) {
      const loop::For* node = stmt.as<loop::For>();
      if (node && (node->parallel || node->vector))
        fail(Code::internal_error, {}, "after the passes: the loop over `" + node->name + "` is still marked");
    });
}

/// Runs the passes of a group once, one after the other.
Module run_round(const Group& group, int round, Module module, Context& context, const Observer& after) {
  for (const Pass& pass : group.passes) {
    Module changed = pass.run(module, context);
    // Most runs change nothing, and comparing is faster than verifying.
    if (context.verification == Verification::each_pass && !has_equal_bodies(module, changed))
      require_verified(changed, "the pass `" + std::string(pass.name) + "`");
    if (after) after({group, pass, round, module, changed});
    module = std::move(changed);
  }
  return module;
}

}  // namespace

Verification default_verification() {
#if defined(SCORCHC_VERIFY_EACH_PASS) || !defined(NDEBUG)
  return Verification::each_pass;
#else
  return Verification::at_end;
#endif
}

std::span<const Group> all_groups() { return table(); }

bool has_equal_bodies(const Module& a, const Module& b) {
  return std::equal(a.functions.begin(), a.functions.end(), b.functions.begin(), b.functions.end(),
                    [](const loop::Function& one, const loop::Function& other) { return one.body == other.body; });
}

Module run(const Group& group, Module module, Context& context, const Observer& after) {
  for (int round = 1;; ++round) {
    Module changed = run_round(group, round, module, context, after);
    if (group.repeat == Repeat::once || has_equal_bodies(module, changed)) return changed;
    module = std::move(changed);
  }
}

Module run(Module module, Context& context, const Observer& after) {
  for (const Group& group : all_groups()) module = run(group, std::move(module), context, after);
  require_verified(module, "the passes");
  require_no_marks(module);
  return module;
}

}  // namespace scorchc::passes
