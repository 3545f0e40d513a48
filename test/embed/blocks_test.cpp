#include <algorithm>
#include <set>
#include <sstream>

#include "catch.h"
#include "embed/runtime_blocks.h"
#include "embed/shared_blocks.h"
#include "emit/compilers.h"
#include "support/diagnostics.h"

using namespace scorchc;

namespace {

const char* const header = R"(// About the header.
#pragma once

#include <cstdint>

//! zero
#ifndef SCORCH_SHARED_ZERO
#define SCORCH_SHARED_ZERO
#include <cstring>
#include <math.h>
/// Left out.
// Printed.
#if defined(__GNUC__)
#include <omp.h>
int zero();
#endif
  /// Left out, too.
int other();
#endif

void between_blocks();

//! least_i32: needs zero, negate_i32; also i64
/// Left out.
#ifndef SCORCH_SHARED_LEAST_I32
#define SCORCH_SHARED_LEAST_I32
int32_t scorch_least_i32(uint32_t a) { return a > 0 ? INT32_MIN : scorch_negate_i32(2147483648.0); }
#endif

//! half_f32: also f64
#ifndef SCORCH_SHARED_HALF_F32
#define SCORCH_SHARED_HALF_F32
float scorch_half_f32(float a) { return expf(a) / 2.0F + __builtin_huge_valf(); }
#endif
)";

std::string problem_of(const std::string& text) {
  try {
    parse_blocks(text);
  } catch (const Failure& failure) {
    return failure.diagnostic().message;
  }
  return {};
}

}  // namespace

TEST_CASE("a header of the support library is parsed into blocks") {
  const std::vector<RuntimeBlock> blocks = parse_blocks(header);
  REQUIRE(blocks.size() == 5);
  CHECK(blocks[0].name == "zero");
  CHECK(blocks[0].needs.empty());
  CHECK(blocks[0].includes == std::vector<std::string>{"cstring", "math.h"});
  CHECK(blocks[0].text ==
        "#ifndef SCORCH_SHARED_ZERO\n#define SCORCH_SHARED_ZERO\n// Printed.\n#if defined(__GNUC__)\n"
        "#include <omp.h>\nint zero();\n#endif\nint other();\n#endif\n");
  CHECK(blocks[0].body() ==
        "// Printed.\n#if defined(__GNUC__)\n#include <omp.h>\nint zero();\n#endif\nint other();\n");
}

TEST_CASE("blocks for i32 and f32 are copied for i64 and f64") {
  const std::vector<RuntimeBlock> blocks = parse_blocks(header);
  REQUIRE(blocks.size() == 5);
  CHECK(blocks[1].name == "least_i32");
  CHECK(blocks[1].needs == std::vector<std::string>{"zero", "negate_i32"});
  CHECK(blocks[2].name == "least_i64");
  CHECK(blocks[2].needs == std::vector<std::string>{"zero", "negate_i64"});
  CHECK(blocks[2].text ==
        "#ifndef SCORCH_SHARED_LEAST_I64\n#define SCORCH_SHARED_LEAST_I64\nint64_t scorch_least_i64(uint64_t a) { "
        "return a > 0 ? INT64_MIN : scorch_negate_i64(9223372036854775808.0); }\n#endif\n");
  CHECK(blocks[4].name == "half_f64");
  CHECK(blocks[4].body() == "double scorch_half_f64(double a) { return exp(a) / 2.0 + __builtin_huge_val(); }\n");
}

TEST_CASE("headers of another form are refused") {
  const std::string guard = "#ifndef SCORCH_SHARED_A\n#define SCORCH_SHARED_A\n";
  CHECK(problem_of("//! a\n" + guard + "#endif\n") == "");
  CHECK(problem_of("//! a: wants b\n" + guard + "#endif\n") ==
        "block `a` of src/runtime: expected `needs` or `also`, found `wants`");
  CHECK(problem_of("//! a\nint a();\n") == "block `a` of src/runtime: expected an include guard after the marker");
  CHECK(problem_of("//! a\n#ifndef SCORCH_SHARED_A\n#define SCORCH_SHARED_B\n#endif\n") ==
        "block `a` of src/runtime: expected an include guard after the marker");
  CHECK(problem_of("//! b\n" + guard + "#endif\n") ==
        "block `b` of src/runtime: its include guard should be SCORCH_SHARED_B, but is SCORCH_SHARED_A");
  CHECK(problem_of("//! a\n" + guard + "#if 1\n#endif\n") ==
        "block `a` of src/runtime: its include guard has no #endif");
  CHECK(problem_of("//! a: also i32\n" + guard + "#endif\n") ==
        "block `a` of src/runtime: there is no copy for the type `i32`");
  CHECK(problem_of("//! a: also i64\n" + guard + "#endif\n") ==
        "block `a` of src/runtime: its name does not end in the type that the copy replaces");
}

TEST_CASE("each block follows those that it needs, and no two have one name") {
  std::set<std::string> before;
  for (const RuntimeBlock& block : runtime_blocks()) {
    INFO(block.name);
    for (const std::string& needed : block.needs) CHECK(before.contains(needed));
    CHECK(before.insert(block.name).second);
  }
  CHECK(before.size() > 80);
  CHECK_THROWS_AS(runtime_block("no_such_block"), Failure);
}

TEST_CASE("lines of blocks have at most 100 columns") {
  for (const RuntimeBlock& block : runtime_blocks()) {
    std::istringstream lines(block.text);
    for (std::string line; std::getline(lines, line);) {
      INFO(block.name << ": " << line);
      CHECK(line.size() <= 100);
    }
  }
}

TEST_CASE("a file contains the blocks that it uses and those that they need") {
  SharedBlocks shared;
  CHECK(shared.use("gallop", loop::Type::i64) == "scorch_gallop_i64");
  shared.use("allocate_zeroed");
  shared.include("cblas.h");
  CHECK(shared.use_math("exp", loop::Type::f32) == "expf");
  CHECK(shared.includes() == "#include <cblas.h>\n#include <cstdlib>\n#include <cstring>\n#include <math.h>\n");
  std::string expected;
  for (const char* name : {"allocate", "clear", "allocate_zeroed", "search_i64", "gallop_i64"})
    expected += "\n" + runtime_block(name).text;
  CHECK(shared.text() == expected);
}

TEST_CASE("each block compiles alone and twice without a warning", "[compiler]") {
  const test::Folder folder;
  std::string sources;
  for (const RuntimeBlock& block : runtime_blocks()) {
    if (block.text.find("SCORCH_SHARED_") == std::string::npos || block.name == "self_test") continue;
    SharedBlocks shared;
    shared.use(block.name);
    const std::string fault = block.name == "validate" ? runtime_block("fault").text : "";
    const std::string traits = block.name == "wrapping" ? "#include <type_traits>\n" : "";
    const std::string text = "#include <stddef.h>\n#include <stdint.h>\n" + traits + shared.includes() +
                             std::string(abi_block()) + fault + shared.text();
    // In a header, where functions may be unused.
    folder.write(block.name + ".h", text + text);
    folder.write(block.name + ".cpp", "#include \"" + block.name + ".h\"\n");
    sources += " " + block.name + ".cpp";
  }
  for (const std::string& compiler : test::cpp_compilers())
    for (const char* threads : {"", " -fopenmp"})
      CHECK(test::run(folder, compiler + " -std=c++17 -fsyntax-only " + test::warning_flags + threads + sources) == "");
}
