// Tests that verification finds errors.
#include <set>

#include "catch.h"
#include "driver/diagnostic_forms.h"
#include "driver/interpreted.h"
#include "driver/verify.h"
#include "front/front.h"
#include "ir/loop_walk.h"

using namespace scorchc;
using namespace scorchc::driver;

namespace {

CompiledKernel compile_expression(const std::string& expression, const std::vector<std::string>& formats,
                                  const std::string& name = "k") {
  front::Settings settings;
  settings.formats = formats;
  settings.name = name;
  Diagnostics warnings;
  return compile(front::read_expression(expression, settings, warnings).at(0), warnings);
}

std::optional<std::string> compiler() {
  if (clang_plugin::find_plugin(nullptr) != nullptr) return std::nullopt;
  return "g++";
}

/// Verifies the kernel with part of its text replaced, as a faulty compiler would emit it.
VerifyOutcome verify_with(CompiledKernel compiled, const std::string& right, const std::string& wrong) {
  const std::size_t at = compiled.single_file.rfind(right);
  REQUIRE(at != std::string::npos);
  compiled.single_file.replace(at, right.size(), wrong);
  const RunnableKernel runnable = load(compiled, compiler());
  return verify_kernel(compiled, runnable.runner, {20, 1});
}

}  // namespace

TEST_CASE("a wrong value is found and described") {
  const CompiledKernel kernel = compile_expression("y(i) = A(i,j) * x(j)", {"A=csr"});
  const VerifyOutcome outcome = verify_with(kernel, "y_vals[i] = ", "y_vals[i] = 1.0F + ");
  CHECK_FALSE(outcome.passed());
  CHECK_THAT(outcome.difference, ContainsSubstring("y(0): expected"));
  CHECK_THAT(outcome.description, ContainsSubstring("y(i) = A(i,j) * x(j)") && ContainsSubstring("A: csr = {"));
}

TEST_CASE("writes out of bounds and into operands are found", "[compiler]") {
  const CompiledKernel kernel = compile_expression("y(i) = A(i,j) * x(j)", {"A=csr"});
  CHECK_THAT(verify_with(kernel, "return SCORCH_OK;", "y_vals[i_size] = 1.0F;\n  return SCORCH_OK;").difference,
             ContainsSubstring("memory outside the result's buffer"));
  CHECK_THAT(verify_with(kernel, "return SCORCH_OK;",
                         "if (j_size > 0) const_cast<float*>(x_vals)[0] += 1.0F;\n  return SCORCH_OK;")
                 .difference,
             ContainsSubstring("the operand `x` is changed"));
}

TEST_CASE("a wrong pattern and broken storage are found", "[compiler]") {
  const CompiledKernel kernel = compile_expression("C(i,j) = A(i,j) * B(i,j)", {"A=csr", "B=csr", "C=csr"});
  // Only one of the two forms is wrong.
  CompiledKernel broken = kernel;
  const std::size_t at = broken.runner.find("return static_cast<int32_t>(status);");
  REQUIRE(at != std::string::npos);
  broken.runner.insert(at,
                       "if (form == 1 && status == SCORCH_OK && scorch_runner_result.C2_count > 0) "
                       "scorch_runner_result.C2_crd[0] = -1;\n  ");
  const RunnableKernel runnable = load(broken, compiler());
  const VerifyOutcome outcome = verify_kernel(broken, runnable.runner, {20, 1});
  CHECK_THAT(outcome.difference, ContainsSubstring("the result's storage is malformed"));
  CHECK_THAT(outcome.description, ContainsSubstring("count, pattern, compute"));
}

