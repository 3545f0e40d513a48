#include "catch.h"
#include "front/reading.h"
#include "ir/cin.h"
#include "ir/loop.h"

namespace scorchc {
namespace {

TEST_CASE("printed text parses back") {
  const std::string text = GENERATE(
      "y(i) = sum(j, A(i,j) * x(j))", "s += -a * (b - 2) / 0.5", "C(i,j) = relu(A(i,j) - B(j,i)) + max(x(i), 3)",
      "y(i) max= A(i,i)", "y(i) = a(i) - (b(i) - c(i)) * 1e-07", "y(i) = -100000000000000000000 * a(i) + 1e+20");
  const Statement statement = front::statement_of(text);
  CHECK(front::same(front::statement_of(print(statement)), statement));
}

TEST_CASE("type promotion is commutative and associative") {
  const ValueType all[] = {ValueType::f32, ValueType::f64, ValueType::i32, ValueType::i64};
  for (const ValueType a : all)
    for (const ValueType b : all) {
      CHECK(promote(a, b) == promote(b, a));
      CHECK(promote(a, a) == a);
      for (const ValueType c : all) CHECK(promote(promote(a, b), c) == promote(a, promote(b, c)));
    }
  CHECK(promote(ValueType::i64, ValueType::f32) == ValueType::f64);
}

TEST_CASE("printed formats parse back") {
  const std::string text =
      GENERATE("csr", "csc:f64", "coo:pos=i64:crd=i64", "compressed,dense", "dense,coordinate:1,0");
  const Format format = front::format_of(text, 2);
  CHECK(front::format_of(print_short(format), 2) == format);
  CHECK(front::format_of(print_map(format), 2).levels == format.levels);
  CHECK(verify(format) == "");
}

TEST_CASE("loop expressions fold constants and neutral operands") {
  const loop::Expr n = loop::index_variable("n");
  CHECK(loop::add(n, loop::integer(0)) == n);
  CHECK(loop::mul(n, loop::integer(1)) == n);
  CHECK(loop::both(loop::boolean(true), loop::flag_variable("f")) == loop::flag_variable("f"));
  CHECK(loop::either(loop::boolean(true), loop::flag_variable("f")) == loop::boolean(true));
}

TEST_CASE("sequences are flat") {
  const Access y{"y", {"i"}};
  const cin::Stmt one = cin::Assign{y, AssignOp::set, literal(0)};
  CHECK(cin::sequence({one}) == one);
  const cin::Stmt nested = cin::sequence({one, cin::sequence({one, one})});
  REQUIRE(nested.as<cin::Sequence>() != nullptr);
  CHECK(nested.as<cin::Sequence>()->statements.size() == 3);
}

}  // namespace
}  // namespace scorchc
