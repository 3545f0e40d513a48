// Tests the vectorisation legality checks, and which values vary between lanes.
#include "passes/analyses/lanes.h"

#include "catch.h"
#include "expressions.h"

namespace scorchc::passes {
namespace {

using loop::Assign;
using loop::Block;
using loop::Compute;
using loop::Declare;
using loop::Expr;
using loop::For;
using loop::If;
using loop::Select;
using loop::SortList;
using loop::Stmt;
using loop::Store;
using loop::Type;
using loop::Update;

Expr row(const std::string& base) { return loop::add(loop::mul(var(base), var("n")), var("k")); }
Stmt store(Expr index, Expr value, Update update = Update::set) {
  return Store{"C", Type::f32, std::move(index), update, std::move(value)};
}
Lanes lanes(Block body) { return lanes_of(For{"k", loop::integer(0), var("n"), std::move(body)}); }

TEST_CASE("a sum of products in every lane") {
  const Block sum = {Assign{"t", Update::add, times(at("A", var("p")), at("B", row("j")))}};
  const Lanes found =
      lanes({Declare{"t", loop::number(Type::f32, 0, 0), true},
             For{"p", loop::integer(0), var("m"), {Declare{"j", at("crd", var("p"), Type::i64)}, sum[0]}},
             store(row("i"), real("t"))});
  CHECK(found.problem == "");
  CHECK(found.element == Type::f32);
  CHECK(found.varying == std::set<std::string>{"t"});
  CHECK(found.repeatable);
}

TEST_CASE("a lane that reads what it writes is not repeatable") {
  CHECK_FALSE(lanes({store(row("i"), at("B", row("j")), Update::add)}).repeatable);
  CHECK_FALSE(lanes({store(row("i"), at("C", row("i")))}).repeatable);
  CHECK(lanes({store(row("i"), at("B", row("j")))}).repeatable);
}

TEST_CASE("lanes are reduced into a variable outside the loop") {
  const Lanes found = lanes({Assign{"s", Update::add, times(at("A", row("i")), at("B", row("j")))}});
  CHECK(found.problem == "");
  CHECK(found.sums == std::set<std::string>{"s"});
  CHECK_FALSE(found.repeatable);
}

TEST_CASE("every lane may set the same flag") {
  const Block body = {Assign{"stored", Update::set, loop::boolean(true)}, store(row("i"), at("B", row("j")))};
  CHECK(lanes(body).problem == "");
  Block reading = body;
  reading.push_back(If{{loop::flag_variable("stored")}, {{store(row("i"), at("B", row("j")))}}});
  CHECK(lanes(reading).problem == "iterations share `stored`");
}

TEST_CASE("lanes may differ in which components of temporaries are stored") {
  const Expr zero = loop::number(Type::f32, 0, 0);
  const Expr here = loop::is_stored(at("B", row("j")));
  CHECK(lanes({store(row("i"), Select{{here, times(at("B", row("j")), at("A", row("j"))), zero}})}).problem == "");
  CHECK(
      lanes({store(row("i"), Select{{loop::both(here, loop::is_stored(at("A", row("j")))), at("B", row("j")), zero}})})
          .problem == "");
  CHECK(lanes({store(row("i"),
                     Select{{loop::both(here, loop::less(var("k"), loop::integer(3))), at("B", row("j")), zero}})})
            .problem == "control flow depends on the loop index");
}

TEST_CASE("loops that cannot be vectorised, and why") {
  const Stmt plain = store(row("i"), at("B", row("j")));
  CHECK(lanes({store(loop::mul(var("k"), var("n")), at("B", row("j")))}).problem ==
        "accesses to `C` are not contiguous");
  CHECK(lanes({store(row("i"), at("B", var("j")))}).problem == "");
  CHECK(lanes({store(var("i"), at("B", row("j")))}).problem == "accesses to `C` are not contiguous");
  CHECK(lanes({store(row("i"), at("B", loop::mul(var("k"), loop::integer(2))))}).problem ==
        "accesses to `B` are not contiguous");
  CHECK(lanes({If{{loop::less(var("k"), loop::integer(3))}, {{plain}}}}).problem ==
        "control flow depends on the loop index");
  CHECK(lanes({Assign{"s", Update::set, at("B", row("j"))}}).problem == "iterations share `s`");
  CHECK(lanes({store(row("i"), Compute{Operator::exp, {at("B", row("j"))}, Type::f32})}).problem ==
        "`exp` has no vector version");
  CHECK(lanes({store(row("i"), loop::cast(Type::f32, at("B", row("j"), Type::f64)))}).problem ==
        "values are integers or have several types");
  CHECK(lanes({store(row("i"), times(at("B", row("j")), at("C", var("j"))))}).problem ==
        "iterations read elements that other iterations write");
  CHECK(lanes({Store{"C", Type::i32, row("i"), Update::set, loop::integer(1)}}).problem ==
        "the body stores coordinates or positions");
  CHECK(lanes({plain, SortList{"list", "scratch", var("n"), var("n")}}).problem ==
        "the body contains statements other than arithmetic and stores");
  const Expr least = Compute{Operator::min, {at("B", row("j")), at("A", row("j"))}, Type::f32};
  CHECK(
      lanes({store(row("i"), Select{{loop::flag_variable("here"), at("B", row("j")), loop::number(Type::f32, 0, 0)}})})
          .problem == "");
  CHECK(lanes({store(row("i"), Select{{loop::flag_variable("here"), least, loop::number(Type::f32, 0, 0)}})}).problem ==
        "a function is evaluated for stored components only");
}

// A loop that does not begin at 0 is a loop over positions.
TEST_CASE("a sum over positions") {
  const Expr product = times(at("A", var("p")), at("x", var("j")));
  const auto lanes_at = [](const Block& body) { return lanes_of(For{"p", loop::integer(1), var("n"), body}); };
  const Declare j{"j", loop::load_index("crd", Type::i32, var("p"))};
  const Lanes lanes = lanes_at({j, Assign{"s", Update::add, product}});
  CHECK(lanes.problem == "");
  CHECK(lanes.positions);
  CHECK(lanes.varying == std::set<std::string>{"j"});
  CHECK(lanes.sums == std::set<std::string>{"s"});
  CHECK(lanes_at({j, store(var("p"), product)}).problem == "the body does more than add to one sum");
  CHECK(lanes_at({j, Assign{"s", Update::add, product}, Assign{"t", Update::add, product}}).problem ==
        "the body does more than add to one sum");
  CHECK(lanes_at({j, Assign{"s", Update::max, product}}).problem == "the body does more than add to one sum");
  CHECK(lanes_at({j, Assign{"s", Update::add, at("x", var("i"))}}).problem == "iterations share `s`");
  CHECK(lanes_at({j, Assign{"s", Update::add, times(product, at("y", var("j"), Type::f64))}}).problem ==
        "values have several types");
}

}  // namespace
}  // namespace scorchc::passes