TEST_CASE("an interpreted kernel is verified as a compiled one is") {
  const CompiledKernel kernel = compile_expression("C(i,j) = A(i,j) + B(i,j)", {"A=csr", "B=dcsr", "C=csr"});
  const VerifyOutcome right = verify_kernel(kernel, interpreted(kernel), {20, 1});
  CHECK(right.difference == "");
  CHECK(right.cases == 20);

  // `run` ends after its count: crd and vals are missing.
  CompiledKernel wrong = kernel;
  for (loop::Function& function : wrong.module.functions)
    if (function.phase == loop::Phase::run) function.body.erase(function.body.begin() + 1, function.body.end() - 1);
  CHECK(verify_kernel(wrong, interpreted(wrong), {20, 1}).difference == "C->C2_crd is null");

  // Elements of an array are read before they are written.
  wrong = kernel;
  for (loop::Function& function : wrong.module.functions)
    if (function.phase == loop::Phase::assemble)
      function.body.insert(function.body.end() - 1,
                           loop::Declare{"last", loop::load("C2_crd", loop::Type::i32, loop::integer(1000))});
  CHECK_THAT(verify_kernel(wrong, interpreted(wrong), {20, 1}).difference,
             ContainsSubstring("in `assemble`, at `i32 last = C2_crd[1000]`: element 1000 of C->C2_crd"));

  // Nothing is released.
  wrong = kernel;
  for (loop::Function& function : wrong.module.functions)
    if (function.phase == loop::Phase::release) function.body.clear();
  CHECK(verify_kernel(wrong, interpreted(wrong), {20, 1}).difference == "3 arrays are not released");
}

TEST_CASE("factored sums with infinities are not reported as differences") {
  const auto verified = [](const std::string& expression, const std::string& schedule) {
    front::Settings settings;
    settings.formats = {"A=csr"};
    settings.schedule = schedule;
    Diagnostics warnings;
    const CompiledKernel kernel = compile(front::read_expression(expression, settings, warnings).at(0), warnings);
    return verify_kernel(kernel, interpreted(kernel), {200, 1});
  };
  // c/d may be infinite, and so is a min over an empty range: infinity * (1 + 0) differs from infinity * 1 + infinity *
  // 0.
  for (const char* expression : {"y(i) = (c/d)*sum(j,A(j,i)*x(j))", "C(i,k) = min(l,M(i,l))*sum(j,A(i,j)*B(j,k))"}) {
    CAPTURE(expression);
    const VerifyOutcome outcome = verified(expression, "auto");
    CHECK(outcome.difference == "");
    CHECK(outcome.cases == 200);
  }
  // Without factoring, no component is undecided.
  CHECK(verified("y(i) = sum(j,A(i,j)*(x(j)/b(i)))", "none").undecided == 0);
  CHECK(verified("C(i,j) = A(i,j)/B(i,j)", "auto").cases == 200);
  CHECK(verified("y(i) = min(j,A(i,j))", "auto").cases == 200);
}

/// Returns the statement with every test for a stored component replaced by true.
loop::Stmt taking_all_for_stored(const loop::Stmt& stmt) {
  if (const loop::Store* store = stmt.as<loop::Store>()) {
    const loop::Select* select = store->value.as<loop::Select>();
    if (!select) return stmt;
    loop::Store copy = *store;
    copy.value = select->operands[1];
    return copy;
  }
  return loop::with_blocks(stmt, [](const loop::Block& block) {
    loop::Block out;
    for (const loop::Stmt& each : block) out.push_back(taking_all_for_stored(each));
    return out;
  });
}

TEST_CASE("verification distinguishes unstored components from zeros") {
  CompiledKernel kernel = compile_expression("y(i) = d(i)*A(i,j)*x(j)", {"A=csc"});
  CHECK(verify_kernel(kernel, interpreted(kernel), {100, 1}).difference == "");
  // A factor meets a sum without terms: infinity times 0.
  for (loop::Function& function : kernel.module.functions)
    for (loop::Stmt& stmt : function.body) stmt = taking_all_for_stored(stmt);
  CHECK_THAT(verify_kernel(kernel, interpreted(kernel), {100, 1}).difference, ContainsSubstring("nan"));
}

