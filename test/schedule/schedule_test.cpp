// Tests schedule commands, the choices of the scheduler, and the refusal of illegal schedules.
#include "ir/schedule.h"

#include <set>

#include "catch.h"
#include "front/reading.h"
#include "infer/infer_formats.h"
#include "schedule/alternatives.h"
#include "schedule/auto_schedule.h"
#include "schedule/choose/choose_contraction.h"
#include "schedule/transform/normalise.h"

namespace scorchc::schedule {
namespace {

struct Row {
  std::string expression;
  std::vector<std::string> formats;
  std::string loops;
};

Kernel kernel_of(const Row& row, const std::string& schedule = "auto") {
  front::Settings settings;
  settings.formats = row.formats;
  settings.schedule = schedule;
  Decisions decisions;
  Diagnostics warnings;
  return infer::infer_formats(front::kernel_of(row.expression, settings), decisions, warnings);
}

Scheduled schedule_of(const Row& row, const std::string& schedule = "auto") {
  Decisions decisions;
  return auto_schedule(kernel_of(row, schedule), decisions);
}

Commands parsed(const std::string& text) { return parse(make_source("--schedule", text)); }

TEST_CASE("the cheapest legal loop order is chosen") {
  const Row row = GENERATE(values<Row>({
      {"y(i)=A(i,j)*x(j)", {"A=csr"}, "reorder(i, j)"},
      {"y(i)=A(i,j)*x(j)", {"A=csc"}, "reorder(j, i)"},
      {"C(i,k)=A(i,j)*B(j,k)", {"A=csr"}, "reorder(i, k, j); parallelize(i); vectorize(k)"},
      {"M(i,r)=T(i,j,k)*B(j,r)*C(k,r)", {"T=csf", "M=dense"}, "reorder(i, r, j, k)"},
      {"D(i,j)=S(i,j)*X(i,k)*Y(k,j)", {"S=csr"}, "reorder(i, j, k)"},
  }));
  INFO(row.expression);
  const Scheduled scheduled = schedule_of(row);
  CHECK_THAT(print(scheduled.commands), ContainsSubstring(row.loops));
  CHECK(cin::verify(scheduled.program) == "");
}

TEST_CASE("the search is bounded by the number of priced plans") {
  struct Effort {
    Row row;
    std::size_t most;  // plans priced to find the contraction
  };
  const Effort effort = GENERATE(values<Effort>({
      {{"C(i,k)=A(i,j)*B(j,k)", {"A=csr"}, ""}, 0},
      {{"a(i)=B(i,j)*C(j,k)*D(k,l)*e(l)", {"B=csr", "C=csr", "D=csr"}, ""}, 150},
      {{"a(i)=B(i,j)*C(j,k)*D(k,l)*E(l,m)*F(m,n)*G(n,o)*H(o,p)*x(p)",
        {"B=csr", "C=csr", "D=csr", "E=csr", "F=csr", "G=csr", "H=csr"},
        ""},
       800},
      {{"A(i,q)=B(i,j)*C(j,k)*D(k,l)*E(l,m)*F(m,n)*G(n,o)*H(o,p)*I(p,q)",
        {"A=csr", "B=csr", "C=csr", "D=csr", "E=csr", "F=csr", "G=csr", "H=csr", "I=csr"},
        ""},
       1200},
      // Every group can be stored, and is regrouped itself.
      {{"z=A(i,j)*B(k,j)*C(k,l)*D(m,l)*E(m,n)*F(o,n)", {"A=csr", "B=csr", "D=dcsr"}, ""}, 2 * most_priced},
  }));
  INFO(effort.row.expression);
  Decisions decisions;
  CHECK(choose_contraction(normalise(kernel_of(effort.row)), {}, decisions).priced <= effort.most);
}

TEST_CASE("a printed schedule can be given back, and gives the same program") {
  const Row row = GENERATE(values<Row>({
      {"C(i,k)=A(i,j)*B(j,k)", {"A=csr"}, ""},
      {"C(i,j)=A(i,j)+B(i,j)", {"A=csc", "B=csc"}, ""},
      {"C(i,j)=A(i,j)+B(j,i)", {"A=csr", "B=csr", "C=dense"}, ""},
      {"C(i,j)=A(i,j)+B(j,i)", {"A=csr", "B=csr", "C=csr"}, ""},
      {"C(i,k)=A(i,j)*B(j,k)", {"A=csr", "B=csr", "C=csr"}, ""},
      {"D(i,l)=A(i,j)*B(j,k)*C(k,l)", {"A=csr", "B=csc", "C=csr", "D=dcsr"}, ""},
  }));
  const Scheduled first = schedule_of(row);
  const Scheduled second = schedule_of(row, print(first.commands));
  CHECK(print(second.commands) == print(first.commands));
  CHECK(cin::print(second.program) == cin::print(first.program));
}

TEST_CASE("a loop order that a format forbids is refused") {
  CHECK(front::outcome([] {
          schedule_of({"y(i)=A(i,j)*x(j)", {"A=csr"}, ""}, "reorder(j, i); convert(none)");
        }).starts_with("SC0231"));
  CHECK(front::outcome([] { schedule_of({"y(i)=A(i,j)*x(j)", {"A=csr"}, ""}, "reorder(i)"); }).starts_with("SC0231"));
}

/// A csr, B csc: no loop order is concordant with both.
Row sum_of_two_orders(const std::string& result) {
  return {"C(i,j)=A(i,j)+B(i,j)", {"A=csr", "B=csc", "C=" + result}, ""};
}

TEST_CASE("a discordant operand is converted") {
  const Scheduled scheduled = schedule_of(sum_of_two_orders("csr"));
  CHECK_THAT(print(scheduled.commands), ContainsSubstring("convert(B(i,j): i, j)"));
  const Scheduled other = schedule_of(sum_of_two_orders("csc"));
  CHECK_THAT(print(other.commands), ContainsSubstring("convert(A(i,j): j, i)"));
  for (const Scheduled* each : {&scheduled, &other}) {
    CHECK(cin::verify(each->program) == "");
    REQUIRE(each->program.split.temporaries.size() == 1);
    CHECK(each->program.body.as<cin::Where>() != nullptr);
  }
  // Two accesses of one tensor are two operands.
  const Scheduled both = schedule_of({"C(i,j)=A(i,j)*A(j,i)", {"A=csr", "C=csr"}, ""});
  CHECK(both.program.split.temporaries.size() == 1);
}

TEST_CASE("entries of a blocked operand are scattered into a result of rows, without a conversion") {
  const Scheduled copy = schedule_of({"C(i,j)=2*A(i,j)", {"A=bcsr4x4", "C=csc"}, ""});
  CHECK(cin::verify(copy.program) == "");
  CHECK(copy.program.split.temporaries.empty());
  // The loop within a block column is directly inside the loop over block columns, so each column's entries are
  // consecutive.
  CHECK(cin::print(copy.program.body).find("forall i_block\n  forall j_block\n    forall j_in") != std::string::npos);
  // A second operand must be intersected at the same coordinates; a full result has more entries than the operand.
  CHECK(schedule_of({"C(i,j)=A(i,j)*B(i,j)", {"A=bcsr4x4", "B=csr", "C=csr"}, ""}).program.body.as<cin::Where>());
  CHECK(schedule_of({"C(i,j)=exp(A(i,j))", {"A=bcsr4x4", "C=csr"}, ""}).program.body.as<cin::Where>());
}

TEST_CASE("blocks are assembled without a conversion if block rows or columns are in order") {
  const Scheduled copy = schedule_of({"C(i,j)=2*A(i,j)", {"A=csr", "C=bcsr4x4"}, ""});
  CHECK(cin::verify(copy.program) == "");
  CHECK(copy.program.split.temporaries.empty());
  CHECK(cin::print(copy.program.body).find("parallel forall i_block\n  forall i_in\n    forall j\n") !=
        std::string::npos);
  const auto loops_of = [](const char* format) {
    return cin::print(schedule_of({"C(i,j)=A(i,j)", {format, "C=bcsr4x4"}, ""}).program.body);
  };
  for (const char* format : {"A=dcsr", "A=coo"}) CHECK(loops_of(format).find("forall i\n  forall j\n") == 0);
  CHECK(loops_of("A=csc").find("forall j_block\n  forall j_in\n    forall i\n") == 0);
  CHECK(loops_of("A=dcsc").find("forall j\n  forall i\n") == 0);
  // Rows of other block sizes are located. Columns of other block sizes are walked as whole columns, unless a block of
  // the result spans several of them.
  CHECK(
      loops_of("A=bcsr2x2").find("parallel forall i_block\n  forall i_in\n    forall j_block2\n      forall j_in2\n") ==
      0);
  CHECK(loops_of("A=bcsc2x2").find("forall j_block2\n  forall i_block2\n    forall i_in2\n      forall j_in2\n") == 0);
  CHECK(loops_of("A=bcsc3x3").find("forall j_block2\n  forall j_in2\n    forall i_block2\n      forall i_in2\n") == 0);
  // Columns of the same block size are assembled as they are.
  const Scheduled whole = schedule_of({"C(i,j)=A(i,j)", {"A=bcsc4x4", "C=bcsr4x4"}, ""});
  CHECK(print(whole.commands).find("convert") == std::string::npos);
  CHECK(cin::print(whole.program.body).find("forall j_block\n  forall i_block\n") == 0);
}

TEST_CASE("a workspace holds blocks if sums have terms for whole blocks or for none") {
  const auto workspace_of = [](const char* statement, std::vector<std::string> formats, const char* schedule = "auto") {
    const Scheduled scheduled = schedule_of({statement, std::move(formats), ""}, schedule);
    const TensorDeclaration* workspace = scheduled.program.split.find("w");
    return workspace ? print_short(*workspace->format) : "none";
  };
  CHECK(workspace_of("C(i,k)=A(i,j)*B(j,k)", {"A=bcsr2x2", "B=bcsr2x3", "C=bcsr2x3"}) == "workspace,dense,dense");
  CHECK(workspace_of("C(i,k)=A(i,j)*B(j,k)", {"A=bcsr2x2", "B=csr", "C=bcsr2x3"}) == "workspace,dense,dense");
  const char* order =
      "convert(B_whole(j_block,j_in,k_block,k_in): j_block, j_in, k_block, k_in); reorder(i_block, j_block, j_in, "
      "k_block, i_in, k_in)";
  CHECK(workspace_of("C(i,k)=A(i,j)*B(j,k)*D(i,k)", {"A=bcsr2x2", "B=csr", "C=bcsr2x3"}, order) !=
        "workspace,dense,dense");
  CHECK(workspace_of("C(i,k)=A(i,j)*B(j,k)", {"A=csr", "B=csr", "C=csr"}) == "workspace");
}

TEST_CASE("loops that only move arrays are parallel only on request") {
  const auto is_parallel = [](const char* schedule, std::vector<std::string> formats) {
    return cin::print(schedule_of({"C(i,j)=A(i,j)", std::move(formats), ""}, schedule).program.body).find("parallel") ==
           0;
  };
  CHECK_FALSE(is_parallel("auto", {"A=csr", "C=csr"}));
  CHECK_FALSE(is_parallel("auto", {"A=dcsr", "C=csr"}));
  CHECK(is_parallel("parallelize(i)", {"A=csr", "C=csr"}));
  CHECK(is_parallel("auto", {"A=csr", "C=dense"}));
}

TEST_CASE("a result computed out of storage order uses a workspace") {
  const Scheduled scheduled = schedule_of({"C(i,k)=A(i,j)*B(j,k)", {"A=csr", "B=csr", "C=csr"}, ""});
  CHECK(print(scheduled.commands).find("convert") == std::string::npos);
  REQUIRE(scheduled.program.split.temporaries.size() == 1);
  CHECK(scheduled.program.split.temporaries[0].name == "w");
  CHECK(cin::verify(scheduled.program) == "");
}

TEST_CASE("illegal conversions are refused") {
  const std::string given = GENERATE("convert(A(j,i): i, j)", "convert(D(i,j): i, j)", "convert(A(i,j): i)",
                                     "convert(A(i,j): i, k)", "convert(C(i,j): j, i)", "convert(A(i,j): j, i, k)");
  INFO(given);
  CHECK(
      front::outcome([&] { schedule_of(sum_of_two_orders("csr"), given + "; reorder(i, j)"); }).starts_with("SC0231"));
}

TEST_CASE("an operand may be converted to its own order and back") {
  const Row row{"y(i)=A(i,j)*x(j)", {"A=csr"}, ""};
  for (const std::string commands : {"convert(A(i,j): i, j); reorder(i, j)", "convert(A(i,j): j, i); reorder(j, i)"}) {
    const Scheduled scheduled = schedule_of(row, commands);
    CHECK(cin::verify(scheduled.program) == "");
    CHECK_THAT(print(scheduled.commands), ContainsSubstring(commands));
  }
}

TEST_CASE("old spellings of commands are accepted") {
  CHECK(print(parsed("order(C: k, i)")) == "storage_order(C: k, i)");
  CHECK(print(parsed("split_statement()")) == "fission()");
  CHECK(print(parsed("split_statement(none)")) == "fission(none)");
  CHECK(print(parsed("protocol(w(j), j: clear)")) == "protocol(w(j), j: masked)");
}

TEST_CASE("commands print and parse") {
  const std::string text = GENERATE(
      "reorder(i, j, k)", "reorder(2: j, i)", "storage_order(C: k, i)", "fission()", "reorder()", "reorder(t: )",
      "parallelize(i)", "reorder(i, j); parallelize(i)", "convert(A(j,i): i, j)",
      "convert(A(i,j): j, i); convert(A(j,i): i, j); reorder(i, j)", "factor(k, l: C(j,k), D(k,l), s)",
      "split(k: 32); reorder(k_block, i, j, k_in)", "tile(i: 32, k: 64)", "tile(j: 1)", "fuse(i, j)", "unroll(j: 4)",
      "pack(B(j,k), k: 16)", "protocol(B(j,k), j: walk)", "workspace(w(j): array)", "workspace(w2(j,k): tuples)",
      "protocol(B(j,k), k: locate)", "protocol(x(j), j: gallop)", "prefetch(B(j,k): 24)", "prefetch(x(j): 8; always)",
      "assemble(C: one_pass)", "assemble(C: count)", "parallelize(i); parallelize(j)", "parallelize(i: iterations)",
      "reorder(t: j, k)", "precompute(t(j): C(j,k), d(k)); precompute(u: t(j), d(j)); reorder(t: j, k)",
      "precompute(t(j,l): C(j,k), D(k,l); sparse); reorder(t: j, k, l)", "precompute(t(j): d(j); dense)",
      "precompute(x_at(j): x(j); workspace)");
  CHECK(print(parsed(text)) == text);
  CHECK(parsed(print(parsed(text))) == parsed(text));
  CHECK(verify(parsed(text)) == "");
  CHECK(parsed("parallelize(i: work)") == parsed("parallelize(i)"));
}

TEST_CASE("a loop over a dense index becomes two") {
  const Row spmm{"C(i,k)=A(i,j)*B(j,k)", {"A=csr"}, ""};
  const Scheduled scheduled = schedule_of(spmm, "split(k: 32); reorder(k_block, i, j, k_in)");
  CHECK(cin::verify(scheduled.program) == "");
  CHECK_THAT(cin::print(scheduled.program.body), ContainsSubstring("C(i,k_block,k_in) += A(i,j) * B(j,k_block,k_in)"));
  // The rest of the schedule is chosen.
  CHECK_THAT(print(schedule_of(spmm, "split(k: 8)").commands), ContainsSubstring("reorder("));
  const std::string given = GENERATE("split(q: 4)", "split(i: 4)", "split(k: 0)", "split(k)", "split(k: many)");
  INFO(given);
  const std::string said =
      front::outcome([&] { schedule_of({"C(i,k)=A(i,j)*B(j,k)", {"A=csr", "C=csr"}, ""}, given); });
  CHECK((said.starts_with("SC0231") || said.starts_with("SC0230")));
}

TEST_CASE("loops over blocks of tiles are outermost") {
  const Row product{"C(i,k)=A(i,j)*B(j,k)", {}, ""};
  const Scheduled tiled = schedule_of(product, "tile(k: 64, i: 32)");
  CHECK(cin::verify(tiled.program) == "");
  CHECK_THAT(print(tiled.commands), ContainsSubstring("tile(k: 64, i: 32); reorder(k_block, i_block, "));
  CHECK(cin::print(schedule_of(product, print(tiled.commands)).program) == cin::print(tiled.program));
  for (const std::string given : {"tile(k: 4); split(k: 2)", "tile(k: 4); tile(i: 4)", "tile(k: 4, k: 2)", "tile(k)",
                                  "tile()", "tile(k: 4); reorder(i, k_block, k_in, j)"}) {
    INFO(given);
    const std::string said = front::outcome([&] { schedule_of(product, given); });
    CHECK((said.starts_with("SC0231") || said.starts_with("SC0230")));
  }
}

TEST_CASE("a dense product is tiled where an operand exceeds the cache") {
  const auto tiles_of = [](const std::string& expression, const std::vector<std::string>& dims,
                           const std::string& caches = {}) {
    front::Settings settings;
    settings.dims = dims;
    if (!caches.empty()) settings.caches = caches;
    Decisions decisions;
    Diagnostics warnings;
    const Scheduled scheduled =
        auto_schedule(infer::infer_formats(front::kernel_of(expression, settings), decisions, warnings), decisions);
    CHECK(cin::verify(scheduled.program) == "");
    const std::string text = print(scheduled.commands);
    return text.substr(0, text.find("; parallelize"));
  };
  const std::string product = "C(i,k)=A(i,j)*B(j,k)";
  CHECK(tiles_of(product, {"i=1000", "j=1000", "k=~1000"}) ==
        "split(k: 64); convert(B(j,k_block,k_in): k_block, j, k_in); reorder(k_block, i, k_in, j)");
  // There are more row blocks than lane blocks, so row blocks are outermost and run in parallel.
  CHECK(tiles_of(product, {"i=20000", "j=256", "k=256"}) ==
        "split(k: 64); split(i: 64); convert(B(j,k_block,k_in): k_block, j, k_in); reorder(i_block, k_block, i_in, "
        "k_in, j)");
  CHECK(tiles_of(product, {"i=1000", "j=1000", "k=1000"}, "L1=8M").starts_with("reorder"));
  CHECK(tiles_of("Y(a,c)+=W(b,c)*X(a,b)", {"a=256", "b=256", "c=256"}) ==
        "split(c: 64); convert(W(b,c_block,c_in): c_block, b, c_in); reorder(c_block, a, c_in, b)");
  // No tiles: the operand fits a cache, short rows, few rows, unknown sizes. Nor for two products, no sum, three
  // factors.
  CHECK(tiles_of(product, {"i=1000", "j=64", "k=128"}).starts_with("reorder"));
  CHECK(tiles_of(product, {"i=1000", "j=100000", "k=64"}).starts_with("reorder"));
  CHECK(tiles_of(product, {"i=63", "j=1000", "k=1000"}).starts_with("reorder"));
  CHECK(tiles_of(product, {}).starts_with("reorder"));
  const std::vector<std::string> large = {"i=512", "j=512", "k=512"};
  for (const char* const other :
       {"C(i,k)=A(i,j)*B(j,k)+D(i,j)*E(j,k)", "C(i,k)=max(j,A(i,j)*B(j,k))", "C(i,k)=A(i,j)*B(j,k)*D(j)"})
    CHECK(tiles_of(other, large).find("split") == std::string::npos);
  const std::string tiles = "split(k: 64); ", copy = "convert(B(j,k_block,k_in): k_block, j, k_in); ",
                    loops = "reorder(k_block, i, k_in, j)";
  for (const char* const around :
       {"C(i,k)=relu(A(i,j)*B(j,k)+b(k))", "C(i,k)=E(i,k)+A(j,i)*B(j,k)", "C(i,k)+=A(i,j)*B(j,k)+E(k,i)",
        "C(i,k)=sigmoid(A(i,j)*B(j,k))/r(i)", "C(i,k)+=relu(A(i,j)*B(j,k))", "C(i,k)=relu(A(i,j)*B(j,k))+C(i,k)"})
    CHECK(tiles_of(around, large) == tiles + copy + loops);
  CHECK(tiles_of("C(i,k)=2*A(i,j)*B(j,k)", large) == tiles + "factor(j: A(i,j), B(j,k_block,k_in)); " + copy + loops);
  CHECK(tiles_of("C(i,k)=A(i,j)*B(k,j)", large) == tiles + "convert(B(k_block,k_in,j): k_block, j, k_in); " + loops);
  CHECK(tiles_of("C(b,i,k)=relu(A(b,i,j)*B(b,j,k))", large) ==
        "split(k: 64); convert(B(b,j,k_block,k_in): b, k_block, j, k_in); reorder(b, k_block, i, k_in, j)");
}

TEST_CASE("fused loops become one loop with its own name") {
  const Scheduled sum = schedule_of({"C(i,j)=A(i,j)+B(i,j)", {}, ""}, "fuse(i, j)");
  CHECK(cin::verify(sum.program) == "");
  CHECK_THAT(print(sum.commands), ContainsSubstring("reorder(i, j); parallelize(i_j); vectorize(i_j)"));
  // x has no dimension as long as the fused loop.
  const Scheduled scaled = schedule_of({"C(i,j)=A(i,j)*x(i)", {}, ""}, "fuse(i, j)");
  CHECK_THAT(print(scaled.commands), ContainsSubstring("parallelize(i_j)") && !ContainsSubstring("vectorize"));
  const std::string inner =
      front::outcome([] { schedule_of({"C(i,j)=A(i,j)+B(i,j)", {}, ""}, "fuse(i, j); parallelize(i)"); });
  CHECK(inner.starts_with("SC0231"));
  for (const std::string given : {"fuse(i, i)", "fuse(i, j); fuse(j, k)", "fuse(i)"}) {
    INFO(given);
    const std::string said = front::outcome([&] { schedule_of({"C(i,j,k)=A(i,j,k)", {}, ""}, given); });
    CHECK((said.starts_with("SC0231") || said.starts_with("SC0230")));
  }
}

TEST_CASE("an unrolled loop is neither vectorised nor parallel") {
  CHECK_THAT(print(schedule_of({"y(i)=x(i)*z(i)", {}, ""}, "unroll(i: 4)").commands),
             !ContainsSubstring("vectorize") && !ContainsSubstring("parallelize"));
  for (const std::string given :
       {"reorder(i, j); unroll(i: 4)", "unroll(j: 1)", "unroll(j: 65)", "unroll(q: 4)", "unroll(j: 4); unroll(j: 8)"}) {
    INFO(given);
    const std::string said = front::outcome([&] { schedule_of({"y(i)=A(i,j)*x(j)", {"A=csr"}, ""}, given); });
    CHECK((said.starts_with("SC0231") || said.starts_with("SC0230")));
  }
}

TEST_CASE("alternatives of a schedule vary the protocols") {
  const auto others = [](const Row& row, const std::string& schedule) {
    std::set<std::string> found;
    for (const Commands& commands : with_other_protocols(kernel_of(row), parsed(schedule)))
      found.insert(print(commands));
    return found;
  };
  const Row equal = {"s = x(i) * y(i)", {"x=sv", "y=sv"}, ""};
  const std::set<std::string> each = {"reorder(i); protocol(x(i), i: gallop)", "reorder(i); protocol(x(i), i: locate)",
                                      "reorder(i); protocol(y(i), i: gallop)", "reorder(i); protocol(y(i), i: locate)"};
  CHECK(others(equal, "reorder(i)") == each);
  CHECK(others(equal, *each.begin()).empty());
  CHECK(others({"y(i) = A(i,j) * x(j)", {"A=csr"}, ""}, "reorder(i, j)").empty());
  // If a protocol would be chosen, one alternative is the schedule that walks instead.
  const std::set<std::string> long_list = others({"s = A(i,j) * y(j)", {"A=dcsr", "y=sv"}, ""}, "reorder(i, j)");
  CHECK(long_list.count("reorder(i, j); protocol(y(j), j: walk)") == 1);
}

TEST_CASE("alternatives of a schedule vary the storage of workspaces") {
  const Kernel rows = kernel_of({"C(i,j) = A(i,k) * B(k,j)", {"A=csr", "B=csr", "C=csr"}, ""});
  const std::vector<Commands> others = with_other_workspaces(rows, parsed("reorder(i, k, j)"));
  REQUIRE(others.size() == 1);
  CHECK(print(others[0]) == "reorder(i, k, j); workspace(w(j): tuples)");
  CHECK(with_other_workspaces(rows, others[0]).empty());
  CHECK(with_other_workspaces(kernel_of({"y(i) = A(i,j) * x(j)", {"A=csr"}, ""}), parsed("reorder(i, j)")).empty());
}

TEST_CASE("a loop order is chosen for precomputed products too") {
  const Row row{"y(i)=A(i,j)*B(j,k)*x(k)", {"A=csr", "B=csr"}, ""};
  CHECK_THAT(print(schedule_of(row, "precompute(t(j): B(j,k), x(k))").commands),
             ContainsSubstring("reorder(t: j, k); reorder(i, j)"));
}

TEST_CASE("a precomputed product is stored like a result") {
  const auto holder = [](const Row& row, const std::string& commands) {
    const Scheduled scheduled = schedule_of(row, commands);
    CHECK(cin::verify(scheduled.program) == "");
    return print_short(*scheduled.program.split.tensor("t").format);
  };
  const Row product{"Y(i,l)=A(i,j)*B(j,k)*C(k,l)", {"A=csr", "B=csr", "C=csr", "Y=dense"}, ""};
  CHECK(holder(product, "precompute(t(j,l): B(j,k), C(k,l))") == "dense,coordinate");
  CHECK(holder(product, "precompute(t(j,l): B(j,k), C(k,l); dense)") == "dense");
  const Row dense_factor{"Y(i,l)=A(i,j)*B(j,k)*C(k,l)", {"A=csr", "B=csr"}, ""};
  CHECK(holder(dense_factor, "precompute(t(j,l): B(j,k), C(k,l))") == "dense");
  CHECK(holder(dense_factor, "precompute(t(j,l): B(j,k), C(k,l); sparse)") == "dense,coordinate");
  const Row no_arrays{"Y(i,l)=A(i,j)*B(j,k)*C(k,l)", {"A=coo", "B=dcsr", "C=coo", "Y=coo"}, ""};
  CHECK(holder(no_arrays, "precompute(t(j,l): B(j,k), C(k,l))") == "coo");
  const Row vector{"y(i)=A(i,j)*B(j,k)*x(k)", {"A=csr", "B=dcsr"}, ""};
  CHECK(holder(vector, "precompute(t(j): B(j,k), x(k))") == "dense");
}

TEST_CASE("precomputed rows are filled in parallel but tuples are not") {
  const Row rows{"Y(i,l)=A(i,j)*B(j,k)*C(k,l)", {"A=csr", "B=csr", "C=csr"}, ""};
  CHECK_THAT(print(schedule_of(rows, "precompute(t(j,l): B(j,k), C(k,l))").commands),
             ContainsSubstring("parallelize(j)"));
  CHECK_THAT(print(schedule_of(rows, "precompute(t(l,j): B(j,k), C(k,l))").commands),
             !ContainsSubstring("parallelize(j)"));
  const Row tuples{"Y(i,l)=A(i,j)*B(j,k)*C(k,l)", {"A=csr", "B=dcsr", "C=dcsr"}, ""};
  CHECK_THAT(print(schedule_of(tuples, "precompute(t(j,l): B(j,k), C(k,l))").commands),
             !ContainsSubstring("parallelize(j)"));
}

TEST_CASE("a malformed schedule is refused with its location") {
  const std::string text = GENERATE(
      "reorder", "reorder(", "reorder(i,,j)", "storage_order(i, j)", "unroll!", "reorder(i) x", "parallelize()",
      "fly(i)", "convert(A: i, j)", "convert(A(i,j))", "convert(A(i,j): )", "convert(A(): i)", "convert((i,j): i, j)",
      "convert(A(i,j): i, j", "convert(A(i,j) i, j)", "factor(k)", "factor(: d(k))", "factor(k: )", "factor(k: d(k),)",
      "precompute(t(j))", "precompute(: d(k))", "precompute(t(j): d(k)", "precompute(t(j): d(k); csr)",
      "precompute(t(j): d(k); )", "precompute(t(j): d(k); sparse", "reorder(t: ,i)", "reorder(0: i)", "reorder(2x: i)",
      "prefetch(B(j,k))", "prefetch(B(j,k): 0)", "prefetch(B(j,k): 1025)", "prefetch(B(j,k): 8; never)",
      "prefetch(B(j,k): 8;)", "assemble(C)", "assemble(C: two_pass)", "assemble(C: count; always)", "pack(B(j,k))",
      "pack(B(j,k), k)", "pack(B(j,k), k: 0)", "pack(B(j,k): 16)", "protocol(B(j,k))", "protocol(B(j,k): walk)",
      "protocol(B(j,k), j)", "protocol(B(j,k), j: skip)", "protocol(B(j,k), j: )", "workspace(w(j))",
      "workspace(w(j): )", "workspace(w(j): hash)", "parallelize(i:)", "parallelize(i: rows)");
  INFO(text);
  CHECK(front::outcome([&] { parsed(text); }).starts_with("SC0230"));
}

TEST_CASE("two commands must not set the same property") {
  CHECK(verify(parsed("reorder(i, i)")) != "");
  CHECK(verify(parsed("reorder(i, j); reorder(j, i)")) != "");
  CHECK(verify(parsed("convert(A(i,j): i, i)")) != "");
  CHECK(verify(parsed("convert(A(i,j): i, j); convert(A(i,j): j, i)")) != "");
  CHECK(verify(parsed("protocol(A(i,j), j: walk); protocol(A(i,j), j: locate)")) != "");
  CHECK(verify(parsed("protocol(A(i,j), i: walk); protocol(A(i,j), j: locate)")) == "");
  CHECK(verify(parsed("workspace(w(j): array); workspace(w(j): tuples)")) != "");
  CHECK(verify(parsed("pack(B(j,k), k: 4); pack(B(j,k), k: 8)")) != "");
  CHECK(verify(parsed("precompute(t(j): C(j,k), d(k)); precompute(t(k): C(j,k), b(j))")) != "");
  CHECK(verify(parsed("reorder(t: j, k); reorder(t: k, j)")) != "");
  CHECK(verify(parsed("reorder(t: j, k); reorder(u: j, k); reorder(j, k)")) == "");
}

}  // namespace
}  // namespace scorchc::schedule
