// Compares the output of each phase with golden files. A case is cases/NAME.scorch, a text spec of one kernel; its
// goldens are files of the same name with one suffix per phase. A phase is compared only if its golden exists.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "catch.h"
#include "draw/dot.h"
#include "draw/svg.h"
#include "driver/compile.h"
#include "front/front.h"
#include "golden/line_diff.h"
#include "infer/infer_formats.h"
#include "support/decisions.h"
#include "support/files.h"

using namespace scorchc;

namespace {

const std::filesystem::path folder = std::filesystem::path(SCORCHC_SOURCE_DIR) / "test" / "golden" / "cases";

// Runs format inference only, so that a case may be a kernel that later phases refuse.
std::string formats_of(const Kernel& kernel) {
  Decisions decisions;
  Diagnostics warnings;
  const Kernel complete = infer::infer_formats(kernel, decisions, warnings);
  std::string text;
  for (const TensorDeclaration& tensor : complete.tensors) {
    text += tensor.name + ": " + print_short(*tensor.format);
    if (tensor.format_inferred) text += ", inferred";
    if (tensor.mode_order_open) text += ", mode ordering open";
    text += "\n";
  }
  for (const Decision& decision : decisions)
    text += decision.subject + ": " + decision.choice + " (" + decision.reason + ")\n";
  for (const Diagnostic& warning : warnings) text += "warning: " + warning.message + "\n";
  return text;
}

driver::CompiledKernel compiled(const Kernel& kernel) {
  Diagnostics warnings;
  return driver::compile(kernel, warnings);
}

// Warnings, and the error if compilation fails: for kernels that phases after the front end refuse.
std::string messages_of(const Kernel& kernel) {
  Diagnostics messages;
  try {
    driver::compile(kernel, messages);
  } catch (const Failure& failure) {
    messages.push_back(failure.diagnostic());
  }
  std::string text;
  for (const Diagnostic& message : messages) text += render(message, false);
  return text;
}

struct Stage {
  const char* suffix;
  std::string (*text)(const Kernel& kernel);
};
const std::array<Stage, 10> stages{{
    {".messages", messages_of},
    {".formats", formats_of},
    {".cin", [](const Kernel& kernel) { return compiled(kernel).cin; }},
    {".schedule", [](const Kernel& kernel) { return compiled(kernel).schedule; }},
    {".decisions", [](const Kernel& kernel) { return compiled(kernel).decisions; }},
    {".dot", [](const Kernel& kernel) { return draw::dot(compiled(kernel).program); }},
    {".svg", [](const Kernel& kernel) { return draw::svg(compiled(kernel).program); }},
    {".loops", [](const Kernel& kernel) { return compiled(kernel).loops; }},
    {".h", [](const Kernel& kernel) { return compiled(kernel).header; }},
    {".cpp", [](const Kernel& kernel) { return compiled(kernel).source; }},
}};

std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".scorch") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

Kernel read_case(const std::string& name) {
  Diagnostics warnings;
  const SourcePtr source = make_source(name + ".scorch", read_file(folder / (name + ".scorch")));
  std::vector<Kernel> kernels = front::read_text_spec(source, {}, warnings);
  REQUIRE(kernels.size() == 1);
  return kernels.front();
}

bool updating() {
  const char* value = std::getenv("SCORCHC_UPDATE_GOLDENS");
  return value != nullptr && std::string(value) == "1";
}

void compare(const Kernel& kernel, const std::string& name, const Stage& stage) {
  const std::filesystem::path golden = folder / (name + stage.suffix);
  std::string text;
  try {
    text = stage.text(kernel);
  } catch (const Failure& failure) {
    FAIL_CHECK(golden.filename().string() << ": compilation fails\n" << render(failure.diagnostic(), false));
    return;
  }
  if (updating()) return write_file(golden, text);
  const std::string diff = test::line_diff(read_file(golden), text);
  if (diff.empty()) return;
  // Catch2 would wrap the lines of the diff.
  std::cerr << golden.filename().string() << " differs (- golden, + now)\n"
            << diff << "rerun: build/bin/test_unit 'golden cases' -c " << name << "\naccept: tools/update-goldens "
            << name << "\n\n";
  FAIL_CHECK(golden.filename().string() << " differs");
}

}  // namespace

TEST_CASE("golden cases") {
  for (const std::string& name : cases()) {
    DYNAMIC_SECTION(name) {
      const Kernel kernel = read_case(name);
      int goldens = 0;
      for (const Stage& stage : stages) {
        if (!std::filesystem::exists(folder / (name + stage.suffix))) continue;
        ++goldens;
        compare(kernel, name, stage);
      }
      INFO("a case without a golden checks nothing; see test/golden/README.md");
      CHECK(goldens > 0);
    }
  }
}

TEST_CASE("every golden has a case") {
  const std::vector<std::string> names = cases();
  REQUIRE(!names.empty());
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string suffix = entry.path().extension().string();
    if (suffix == ".scorch" || entry.path().stem() == ".clang-format") continue;
    INFO(entry.path().filename().string());
    CHECK(std::any_of(stages.begin(), stages.end(), [&](const Stage& stage) { return suffix == stage.suffix; }));
    CHECK(std::binary_search(names.begin(), names.end(), entry.path().stem().string()));
  }
}

TEST_CASE("README.md shows a part of an emitted kernel") {
  const std::string page = read_file(std::filesystem::path(SCORCHC_SOURCE_DIR) / "README.md");
  const std::string fence = "```", info = "cpp excerpt\n";
  const std::size_t begin = page.find(fence + info) + fence.size() + info.size();
  const std::size_t end = page.find(fence, begin);
  REQUIRE(end != std::string::npos);
  const std::string source = compiled(read_case("spmm-csr")).source;
  INFO("README.md shows a part of test/golden/cases/spmm-csr.cpp");
  CHECK(source.find(page.substr(begin, end - begin)) != std::string::npos);
}

TEST_CASE("line diffs") {
  CHECK(test::line_diff("a\nb\n", "a\nb\n").empty());
  CHECK(test::line_diff("", "a\n") == "@@ line 1 @@\n+a\n");
  CHECK(test::line_diff("a\n", "a") == "@@ line 1 @@\n-a\n+a  (without a newline)\n");
  CHECK(test::line_diff("1\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\n5\nsix\n") == "@@ line 3 @@\n 3\n 4\n 5\n-6\n+six\n");
  CHECK(test::line_diff("x\n1\n2\n3\n4\n5\n6\n7\ny\n", "1\n2\n3\n4\n5\n6\n7\n") ==
        "@@ line 1 @@\n-x\n 1\n 2\n 3\n@@ line 6 @@\n 5\n 6\n 7\n-y\n");
}
