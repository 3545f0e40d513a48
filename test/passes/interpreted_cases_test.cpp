// Interprets the modules of the passes' cases: a module, that after the pass, and that after all passes from it to the
// last one, on the same arguments.
#include <filesystem>
#include <string>
#include <vector>

#include "catch.h"
#include "interpret/machine.h"
#include "ir/loop_parse.h"
#include "passes/arguments.h"
#include "passes/cases.h"

namespace scorchc::passes {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t seeds = 60;
constexpr int least_compared = 10;  // of them, arguments on which the module before the pass returns ok

/// Of three draws one has equal extents and no spare elements, one both, and one different extents. Loops have 1, 2, 4,
/// 8 or 16 lanes with each kind.
Draw draw_of(std::uint64_t seed) { return {seed, seed % 3 != 2, seed % 3 != 0}; }
std::int64_t lanes_of(std::uint64_t seed) { return std::int64_t{1} << seed / 3 % 5; }

struct Later {
  std::string name;
  loop::Module module;
};

/// Compares a module with later ones that have to have the same effect. Returns on how many arguments it returns ok.
int compare(const loop::Module& before, const std::vector<Later>& later) {
  const interpret::Machine first(before);
  std::vector<interpret::Machine> machines;
  for (const Later& each : later) {
    INFO(each.name);
    REQUIRE(loop::verify(each.module) == "");
    machines.emplace_back(each.module);
  }
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Arguments expected(before, draw_of(seed));
    const interpret::Outcome outcome = expected.run(first, lanes_of(seed));
    if (!outcome.broken.empty()) continue;  // such arguments do not fit the module
    for (std::size_t n = 0; n < later.size(); ++n) {
      INFO(later[n].name << ", seed " << seed << ", " << lanes_of(seed) << " lanes");
      Arguments found(before, draw_of(seed));
      const interpret::Outcome other = found.run(machines[n], lanes_of(seed));
      REQUIRE(other.broken == "");
      REQUIRE(other.status == outcome.status);
      REQUIRE(found.difference(expected) == "");
    }
    compared += outcome.status == loop::Status::ok ? 1 : 0;
  }
  return compared;
}

/// The module after the passes from `first` to before `last`.
loop::Module after_passes(loop::Module module, const Pass* first, const Pass* last) {
  Decisions decisions;
  Context context{decisions, DenseProducts::blas, Verification::each_pass};
  for (const Pass* pass = first; pass != last; ++pass) module = pass->run(std::move(module), context);
  return module;
}

TEST_CASE("the modules of the passes' cases do the same after the pass") {
  const std::vector<Pass> passes = all_passes();
  int cases = 0;
  for (const Pass& pass : passes)
    for (const fs::path& path : sorted_entries(cases_folder() / std::string(pass.name))) {
      INFO(path.string());
      const loop::Module before = loop::parse(read_case(path).before);
      const Pass* end = passes.data() + passes.size();
      const std::vector<Later> later = {{"after the pass", after_passes(before, &pass, &pass + 1)},
                                        {"after the passes from it on", after_passes(before, &pass, end)}};
      CHECK(compare(before, later) >= least_compared);
      ++cases;
    }
  REQUIRE(cases > 0);
}

}  // namespace
}  // namespace scorchc::passes