TEST_CASE("an interpreted kernel leaks nothing if an allocation fails") {
  const CompiledKernel kernel = compile_expression("C(i,j) = A(i,j)", {"A=csr", "C=csr"});
  const StatementFacts facts(kernel.kernel);
  for (std::int64_t number = 1; number <= 3; ++number) {
    const VerifyOutcome outcome =
        verify_case(kernel, interpreted(kernel, {number}), draw_case(kernel.kernel, facts, 1));
    CHECK(outcome.difference == "the kernel returned status 3");
  }
}

TEST_CASE("several kernels and their runners fit in one translation unit", "[compiler]") {
  const std::vector<CompiledKernel> kernels = {
      compile_expression("y(i) = A(i,j) * x(j)", {"A=csr"}, "spmv"),
      compile_expression("C(i,j) = A(i,j) + B(i,j)", {"A=csr", "B=csr", "C=csr"}, "add"),
      compile_expression("C(i,j) = A(i,j) * B(i,j)", {"A=coo", "B=csr", "C=csr"}, "mul")};
  clang_plugin::CompileOptions options;
  std::string text;
  for (std::size_t i = 0; i < kernels.size(); ++i)
    text += kernels[i].single_file + numbered_runner(kernels[i].runner, static_cast<int>(i));
  options.files = {{"batch.cpp", text}};
  options.arguments = {"-std=c++17", "-O1"};
  std::vector<clang_plugin::Message> messages;
  clang_plugin::Plugin* plugin = clang_plugin::find_plugin(nullptr);
  const auto loaded = plugin != nullptr ? plugin->load(options, &messages)
                                        : clang_plugin::load_with_compiler("g++", options, &messages);
  REQUIRE(loaded != nullptr);
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const VerifyOutcome outcome = verify_kernel(kernels[i], find_runner(*loaded, static_cast<int>(i)), {12, 100});
    CAPTURE(outcome.description);
    CHECK(outcome.difference == "");
    CHECK(outcome.cases == 12);
  }
}

TEST_CASE("cases are small, varied, and the same for the same seed") {
  const CompiledKernel compiled =
      compile_expression("D(i,k) = A(i,j) * B(j,k) * C(k,k)", {"A=csr", "C=csr", "D=dense"});
  const StatementFacts facts(compiled.kernel);
  std::set<std::int64_t> extents;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const RandomCase one = draw_case(compiled.kernel, facts, seed);
    const RandomCase two = draw_case(compiled.kernel, facts, seed);
    CHECK(one.extents == two.extents);
    CHECK(one.tensors.size() == 3);
    for (const auto& [index, extent] : one.extents) extents.insert(extent);
  }
  CHECK(extents.contains(0));
  CHECK(extents.contains(1));
  CHECK(*extents.rbegin() == 9);
  // An index takes the extent of another that occurs in the same mode of a tensor.
  const CompiledKernel square = compile_expression("D(i,k) = A(i,j) * A(j,k)", {});
  CHECK(StatementFacts(square.kernel).index_classes.size() == 1);
}

TEST_CASE("statements whose results may round are recognised") {
  const auto exact = [](const std::string& expression) {
    return StatementFacts(compile_expression(expression, {}).kernel).exact;
  };
  CHECK(exact("y(i) = 2*a(i) - relu(b(i)) + 0.25"));
  CHECK_FALSE(exact("y(i) = exp(a(i))"));
  CHECK_FALSE(exact("y(i) = a(i) / b(i)"));
  CHECK_FALSE(exact("y(i) = 0.1*a(i)"));
  CHECK_FALSE(exact("y(i) = 1000000*a(i)"));
}

TEST_CASE("a diagnostic as a line of JSON") {
  const Diagnostic diagnostic{Code::usage,
                              Severity::error,
                              "a \"quoted\"\tword \xc3\xa9 \xff",
                              {make_source("spec.json", "ab\n\xc3\xa9x"), {5, 6}},
                              "help"};
  CHECK(render_json(diagnostic) ==
        "{\"severity\": \"error\", \"code\": \"SC0801\", \"message\": \"a \\\"quoted\\\"\\u0009word \xc3\xa9 "
        "\\ufffd\", \"file\": \"spec.json\", \"line\": 2, \"column\": 2, \"help\": \"help\"}\n");
}
