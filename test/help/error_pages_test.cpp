// Tests the examples of docs/errors.md: those below `Fails:` end with the code, those below `Works:` do not.
#include <filesystem>
#include <sstream>

#include "catch.h"
#include "driver/compile.h"
#include "driver/errors_page.h"
#include "driver/program.h"
#include "front/front.h"
#include "support/diagnostics.h"

using namespace scorchc;

namespace {

/// Whether an example cannot run in this build: sanitizers need more memory than the example's limit.
bool is_passed_over(const std::string& example) {
#if defined(SCORCHC_TESTED_UNDER_SANITIZERS)
  return example.find("ulimit -v") != std::string::npos;
#else
  static_cast<void>(example);
  return false;
#endif
}

/// Returns the lines below `Fails:` or `Works:`.
std::string block_of(std::string_view section, const std::string& mark) {
  const std::size_t at = section.find("\n" + mark + ":\n\n");
  if (at == std::string_view::npos) return {};
  std::stringstream lines{std::string(section.substr(at + mark.size() + 4))};
  std::string text;
  for (std::string line; std::getline(lines, line) && line.starts_with("    ");) text += line.substr(4) + "\n";
  return text;
}

std::string first_word(const std::string& text) { return text.substr(0, text.find_first_of(" \n")); }

/// Returns an array of four zeros as numpy writes it.
std::string npy_file(const std::string& type, std::size_t bytes_each) {
  std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (4,), }";
  header += std::string(117 - header.size(), ' ') + "\n";
  const std::string begin = "\x93NUMPY\x01";
  return begin + std::string("\0", 1) + static_cast<char>(header.size()) + std::string("\0", 1) + header +
         std::string(4 * bytes_each, '\0');
}

/// Writes the files that examples use.
void write_files(const Workplace& workplace) {
  workplace.write("wide.tns", "# dims: 3000000001\n3000000001 1\n");
  workplace.write("huge.tns", "# dims: 200000000000000\n1 1\n");
  workplace.write("wrong-g++",
                  "#!/bin/sh\nfor file; do :; done\nsed -i 's/y_vals.i. = /&1.0F + /' \"$file\"\nexec g++ \"$@\"\n");
  std::filesystem::permissions(workplace.path("wrong-g++"), std::filesystem::perms::owner_all);
  workplace.write("a.mtx", "%%MatrixMarket matrix coordinate real general\n3 4 2\n1 1 1\n3 4 2.5\n");
  workplace.write("x.tns", "# dims: 4\n1 1\n4 0.5\n");
  workplace.write("large.mtx", "%%MatrixMarket matrix coordinate real general\n200000 200000 1\n1 1 1\n");
  workplace.write("complex64.npy", npy_file("<c8", 8));
  workplace.write("float32.npy", npy_file("<f4", 4));
  workplace.write("b.tns", "# dims: 3\n2 4\n");
  workplace.write("spec.json", R"json({"scorch": 1, "kernels": [{"expr": "y = x"}]})json");
  workplace.write("kernels.json",
                  R"json({"scorch": 1, "kernels": [{"name": "spmm", "expr": "C(i,k) = A(i,j) * B(j,k)"}]})json");
  workplace.write("tuned.lock",
                  "kernel spmv: y(i) = A(i,j) * x(j)\ntensor y: inferred\ntensor A: csr\ntensor x: dense\nschedule: "
                  "reorder(i, j)\n");
}

/// Converts an example (shell commands, a file, options, or a statement) to shell commands that run it.
std::string script_of(const Workplace& workplace, const std::string& code, const std::string& example) {
  const std::string matrix = "scorchc 'y(i) = A(i,j) * x(j)' --fmt A=csr --data A=";
  const std::string first = first_word(example);
  if (example.find("large.json") != std::string::npos) workplace.write("large.json", std::string(17 << 20, ' '));
  if (example.find("long.scorch") != std::string::npos)
    workplace.write("long.scorch", "kernel k: y = x" + std::string(15 << 20, ' '));
  if (first == "scorchc" || example.find("scorchc ") != std::string::npos)
    return example;  // possibly after another command
  if (first.starts_with("--")) return "scorchc 'C(i,j) = A(i,j) + B(i,j)' " + example;
  if (first.starts_with("%%")) {
    workplace.write("file.mtx", example + (example.find('\n') + 1 == example.size() ? "2 2 1\n1 1 3.5\n" : ""));
    return matrix + "file.mtx";
  }
  if (code == "SC0240") {
    workplace.write("file.lock", example);
    return "scorchc 'y(i) = A(i,j) * x(j)' --fmt A=csr --name spmv --lock file.lock";
  }
  const std::string name = first.starts_with("{")                                    ? "file.json"
                           : code >= "SC0212" && code < "SC0400" && code != "SC0250" ? "file.scorch"
                                                                                     : "statement";
  workplace.write(name, example);
  return "scorchc " + name;
}

