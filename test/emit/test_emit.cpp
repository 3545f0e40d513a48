#include <cstdlib>
#include <fstream>
#include <sstream>

#include "catch.h"
#include "emit/calling/runner.h"
#include "emit/emit.h"
#include "emit/writer.h"
#include "modules.h"

using namespace scorchc;

namespace {

/// Compares the text with a file in golden/. SCORCHC_UPDATE=1 writes the file instead.
void check_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(SCORCHC_SOURCE_DIR) + "/test/emit/golden/" + name;
  if (const char* update = std::getenv("SCORCHC_UPDATE"); update != nullptr && std::string(update) == "1")
    std::ofstream(path, std::ios::binary) << text;
  std::ostringstream expected;
  expected << std::ifstream(path, std::ios::binary).rdbuf();
  INFO("golden " << name << "; SCORCHC_UPDATE=1 build/bin/test_unit '[emit]' rewrites it");
  CHECK(text == expected.str());
}

std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
  return longest;
}

}  // namespace

TEST_CASE("the emitted text of kernels", "[golden]") {
  for (const loop::Module& module : {test::spmv(), test::csr_add(), test::divide()}) {
    REQUIRE(loop::verify(module).empty());
    const EmittedFiles files = emit_cpp(module);
    check_golden(module.name + ".h", files.header);
    check_golden(module.name + ".cpp", files.source);
    check_golden(module.name + ".loops", loop::print(module));
    CHECK(longest_line(files.single_file) <= 100);
  }
  for (const loop::Type type : {loop::Type::i32, loop::Type::i64, loop::Type::f32, loop::Type::f64})
    CHECK(longest_line(emit_cpp(test::every_operator(type)).single_file) <= 100);
  check_golden("csr_add.runner.cpp", emit_runner(test::csr_add()));
  check_golden("spmv_namespace.h", emit_cpp(test::spmv("spmv", "a::b")).header);
}

TEST_CASE("the text is the same every time, and the single file is the header and the source") {
  const EmittedFiles files = emit_cpp(test::csr_add());
  const EmittedFiles again = emit_cpp(test::csr_add());
  CHECK(files.single_file == again.single_file);
  CHECK(files.single_file.starts_with(files.header));
  CHECK(files.single_file.find("#include \"") == std::string::npos);
  CHECK_THAT(files.source, ContainsSubstring("#include \"csr_add.h\""));
}

TEST_CASE("a comment stays a comment") {
  CHECK(emit::comment_text("a */ int x; /* b") == "a * / int x; / * b");
  CHECK(emit::comment_text("end\\") == "end.");
  CHECK(emit::comment_text("tri?\?/graph") == "tri? ?/graph");
  CHECK(emit::comment_text("tab\tand\rbyte\x80") == "tab.and.byte.");
  emit::Writer writer;
  writer.comment("one\ntwo\\\nthree");
  CHECK(writer.text() == "// one\n// two.\n// three\n");
}

TEST_CASE("long lines are broken") {
  emit::Writer writer;
  std::string call = "const float sum = first(";
  for (int i = 0; i < 40; ++i) call += "argument, ";
  writer.line(call + "last);");
  writer.comment("word " + std::string(95, 'x') + " word");
  CHECK(longest_line(writer.text()) <= 100);
}

TEST_CASE("a copy of an array is one call") {
  using namespace loop;
  Module module = test::divide();
  Block& body = module.functions[0].body;
  body.insert(body.end() - 1, Copy{"y_vals", "a_vals", Type::i32, integer(0), integer(2), integer(5)});
  REQUIRE(verify(module) == "");
  CHECK_THAT(emit_cpp(module).source, ContainsSubstring("scorch_copy(y_vals, a_vals + 2, 5, sizeof(int32_t));"));
}

TEST_CASE("counting is plain arithmetic, values of integer types wrap") {
  using namespace loop;
  Module module = test::divide();
  Block& body = module.functions[0].body;
  const Expr i32_value = load("a_vals", Type::i32, integer(0));
  const Expr wide_value = cast(Type::i64, i32_value);
  body.insert(body.end() - 1, {Declare{"n", integer(0), true}, Assign{"n", Update::add, integer(1)},
                               Assign{"n", Update::add, i32_value}, Assign{"n", Update::add, wide_value},
                               Store{"y_vals", Type::i32, integer(0), Update::add, i32_value},
                               Store{"y_vals", Type::i32, add(i32_value, i32_value), Update::add, integer(2)},
                               ReturnIf{less(integer(3), mul(integer(2), index_variable("n"))), Status::ok, ""}});
  REQUIRE(verify(module) == "");
  const std::string text = emit_cpp(module).source;
  for (const char* line :
       {"  ++n;\n", "  n += a_vals[0];\n", "  n = scorch_add_i64(n, static_cast<int64_t>(a_vals[0]));\n",
        "  y_vals[0] = scorch_add_i32(y_vals[0], a_vals[0]);\n",
        "  y_vals[static_cast<int64_t>(a_vals[0]) + a_vals[0]] += 2;\n", "  if (2 * n > 3) return SCORCH_OK;\n"})
    CHECK_THAT(text, ContainsSubstring(line));
}
