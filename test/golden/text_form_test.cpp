// Parses the text form of loop IR back: the kernels of all golden cases and of random programs, as lowered and after
// the last pass. What takes seconds is tagged [compiler], although it starts none.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "catch.h"
#include "driver/compile.h"
#include "front/front.h"
#include "ir/loop_parse.h"
#include "run/sets.h"
#include "support/files.h"

using namespace scorchc;

namespace {

/// Checks that the text of a module is parsed back to an equal module.
void check_text_form(const loop::Module& module) {
  const std::string text = loop::print(module);
  std::string error, again;
  bool is_equal = false;
  try {
    const loop::Module parsed = loop::parse(text);
    again = loop::print(parsed);
    is_equal = parsed == loop::without_notes(module);
  } catch (const loop::ParseError& failure) {
    error = failure.what();
  }
  CHECK(error == "");
  CHECK(again == text);
  CHECK(is_equal);
}

enum class Checked { yes, refused };

Checked check_kernel(const Kernel& kernel) {
  std::optional<driver::CompiledKernel> compiled;
  Diagnostics warnings;
  try {
    compiled = driver::compile(kernel, warnings);
  } catch (const Failure&) {
    return Checked::refused;
  }
  check_text_form(compiled->lowered);
  check_text_form(compiled->module);
  return Checked::yes;
}

/// The number of cases that are compiled; their loops are checked.
int check_cases(const std::vector<test::Case>& cases) {
  int checked = 0;
  for (const test::Case& each : cases) {
    INFO(test::write_case(each));
    Diagnostics warnings;
    const Kernel kernel = front::read_expression(each.expression, each.settings, warnings).at(0);
    checked += check_kernel(kernel) == Checked::yes ? 1 : 0;
  }
  return checked;
}

}  // namespace

TEST_CASE("the loops of golden cases are parsed back", "[compiler]") {
  const std::filesystem::path folder = std::filesystem::path(SCORCHC_SOURCE_DIR) / "test" / "golden" / "cases";
  int checked = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".scorch") continue;
    INFO(entry.path().filename().string());
    Diagnostics warnings;
    const SourcePtr source = make_source(entry.path().filename().string(), read_file(entry.path()));
    for (const Kernel& kernel : front::read_text_spec(source, {}, warnings))
      checked += check_kernel(kernel) == Checked::yes ? 1 : 0;
  }
  CHECK(checked > 100);
}

TEST_CASE("the loops of random programs are parsed back", "[compiler]") {
  CHECK(check_cases(test::random_programs(1, 300)) > 250);
}

TEST_CASE("the loops of cases with other types, layouts and schedules are parsed back", "[compiler]") {
  for (const std::string list : {"hand-written", "schedules", "vectors"}) {
    const auto cases = test::read_cases(SCORCHC_SOURCE_DIR "/test/run/" + list + ".cases");
    CHECK(check_cases(test::sample(cases, 30, 7)) > 20);
  }
}
