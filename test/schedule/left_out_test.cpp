// Tests schedules in which commands make or exclude one choice, and the rest is chosen.
#include "catch.h"
#include "front/reading.h"
#include "infer/infer_formats.h"
#include "schedule/auto_schedule.h"

namespace scorchc::schedule {
namespace {

struct Statement {
  std::string expression;
  std::vector<std::string> formats;
  std::vector<std::string> dims = {};
};

std::string chosen(const Statement& statement, const std::string& schedule) {
  front::Settings settings;
  settings.formats = statement.formats;
  settings.dims = statement.dims;
  settings.schedule = schedule;
  Decisions decisions;
  Diagnostics warnings;
  return print(
      auto_schedule(infer::infer_formats(front::kernel_of(statement.expression, settings), decisions, warnings),
                    decisions)
          .commands);
}

// The message with which a schedule is refused.
std::string refusal(const Statement& statement, const std::string& schedule) {
  try {
    chosen(statement, schedule);
  } catch (const Failure& failure) {
    return failure.diagnostic().message;
  }
  return "not refused";
}

std::string refused(const Statement& statement, const std::string& schedule) {
  return front::outcome([&] { chosen(statement, schedule); });
}

const Statement gcn{"Y(i,l)=A(i,j)*X(j,k)*W(k,l)", {"A=csr"}};
const Statement dense_product{"C(i,j)=A(i,k)*B(k,j)", {}, {"i=1000", "j=1000", "k=1000"}};
const Statement known_columns{"C(i,j)=A(i,k)*B(k,j)", {"A=dcsr", "B=dcsr", "C=dcsr"}, {"j=100000"}};
const Statement transposed_sum{"C(i,j)=A(i,j)+B(j,i)", {"A=csr", "B=csr", "C=dense"}};

TEST_CASE("an excluded choice is not made and all others are") {
  struct Case {
    Statement statement;
    std::string leaves_out, absent;
    std::vector<std::string> present;
  };
  const Case each = GENERATE(values<Case>({
      {gcn, "vectorize(none)", "vectorize(l", {"parallelize(i)"}},
      {gcn, "prefetch(none)", "prefetch(X", {"precompute(A_X", "vectorize(l)", "parallelize(i)"}},
      {gcn, "parallelize(none)", "parallelize(i", {"precompute(A_X", "vectorize(l)", "prefetch(X(j,k): 8)"}},
      {gcn, "precompute(none)", "precompute(A_X", {"factor(j: A(i,j), X(j,k))", "parallelize(i)"}},
      {gcn, "precompute(none); factor(none)", "A_X", {"reorder(i, l, j, k)", "vectorize(l)"}},
      {dense_product, "tile(none)", "split(j", {"reorder(i, j, k)", "vectorize(j)"}},
      {dense_product, "convert(none)", "convert(B", {"reorder(i, j, k)", "vectorize(j)"}},
      {dense_product, "vectorize(none)", "vectorize(j", {"split(j: 64)", "parallelize(j_block)"}},
      {transposed_sum, "fission(none)", "fission()", {"convert(B(j,i): i, j)", "parallelize(i)"}},
      {{"C(i,k)=A(i,j)*B(j,k)", {"A=csr", "B=csc"}},
       "convert(none)",
       "convert(B",
       {"reorder(i, k, j)", "parallelize(i)"}},
      {known_columns, "workspace(none)", "workspace(w", {"reorder(i, k, j)", "parallelize(i)"}},
      {{"y(i)=A(i,j)*x(j)", {"A=csr", "x=sv"}}, "protocol(none)", "protocol(x", {"parallelize(i)"}},
  }));
  INFO(each.leaves_out);
  const std::string commands = chosen(each.statement, each.leaves_out);
  INFO(commands);
  CHECK(chosen(each.statement, "auto").find(each.absent) != std::string::npos);
  CHECK(commands.find(each.leaves_out) != std::string::npos);
  CHECK(commands.find(each.absent) == std::string::npos);
  for (const std::string& present : each.present) CHECK(commands.find(present) != std::string::npos);
  CHECK(chosen(each.statement, commands) == commands);
}

TEST_CASE("exclusions do not prevent fission of addends") {
  CHECK(chosen(transposed_sum, "prefetch(none)") == "prefetch(none); " + chosen(transposed_sum, "auto"));
  CHECK(chosen(transposed_sum, "vectorize(none); parallelize(none)") ==
        "vectorize(none); parallelize(none); fission(); reorder(i, j); reorder(2: j, i)");
}

TEST_CASE("a necessary conversion cannot be excluded") {
  CHECK(refused({"C(i,j)=A(i,j)+B(j,i)", {"A=csr", "B=csr", "C=csr"}}, "convert(none)").starts_with("SC0231"));
  CHECK(refused({"s=A(i,j)*B(i,j)", {"A=csr", "B=csc"}}, "convert(none)").starts_with("SC0231"));
  CHECK(refused({"C(i,j)=C(j,i)", {"C=dense"}}, "convert(none)").starts_with("SC0231"));
}

TEST_CASE("loop annotations do not prevent fission of addends") {
  const std::string apart = "fission(); reorder(i, j); reorder(2: j, i)";
  CHECK(chosen(transposed_sum, "parallelize(j)") == "parallelize(j); " + apart);
  CHECK(chosen(transposed_sum, "protocol(none)").starts_with("protocol(none); " + apart));
}

TEST_CASE("products are regrouped if a command needs it and with split indices", "[compiler]") {
  const Statement two_products{"y(i)=A(i,j)*B(j,k)*x(k)", {"A=csr", "B=csr"}};
  for (const char* command : {"vectorize(j)", "parallelize(j)", "unroll(j: 4)"})
    CHECK(chosen(two_products, command).starts_with(std::string(command) + "; precompute(B_x(j): B(j,k), x(k))"));
  CHECK(refused(two_products, "parallelize(k)").starts_with("SC0231"));
  CHECK(chosen(gcn, "split(i: 8)").find("precompute(A_X(i_block,i_in,k)") != std::string::npos);
  CHECK(chosen(gcn, "split(k: 8)").find("W(k_block,k_in,l)") != std::string::npos);
  for (const char* command : {"split(i: 8)", "split(j: 8)", "split(k: 8)", "tile(l: 8)"})
    CHECK(chosen(gcn, chosen(gcn, command)) == chosen(gcn, command));
}

TEST_CASE("an explicit loop order converts exactly the discordant operands") {
  const Statement product{"y(i)=A(i,j)*x(j)", {"A=csr"}};
  CHECK(chosen(product, "reorder(j, i)") == "reorder(j, i); convert(A(i,j): j, i); parallelize(i)");
  CHECK(chosen(product, "reorder(i, j)").find("convert") == std::string::npos);
  CHECK(refused(product, "reorder(j, i); convert(none)").starts_with("SC0231"));
  CHECK(refused({"C(i,j)=A(i,j)+B(i,j)", {"A=dcsr", "B=dcsr", "C=dcsc"}}, "reorder(i, j)").starts_with("SC0231"));
  CHECK(chosen(transposed_sum, "fission(); reorder(i, j); reorder(2: i, j)").find("convert(B(j,i): i, j)") !=
        std::string::npos);
  const Statement formed{"a(i)=B(i,j)*C(j,k)*d(k)", {"B=csr", "C=csr"}};
  CHECK(chosen(formed, "precompute(t(j): C(j,k), d(k)); reorder(t: k, j); reorder(i, j)")
            .find("convert(t: C(j,k): k, j)") != std::string::npos);
}

TEST_CASE("a loop order with fewer loops applies to the regrouped statement") {
  CHECK(chosen({"y(i)=A(i,j)*B(j,k)*x(k)", {"A=csr", "B=csr"}}, "reorder(i, j)").find("precompute(B_x(j)") !=
        std::string::npos);
  CHECK(chosen(gcn, "reorder(i, k, l)").find("precompute(A_X(i,k)") != std::string::npos);
  CHECK(chosen(gcn, "reorder(i, j, l)").find("precompute(X_W(j,l)") != std::string::npos);
  CHECK(refused(gcn, "reorder(i, l)").starts_with("SC0231"));
  CHECK(refused(gcn, "reorder(i, k, l); precompute(none)").starts_with("SC0231"));
}

TEST_CASE("of several reasons a refusal names one about a command") {
  const Statement product{"C(i,k)=A(i,j)*B(j,k)", {"A=csr", "B=csr", "C=csr"}};
  CHECK_THAT(refusal(product, "convert(A(i,j): j, i); vectorize(j)"),
             Catch::StartsWith("`vectorize(j)` cannot be applied"));
  // Discordant operands would be converted; the reported reason is what remains.
  CHECK(refusal(product, "workspace(w(k): array); reorder(j, i, k)") ==
        "`workspace(w(k): array)` cannot be applied: the loops have these workspaces: `w(i,k)`");
  CHECK(refusal({"D(i,j)=Z(i,j)+Y(i,j)", {"D=dcsr", "Z=dcsr", "Y=dcsr"}}, "reorder(j, i)") ==
        "`reorder(j, i)` cannot be applied: the format of `D` needs the loop over `i` outside the loop over `j`");
  CHECK(refusal({"D(i,j)=Z(i,j)+Y(i,j)", {"D=dcsr", "Z=dcsr", "Y=dcsr"}}, "reorder(j, i); convert(none)") ==
        "`reorder(j, i)` cannot be applied: the format of `Z` needs the loop over `i` outside the loop over `j`");
}

TEST_CASE("tiles are chosen if loop annotations remain valid") {
  CHECK(chosen(dense_product, "unroll(k: 2)").starts_with("split(j: 64)"));
  CHECK_FALSE(chosen(dense_product, "parallelize(i)").find("split(") != std::string::npos);
}

TEST_CASE("conversions apply to the addends that read the operand") {
  const Statement sum{"y(i)=A(i,j)*x(j)+B(i,j)*x(j)", {"A=csc", "B=csr"}};
  CHECK_THAT(chosen(sum, "fission(); convert(A(i,j): i, j)"), ContainsSubstring("reorder(i, j); reorder(2: i, j2)"));
  // The copy of the old result is a conversion, too.
  CHECK_THAT(chosen({"C(i,j)=C(j,i)+A(i,j)", {"A=csr"}}, "fission()"), ContainsSubstring("convert(C(j,i): j, i)"));
}

TEST_CASE("fission by command leaves open loop orders to the scheduler") {
  CHECK(chosen(transposed_sum, "fission()") == chosen(transposed_sum, "auto"));
  CHECK(chosen(transposed_sum, "fission(); reorder(i, j)").find("reorder(2: j, i)") != std::string::npos);
}

TEST_CASE("a choice cannot be both excluded and requested") {
  CHECK(refused(gcn, "vectorize(none); vectorize(l)").starts_with("SC0231"));
  CHECK(refused(gcn, "prefetch(X(j,k): 24); prefetch(none)").starts_with("SC0231"));
  CHECK(refused(gcn, "vectorize(none); vectorize(none)").starts_with("SC0231"));
  // Loop orders cannot be excluded.
  CHECK(refused(gcn, "reorder(none)").starts_with("SC0231"));
}

TEST_CASE("a command may go on in the next line, and a line may end it") {
  const std::string broken = "reorder(i,\n  l, j,\r\n k)\nparallelize(i);\nvectorize(\nl)";
  CHECK(print(parse(make_source("--schedule", broken))) == "reorder(i, l, j, k); parallelize(i); vectorize(l)");
  CHECK(front::outcome([] { parse(make_source("--schedule", "reorder\n(i, j)")); }).starts_with("SC0230"));
}

}  // namespace
}  // namespace scorchc::schedule
