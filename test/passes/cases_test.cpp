// Runs the passes over the modules of their cases. SCORCHC_UPDATE_GOLDENS=1 rewrites what follows the line `---`.
#include "passes/cases.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "catch.h"
#include "ir/loop_parse.h"
#include "support/files.h"

namespace scorchc::passes {
namespace {

namespace fs = std::filesystem;

bool updating() {
  const char* value = std::getenv("SCORCHC_UPDATE_GOLDENS");
  return value != nullptr && std::string(value) == "1";
}

/// The text of the module after the pass. The module before and after it verifies.
std::string text_after(const Pass& pass, const std::string& before) {
  Decisions decisions;
  Context context{decisions, DenseProducts::blas, Verification::each_pass};
  const loop::Module module = loop::parse(before);
  CHECK(loop::print(module) == before);
  const loop::Module result = pass.run(module, context);
  CHECK(loop::verify(result) == "");
  return loop::print(result);
}

void check_case(const Pass& pass, const fs::path& path) {
  INFO(path.string());
  const CaseText text = read_case(path);
  const std::string result = text_after(pass, text.before);
  if (updating()) return write_file(path, text.heading + text.before + "---\n" + result);
  CHECK(text.after == result);
}

TEST_CASE("passes rewrite the modules of their cases") {
  const std::vector<Pass> passes = all_passes();
  for (const fs::path& cases : sorted_entries(cases_folder())) {
    const auto pass = std::find_if(passes.begin(), passes.end(),
                                   [&](const Pass& each) { return each.name == cases.filename().string(); });
    INFO(cases.string() << " has the name of no pass");
    REQUIRE(pass != passes.end());
    for (const fs::path& path : sorted_entries(cases)) check_case(*pass, path);
  }
}

TEST_CASE("every pass has a case") {
  for (const Pass& pass : all_passes()) {
    INFO("test/passes/cases/" << pass.name);
    const fs::path cases = cases_folder() / std::string(pass.name);
    CHECK((fs::is_directory(cases) && !fs::is_empty(cases)));
  }
}

}  // namespace
}  // namespace scorchc::passes
