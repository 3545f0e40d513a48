// Runs the passes over modules in the text form: cases/PASS/NAME.loops has a module, a line `---`, and the module after
// the pass. Lines with # in front of the module say what the case shows. SCORCHC_UPDATE_GOLDENS=1 rewrites what follows
// the line.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "catch.h"
#include "ir/loop_parse.h"
#include "passes/pipeline.h"
#include "support/files.h"

namespace scorchc::passes {
namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(SCORCHC_SOURCE_DIR) / "test" / "passes" / "cases";

std::vector<fs::path> sorted_entries(const fs::path& of) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(of)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

const Pass* find_pass(const std::string& name) {
  for (const Group& group : all_groups())
    for (const Pass& pass : group.passes)
      if (pass.name == name) return &pass;
  return nullptr;
}

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
  const std::string text = read_file(path), line = "---\n";
  const std::size_t begin = text.find("module "), end = text.find("\n" + line) + 1;
  REQUIRE(begin < end);
  const std::string result = text_after(pass, text.substr(begin, end - begin));
  if (updating()) return write_file(path, text.substr(0, end) + line + result);
  CHECK(text.substr(end + line.size()) == result);
}

TEST_CASE("passes rewrite the modules of their cases") {
  for (const fs::path& cases : sorted_entries(folder)) {
    const Pass* pass = find_pass(cases.filename().string());
    INFO(cases.string() << " has the name of no pass");
    REQUIRE(pass != nullptr);
    for (const fs::path& path : sorted_entries(cases)) check_case(*pass, path);
  }
}

TEST_CASE("every pass has a case") {
  for (const Group& group : all_groups())
    for (const Pass& pass : group.passes) {
      INFO("test/passes/cases/" << pass.name);
      const fs::path cases = folder / std::string(pass.name);
      CHECK((fs::is_directory(cases) && !fs::is_empty(cases)));
    }
}

}  // namespace
}  // namespace scorchc::passes