Outcome run(const Workplace& workplace, const std::string& script) {
  // Without the Clang plugin, `run` needs a compiler, unless the example is about a missing one.
  std::string compiler;
  if (script.find("--cxx") == std::string::npos && script.find("SCORCHC_CLANG_PLUGIN") == std::string::npos)
    for (const std::string& word : with_compiler({})) compiler += " " + word;
  // A failed allocation in a kernel is not an error for the sanitizers.
  const std::string program =
      "export ASAN_OPTIONS=\"$ASAN_OPTIONS:allocator_may_return_null=1\"\n"
      "scorchc() { case \"$1\" in run|bench|tune|verify) '" SCORCHC_PROGRAM "' \"$@\"" +
      compiler + " ;; *) '" SCORCHC_PROGRAM "' \"$@\" ;; esac; }\n";
  return workplace.program({"bash", "-c", program + script});
}

}  // namespace

TEST_CASE("every diagnostic has an example that fails and one that works") {
  for (const CodeInfo& code : all_codes()) {
    CAPTURE(code.id);
    const std::string_view section = driver::error_section(code.id);
    CHECK(block_of(section, "Fails").empty() == (code.cause == Cause::defect));
    CHECK(block_of(section, "Works").empty() == (code.cause == Cause::defect));
    CHECK(section.starts_with(std::string(code.id) + " " + std::string(code.name) + "\n"));
    const bool is_warning = code.title.ends_with("(warning)");
    const std::string exit = "Exit code " + std::to_string(is_warning ? 0 : static_cast<int>(code.exit)) + ".";
    CHECK_THAT(std::string(section), ContainsSubstring(exit));
  }
}

TEST_CASE("examples of diagnostics fail and work as they say", "[compiler]") {
  for (const CodeInfo& row : all_codes()) {
    const std::string code(row.id);
    const std::string_view section = driver::error_section(code);
    if (row.cause == Cause::defect || is_passed_over(block_of(section, "Fails"))) continue;
    CAPTURE(code);
    const Workplace failing, working;
    for (const Workplace* workplace : {&failing, &working}) write_files(*workplace);

    const Outcome bad = run(failing, script_of(failing, code, block_of(section, "Fails")));
    CAPTURE(bad.err);
    CHECK_THAT(bad.err, ContainsSubstring("[" + code + "]"));
    CHECK(bad.exit_code == (row.title.ends_with("(warning)") ? 0 : static_cast<int>(row.exit)));

    const Outcome good = run(working, script_of(working, code, block_of(section, "Works")));
    CAPTURE(good.err);
    CHECK(good.exit_code == 0);
    CHECK(good.err.find("[SC") == std::string::npos);
  }
}

TEST_CASE("diagnostics that no input triggers are listed and a broken IR triggers them") {
  std::vector<Code> defects;
  for (const CodeInfo& row : all_codes())
    if (row.cause == Cause::defect) defects.push_back(row.code);
  CHECK(defects == std::vector{Code::internal_error});

  Diagnostics warnings;
  Kernel kernel = front::read_expression("y(i) = A(i,j) * x(j)", {}, warnings).at(0);
  CHECK_NOTHROW(driver::compile(kernel, warnings));
  // Duplicates a tensor, which no statement can express.
  kernel.tensors.push_back(kernel.tensors[1]);
  try {
    driver::compile(kernel, warnings);
    FAIL("a broken kernel was compiled");
  } catch (const Failure& failure) {
    CHECK(failure.diagnostic().code == Code::internal_error);
    CHECK(failure.exit_code() == ExitCode::internal);
    CHECK_THAT(failure.diagnostic().message, ContainsSubstring("after"));
  }
}
