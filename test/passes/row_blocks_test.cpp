// Tests which loops around a vector loop can be register-blocked over rows.
#include "passes/analyses/row_blocks.h"

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
using loop::Stmt;
using loop::Store;
using loop::Type;
using loop::Update;
using loop::VectorFor;

Expr plus(Expr a, Expr b) { return Compute{Operator::add, {std::move(a), std::move(b)}, Type::f32}; }
Expr place(const std::string& row, const std::string& lane) {
  return loop::add(loop::mul(var(row), var(lane + "_size")), var(lane));
}
Stmt store(Expr index, Expr value) { return Store{"C", Type::f32, std::move(index), Update::set, std::move(value)}; }

const Stmt start = Declare{"t", loop::number(Type::f32, 0, 0), true};
const Stmt term = Assign{"t", Update::add, times(at("A", place("i", "j")), at("B", place("j", "k")))};
const Stmt sum = For{"j", loop::integer(0), var("j_size"), {term}};
const Stmt result = store(place("i", "k"), real("t"));

Stmt lanes(Block body) {
  return VectorFor{.name = "k",
                   .begin = loop::integer(0),
                   .end = var("k_size"),
                   .body = std::move(body),
                   .element = Type::f32,
                   .varying = {"t"},
                   .sums = {},
                   .may_overlap = true};
}
For rows(Block body) { return {"i", loop::integer(0), var("i_size"), std::move(body)}; }

bool is_one(const Block& body) { return rows_around(rows(body)).has_value(); }

TEST_CASE("rows of a matrix product share an operand") {
  const std::optional<Rows> found = rows_around(rows({lanes({start, sum, result})}));
  REQUIRE(found);
  CHECK(found->lanes.name == "k");
  CHECK(found->before.empty());
  CHECK(found->own.empty());
}

TEST_CASE("constants that depend on the row are private to it") {
  const Stmt bias = Declare{"b", at("bias", var("i"))}, scale = Declare{"a", at("alpha", loop::integer(0))};
  const Stmt factor = Declare{"x", at("A", place("i", "j"))};
  const Stmt by_name = For{"j",
                           loop::integer(0),
                           var("j_size"),
                           {factor, Assign{"t", Update::add, times(real("x"), at("B", place("j", "k")))}}};
  const std::optional<Rows> found = rows_around(rows(
      {bias, scale, lanes({start, by_name, store(place("i", "k"), times(real("a"), plus(real("t"), real("b"))))})}));
  REQUIRE(found);
  CHECK(found->own == std::set<std::string>{"b", "x"});
  CHECK(found->before.size() == 2);
}

TEST_CASE("control flow must not differ from row to row") {
  const auto summed = [](Expr begin, Expr end) {
    return lanes({start, For{"j", std::move(begin), std::move(end), {term}}, result});
  };
  const auto pos = [](Expr row) { return loop::load_index("pos", Type::i32, std::move(row)); };
  CHECK(is_one({summed(loop::integer(0), var("n"))}));
  CHECK(is_one({summed(pos(loop::integer(0)), pos(loop::integer(1)))}));
  CHECK_FALSE(is_one({summed(pos(var("i")), pos(loop::add(var("i"), loop::integer(1))))}));
  CHECK_FALSE(is_one({Declare{"end", pos(var("i"))}, summed(loop::integer(0), var("end"))}));
  CHECK_FALSE(is_one({lanes({start, sum, If{{loop::less(var("i"), loop::integer(3))}, {{result}}}})}));
  CHECK(is_one({lanes({start, sum, If{{loop::less(var("m"), loop::integer(3))}, {{result}}}})}));
  // A mutable variable is not a constant of the row.
  CHECK_FALSE(is_one({lanes(
      {Declare{"x", at("A", var("i")), true}, start, sum, store(place("i", "k"), times(real("t"), real("x")))})}));
}

TEST_CASE("rows must store to disjoint elements") {
  const auto stores = [](Expr index) { return lanes({start, sum, store(std::move(index), real("t"))}); };
  CHECK_FALSE(is_one({stores(var("k"))}));
  CHECK_FALSE(is_one({stores(loop::add(loop::mul(at("crd", var("i"), Type::i64), var("k_size")), var("k")))}));
  CHECK_FALSE(
      is_one({stores(loop::add(loop::mul(loop::divide(var("i"), loop::integer(2)), var("k_size")), var("k")))}));
  CHECK_FALSE(is_one({lanes({start, sum, store(place("i", "k"), plus(real("t"), at("C", place("m", "k"))))})}));
  CHECK(is_one({lanes({start, sum, store(place("i", "k"), plus(real("t"), at("E", place("i", "k"))))})}));
  CHECK(is_one({lanes({start, sum, store(place("i", "k"), plus(real("t"), at("C", place("i", "k"))))})}));
  CHECK_FALSE(is_one({lanes({start, sum, result, store(place("m", "k"), real("t"))})}));
}

TEST_CASE("rows that share nothing, or are all equal, are not blocked") {
  const auto of = [](Expr value) {
    return lanes(
        {start, For{"j", loop::integer(0), var("j_size"), {Assign{"t", Update::add, std::move(value)}}}, result});
  };
  CHECK_FALSE(is_one({of(at(
      "B", loop::add(loop::mul(loop::add(loop::mul(var("i"), var("j_size")), var("j")), var("k_size")), var("k"))))}));
  CHECK_FALSE(is_one({of(at("B", place("j", "k")))}));
  CHECK_FALSE(is_one({lanes({store(place("i", "k"), times(at("A", var("i")), at("b", var("k"))))})}));
}

TEST_CASE("loops over positions are not blocked") {
  For stored = rows({lanes({start, sum, result})});
  stored.end = loop::load_index("pos", Type::i32, var("m"));
  CHECK_FALSE(rows_around(stored));
  For repeated = rows({start, lanes({sum, result})});
  CHECK_FALSE(rows_around(repeated));
}

}  // namespace
}  // namespace scorchc::passes
