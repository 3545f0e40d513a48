// The group of passes that is repeated until nothing changes.
#include "catch.h"
#include "front/reading.h"
#include "infer/infer_formats.h"
#include "looped.h"
#include "lower/lower.h"
#include "schedule/auto_schedule.h"

namespace scorchc::passes {
namespace {

struct Row {
  std::string expression;
  std::vector<std::string> formats;
};

loop::Module lowered(const Row& row) {
  front::Settings settings;
  settings.formats = row.formats;
  Decisions decisions;
  Diagnostics warnings;
  const schedule::Scheduled scheduled = schedule::auto_schedule(
      infer::infer_formats(front::kernel_of(row.expression, settings), decisions, warnings), decisions);
  return lower::lower(scheduled.program, scheduled.commands, decisions);
}

TEST_CASE("simplify ends at a fixed point that verifies") {
  const Row row = GENERATE(values<Row>({
      {"y(i)=A(i,j)*x(j)", {"A=csr"}},
      {"C(i,j)=A(i,j)+B(i,j)", {"A=csr", "B=dcsr"}},
      {"C(i,j)=A(i,j)*2", {"A=coo"}},
      {"T(i,j,k)=A(i,j,k)*B(i,j,k)", {"A=csf", "B=coo"}},
      {"y(i)=A(i,j)+B(i,j)+D(i,j)+E(i,j)+F(i,j)+G(i,j)+H(i,j)+K(i,j)+L(i,j)",
       {"A=csr", "B=csr", "D=csr", "E=csr", "F=csr", "G=csr", "H=csr", "K=csr", "L=csr"}},
      {"C(i,j)=A(i,j)+B(i,j)+D(i,j)+E(i,j)", {"A=dcsr", "B=csr", "D=coo", "E=dcsr"}},
  }));
  INFO(row.expression);
  const loop::Module once = simplified(lowered(row));
  CHECK(loop::verify(once) == "");
  CHECK(loop::print(simplified(once)) == loop::print(once));
}

TEST_CASE("variables that are never read are removed") {
  loop::Module module = lowered({"y(i)=A(i,j)*x(j)", {"A=csr"}});
  const std::string before = loop::print(simplified(module));
  loop::Block& body = module.functions[0].body;
  body.insert(body.end() - 1, loop::Declare{"unused", loop::integer(3), true});
  body.insert(body.end() - 1, loop::For{"n", loop::integer(0), loop::integer(9), {loop::Comment{"nothing"}}});
  CHECK(loop::print(simplified(module)) == before);
}

TEST_CASE("a dead loop over a table is removed with its table") {
  loop::Module module = lowered({"y(i)=A(i,j)*x(j)", {"A=csr"}});
  const std::string before = loop::print(simplified(module));
  const std::vector<loop::Table::Column> columns{{"vals", loop::Type::f32, true}};
  const loop::Stmt read = loop::Declare{"first", loop::load("vals", loop::Type::f32, loop::integer(0))};
  loop::Block& body = module.functions[0].body;
  body.insert(body.end() - 1,
              loop::Table{"operands", columns, {{loop::Field{"A", "A_vals"}}, {loop::Field{"x", "x_vals"}}}});
  body.insert(body.end() - 1, loop::ForEach{"operands", columns, {read}});
  CHECK(loop::print(simplified(module)) == before);
}

TEST_CASE("variables that only dead code reads are removed") {
  loop::Module module = lowered({"y(i)=A(i,j)*x(j)", {"A=csr"}});
  const std::string before = loop::print(simplified(module));
  loop::Block& body = module.functions[0].body;
  const auto add = [&](loop::Stmt stmt) { body.insert(body.end() - 1, std::move(stmt)); };
  const auto read = [](const std::string& name) { return loop::index_variable(name); };
  add(loop::Declare{"first", loop::integer(3), false});
  add(loop::Declare{"flag", loop::less(read("first"), loop::integer(4)), false});
  add(loop::Declare{"count", loop::integer(0), true});
  add(loop::For{"n",
                read("first"),
                loop::integer(9),
                {loop::If{{loop::flag_variable("flag")},
                          {{loop::Assign{"count", loop::Update::set, loop::add(read("count"), read("n"))}}}}}});
  CHECK(loop::verify(module) == "");
  CHECK(loop::print(simplified(module)) == before);
}

}  // namespace
}  // namespace scorchc::passes
