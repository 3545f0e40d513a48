// Tests the recogniser for loops whose iterations each form a sum in a vector loop.
#include "passes/analyses/sums.h"

#include "catch.h"
#include "expressions.h"

namespace scorchc::passes {
namespace {

using loop::Assign;
using loop::Block;
using loop::Declare;
using loop::Expr;
using loop::For;
using loop::If;
using loop::Stmt;
using loop::Store;
using loop::Type;
using loop::Update;
using loop::VectorFor;

Expr pos(Expr level) { return loop::load_index("pos", Type::i32, std::move(level)); }
Expr raw(Expr level) { return loop::load("pos", Type::i32, std::move(level)); }

For rows(const Block& after) {
  VectorFor terms{.name = "p",
                  .begin = pos(var("i")),
                  .end = pos(loop::add(var("i"), loop::integer(1))),
                  .body = {Assign{"t", Update::add, loop::load("A", Type::f32, var("p"))}},
                  .element = Type::f32,
                  .varying = {},
                  .sums = {"t"},
                  .over = VectorFor::Over::positions};
  Block body = {Declare{"t", loop::number(Type::f32, 0, 0), true}, terms};
  body.insert(body.end(), after.begin(), after.end());
  return {"i", loop::integer(0), var("n"), body};
}

Stmt any(Expr end) { return Declare{"any", loop::less(raw(var("i")), raw(std::move(end)))}; }
Stmt added() { return Assign{"s", Update::add, real("t")}; }

bool needs_terms(const Block& after) {
  const std::optional<IterationSum> parts = sum_of_iteration(rows(after));
  REQUIRE(parts);
  CHECK(parts->in_order);
  return parts->needs_terms;
}

TEST_CASE("an iteration whose effects are guarded by its terms does nothing without terms") {
  const Expr next = loop::add(var("i"), loop::integer(1));
  CHECK(needs_terms({any(next), If{{loop::flag_variable("any")}, {{added()}}}}));
  CHECK(needs_terms({If{{loop::less(raw(var("i")), raw(next))}, {{added()}}}}));
  CHECK_FALSE(needs_terms({Store{"y", Type::f32, var("i"), Update::set, real("t")}}));
  CHECK_FALSE(needs_terms({any(loop::add(var("i"), loop::integer(2))), If{{loop::flag_variable("any")}, {{added()}}}}));
  CHECK_FALSE(needs_terms({any(next), If{{loop::flag_variable("any")}, {{added()}}}, added()}));
  CHECK_FALSE(needs_terms({any(next), If{{loop::flag_variable("other")}, {{added()}}}}));
  CHECK_FALSE(needs_terms({any(next), If{{loop::flag_variable("any")}, {{added()}, {added()}}}}));
}

}  // namespace
}  // namespace scorchc::passes
