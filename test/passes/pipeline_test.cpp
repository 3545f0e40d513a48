// The table of passes, and what the pipeline does with it.
#include "passes/pipeline.h"

#include <algorithm>
#include <set>
#include <string>

#include "catch.h"
#include "ir/loop_parse.h"
#include "passes/dump.h"
#include "support/diagnostics.h"

namespace scorchc::passes {
namespace {

const char* const text = R"(module sample
struct A
  i64[1] dimension
  const f32[] A_vals
struct y
  i64[1] dimension
  f32[] y_vals
function run(A, out y)
  i64 i_size = A.dimension[0]
  f32[] A_vals = A.A_vals
  f32[] y_vals := y.y_vals
  i64 unused = 1
  for i in 0 .. i_size
    y_vals[i] = A_vals[i]
  return ok
)";

loop::Module without_last_statement(loop::Module module, Context&) {
  module.functions[0].body.pop_back();
  return module;
}
/// Removes one statement before the last, as long as there are more than three.
loop::Module one_shorter(loop::Module module, Context&) {
  loop::Block& body = module.functions[0].body;
  if (body.size() > 3) body.erase(body.end() - 2);
  return module;
}

std::string error_of(const Group& group, Verification verification) {
  Decisions decisions;
  Context context{decisions, DenseProducts::loops, verification};
  try {
    run(group, loop::parse(text), context);
  } catch (const Failure& failure) {
    CHECK(failure.diagnostic().code == Code::internal_error);
    return failure.diagnostic().message;
  }
  return {};
}

TEST_CASE("names of passes and groups are unique and in kebab-case, and each has a summary") {
  std::set<std::string> names;
  for (const std::string& place : dump_places()) {
    INFO(place);
    CHECK(names.insert(place).second);
    CHECK(std::all_of(place.begin(), place.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; }));
  }
  for (const Group& group : all_groups()) {
    CHECK(!group.summary.empty());
    for (const Pass& pass : group.passes) CHECK((!pass.summary.empty() && pass.summary.size() <= 70));
  }
}

TEST_CASE("a pass whose result does not verify is an internal error that names it") {
  const Group group{"broken", "", Repeat::once, {{"cut", "removes the last statement", without_last_statement}}};
  CHECK_THAT(error_of(group, Verification::each_pass),
             ContainsSubstring("after the pass `cut`: run: the function does not end with a status"));
  CHECK(error_of(group, Verification::at_end).empty());  // of a whole pipeline, whose end verifies
}

TEST_CASE("a repeated group runs until a round changes nothing") {
  const Group group{"shorter", "", Repeat::until_stable, {{"shorten", "removes a statement", one_shorter}}};
  Decisions decisions;
  Context context{decisions};
  int rounds = 0;
  const loop::Module module = loop::parse(text);
  const loop::Module result = run(group, module, context, [&](const PassRun& ran) { rounds = ran.round; });
  CHECK(result.functions[0].body.size() == 3);
  CHECK(rounds == static_cast<int>(module.functions[0].body.size()) - 3 + 1);
}

TEST_CASE("loops are printed after a pass, a group and each pass") {
  const loop::Module module = loop::parse(text);
  Decisions decisions;
  Context context{decisions};
  CHECK(print_after("lower", module, context) == text);
  const std::string clean = print_after("dead-code", module, context);
  CHECK_THAT(clean, !ContainsSubstring("unused"));
  CHECK(print_after("simplify", module, context) == clean);
  const std::string last(all_groups().back().passes.back().name);
  CHECK(print_after(last, module, context) == print(run(module, context)));
  const std::string all = print_all(module, context);
  CHECK_THAT(all, Catch::Matchers::StartsWith("=== lower\nmodule sample\n"));
  CHECK_THAT(all, ContainsSubstring("=== dead-code (simplify, round 1)\n" + clean +
                                    "=== simplify-branches (simplify, round 1): no change\n"));
  CHECK_THAT(all, ContainsSubstring("=== dead-code (simplify, round 2): no change\n"));
  CHECK_THAT(all, ContainsSubstring("=== bitset-flags (prepare): no change\n"));
  for (const Group& group : all_groups())
    for (const Pass& pass : group.passes) CHECK_THAT(all, ContainsSubstring("=== " + std::string(pass.name) + " ("));
}

}  // namespace
}  // namespace scorchc::passes
