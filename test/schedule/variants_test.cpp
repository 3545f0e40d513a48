// Tests variants: plans for operands of unexpected sizes, and the conditions that select them.
#include <set>

#include "catch.h"
#include "front/reading.h"
#include "infer/infer_formats.h"
#include "schedule/auto_schedule.h"
#include "schedule/transform/normalise.h"
#include "schedule/variants/choose_variants.h"

namespace scorchc::schedule {
namespace {

struct Statement {
  std::string expression;
  std::vector<std::string> formats;
  std::vector<std::string> nnz = {}, dims = {};
};

Kernel kernel_of(const Statement& statement, const std::string& schedule = "auto") {
  front::Settings settings;
  settings.formats = statement.formats;
  settings.nnz = statement.nnz;
  settings.dims = statement.dims;
  settings.schedule = schedule;
  Decisions decisions;
  Diagnostics warnings;
  return infer::infer_formats(front::kernel_of(statement.expression, settings), decisions, warnings);
}

Scheduled schedule_of(const Statement& statement, const std::string& schedule = "auto") {
  Decisions decisions;
  return auto_schedule(kernel_of(statement, schedule), decisions);
}

Diagnostic refusal(const Statement& statement, const std::string& schedule) {
  try {
    schedule_of(statement, schedule);
  } catch (const Failure& failure) {
    return failure.diagnostic();
  }
  return {Code::internal_error, Severity::error, "nothing was refused", {}, {}};
}

const Statement two_matrices{"y(i)=A(i,j)*(B(j,k)*x(k))", {"A=csr"}};

TEST_CASE("a variant is chosen if the best plan depends on the operands") {
  struct Expected {
    Statement statement;
    std::string when, plan;
  };
  const Expected expected = GENERATE(values<Expected>({
      {two_matrices, "variant(nnz(A) < j / 4)", "factor(k: B(j,k), x(k)); reorder(i, j, k)"},
      {{"D(i,l)=A(i,j)*B(j,k)*C(k,l)", {}}, "variant(l < k and l / 2 < i)", "precompute(B_C(j,l): B(j,k), C(k,l))"},
      {{"C(i,k)=A(i,j)*B(k,j)", {"A=csr"}}, "variant(nnz(A) < j / 4)", "reorder(i, j, k)"},
      {{"C(i,j)=S(i,j)*A(i,k)*B(k,j)", {"S=csr", "C=csr"}}, "variant(nnz(S) < j / 4)", "reorder(i, j, k)"},
  }));
  INFO(expected.statement.expression);
  const Scheduled scheduled = schedule_of(expected.statement);
  REQUIRE(scheduled.variants.size() == 1);
  const std::vector<PlanCommands> plans = plans_of(scheduled.commands);
  CHECK(print(Command(plans[1].when)) == expected.when);
  CHECK_THAT(print(plans[1].commands), ContainsSubstring(expected.plan));
  CHECK(print(plans[1].commands) != print(plans[0].commands));
  CHECK(cin::verify(scheduled.variants[0].program) == "");
}

TEST_CASE("other loops may be best if an array holds the sums") {
  Kernel kernel = kernel_of({"C(i,j)=A(i,k)*B(k,j)", {"A=coo", "B=coo", "C=coo"}, {"A=20000", "B=20000"}});
  for (auto& [name, index] : kernel.indices) index.hint = 5000;
  Decisions decisions;
  const std::vector<PlanCommands> plans = plans_of(auto_schedule(kernel, decisions).commands);
  REQUIRE(plans.size() == 2);
  CHECK_THAT(print(plans[0].commands), ContainsSubstring("reorder(k, i, j)"));
  CHECK(print(Command(plans[1].when)) == "variant(j < nnz(A) and j < nnz(B))");
  CHECK_THAT(print(plans[1].commands), ContainsSubstring("reorder(i, k, j); workspace(w(j): array)"));
}

TEST_CASE("a plan that is best for all operands has no variants") {
  const Statement statement = GENERATE(values<Statement>({
      {"y(i)=A(i,j)*x(j)", {"A=csr"}},
      {"C(i,k)=A(i,j)*B(j,k)", {"A=csr"}},
      {"D(i,j)=S(i,j)*X(i,k)*Y(j,k)", {"S=csr", "D=csr"}},
      {"C(i,j)=A(i,j)+B(i,j)", {"A=csr", "B=csr", "C=csr"}},
      {"C(i,j)=A(i,k)*B(k,j)", {"A=csr", "B=csr", "C=csr"}},
      {"C(i,j)=A(i,k)*B(k,j)", {}},
      {"C(i,j)=x(i)*y(j)", {}},
      {"M(i,r)=T(i,j,k)*B(j,r)*C(k,r)", {"T=csf"}},
      {"C(i,l)=A(i,j)*X(j,k)*W(k,l)", {"A=csr"}, {"A=1e6"}, {"k=~256", "l=~16"}},
  }));
  INFO(statement.expression);
  CHECK(schedule_of(statement).variants.empty());
}

TEST_CASE("explicit commands and hints suppress variants") {
  Statement hinted = two_matrices;
  hinted.nnz = {"A=1e6"};
  CHECK(schedule_of(hinted).variants.empty());
  CHECK(schedule_of(two_matrices, "reorder(i, j, k)").variants.empty());
  CHECK(schedule_of(two_matrices, "none").variants.empty());
  const Scheduled single = schedule_of(two_matrices, "variant(none)");
  CHECK(single.variants.empty());
  CHECK(print(single.commands) == print(plans_of(schedule_of(two_matrices).commands)[0].commands));
}

TEST_CASE("printed plans can be given back, and give the same programs") {
  const Statement statement = GENERATE(values<Statement>({
      two_matrices,
      {"C(i,l)=A(i,j)*X(j,k)*W(k,l)", {"A=dcsr"}},  // the order of the result's levels is open
      {"C(i,j)=A(i,k)*B(k,j)", {"A=csc", "B=csr", "C=csr"}},
  }));
  const Scheduled first = schedule_of(statement);
  REQUIRE(first.variants.size() == 1);
  const Scheduled second = schedule_of(statement, print(first.commands));
  CHECK(print(second.commands) == print(first.commands));
  CHECK(cin::print(second.program) == cin::print(first.program));
  REQUIRE(second.variants.size() == 1);
  CHECK(cin::print(second.variants[0].program) == cin::print(first.variants[0].program));
}

TEST_CASE("all plans store the result in one order") {
  const Scheduled scheduled =
      schedule_of({"C(i,j)=A(i,j)+B(i,j)", {"A=csc", "B=csc"}},
                  "storage_order(C: j, i); variant(nnz(A) < j / 8); reorder(j, i); parallelize(none)");
  REQUIRE(scheduled.variants.size() == 1);
  CHECK(scheduled.variants[0].program.kernel.result().format == scheduled.program.kernel.result().format);
}

TEST_CASE("a variant with the loops of the default plan is dropped") {
  const Scheduled scheduled = schedule_of({"C(i,j)=A(i,j)+B(i,j)", {"A=csr", "B=csr"}}, "variant(nnz(A) < j / 8)");
  CHECK(scheduled.variants.empty());
  CHECK(print(scheduled.commands).find("variant") == std::string::npos);
}

TEST_CASE("the plan at the expected sizes is the variant that would run") {
  const Commands all = schedule_of(two_matrices).commands;
  const auto at = [&](const std::string& nnz) {
    Statement hinted = two_matrices;
    hinted.nnz = {"A=" + nnz};
    return commands_at_expected_sizes(normalise(kernel_of(hinted)), all);
  };
  CHECK(at("24999") == plans_of(all)[1].commands);
  CHECK(at("25000") == plans_of(all)[0].commands);
}

TEST_CASE("fixed extents give neither conditions nor variants") {
  Statement given{"C(i,l)=A(i,j)*X(j,k)*W(k,l)", {"A=csr"}};
  const auto has_condition_of = [](const Scheduled& scheduled, const std::string& text) {
    return print(scheduled.commands).find(text) != std::string::npos;
  };
  CHECK(has_condition_of(schedule_of(given), "variant(l < k"));
  given.dims = {"k=~256"};
  CHECK_FALSE(has_condition_of(schedule_of(given), "variant(l < k"));
  given.dims = {"k=256", "l=16"};
  CHECK_FALSE(has_condition_of(schedule_of(given), "variant(l < k"));
  CHECK(refusal(given, "variant(l < k)").message.ends_with("a condition has the same value in every call"));
}

TEST_CASE("a typo in a condition gets a suggestion") {
  const auto help = [](const std::string& schedule) {
    return refusal({"y(row)=Abc(row,col)*x(col)", {"Abc=csr"}}, schedule).help;
  };
  CHECK(help("variant(nnz(Abd) < row)") == "did you mean `Abc`?");
  CHECK(help("variant(rows < col)") == "did you mean `row`?");
  CHECK(help("variant(nnz(Abc) / rov < col)") == "did you mean `row`?");
}

TEST_CASE("variants print and parse") {
  const std::string text = GENERATE(
      "variant(none)", "reorder(i, j); variant(nnz(A) < i); reorder(j, i)", "variant(nnz(A) / i > j / 128)",
      "variant(nnz(A) / i / j > k)", "variant(nnz(A) < i / 8 and nnz(B) < k / 8); parallelize(i)",
      "parallelize(i); variant(nnz(A) < i / 8); parallelize(i); variant(nnz(A) < i); parallelize(i)", "variant(l < k)",
      "variant(l > k / 2)", "variant(k < 16 and i / j / 3 > l / 8)", "variant(16 > k)", "variant(nnz(A) < nnz(B) / 8)",
      "variant(nnz < none)", "variant(none < nnz and nnz(nnz) / nnz > none)", "variant(k < 4611686018427387904)");
  const Commands commands = parse(make_source("--schedule", text));
  CHECK(print(commands) == text);
  CHECK(verify(commands) == "");
}

TEST_CASE("a malformed variant is refused with its location") {
  const std::string text = GENERATE(
      "variant()", "variant(A)", "variant(nnz)", "variant(nnz(A))", "variant(nnz(A) = i)", "variant(nnz(A) < )",
      "variant(nnz(A) < i / 0)", "variant(nnz(A) < i / 2 / j)", "variant(nnz(A) / 2 < i", "variant(l < )",
      "variant(< l)", "variant(l)", "variant(l <= k)", "variant(l < k * 2)", "variant(l < -1)", "variant(8 / l < k)",
      "variant(8l < k)", "variant(k < 4611686018427387905)", "variant(l < nnz())",

      "variant(nnz(A) < i or nnz(B) < i)", "variant(nnz(A) < i and)", "variant(none, none)");
  INFO(text);
  CHECK(front::outcome([&] { parse(make_source("--schedule", text)); }).starts_with("SC0230"));
}

TEST_CASE("a variant that cannot be distinguished is refused") {
  const std::string schedule = GENERATE(
      "variant(nnz(x) < k)", "variant(nnz(y) < i)", "variant(nnz(D) < i)", "variant(nnz(A) < l)",
      "variant(nnz(A) / l < i)", "variant(i < i)", "variant(i < l)", "variant(3 > 4)", "variant(nnz(A) < nnz(x))",
      "variant(nnz(A) < i); variant(nnz(A) < i)", "variant(none); variant(nnz(A) < i)",
      "variant(nnz(A) < i); variant(nnz(A) < j); variant(nnz(B) < j); variant(nnz(B) < k)",
      "variant(nnz(A) < i); reorder(j, i, k); convert(none)",
      "variant(nnz(A) < i); reorder(i, j, k); reorder(i, k, j)");
  INFO(schedule);
  const Statement two_sparse{two_matrices.expression, {"A=csr", "B=csr"}};
  CHECK(front::outcome([&] { schedule_of(two_sparse, schedule); }).starts_with("SC0231"));
}

}  // namespace
}  // namespace scorchc::schedule
