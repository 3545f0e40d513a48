// Tests that every kind of error is detected, and reported in one sentence with its location.
#include "catch.h"
#include "small_module.h"

namespace scorchc::test {
namespace {

constexpr std::int64_t largest = 9223372036854775807;

For loop_over(const std::string& name, std::int64_t end, Block body, bool parallel = false) {
  return For{name, integer(0), integer(end), std::move(body), parallel};
}

TEST_CASE("a body without a fault") {
  SmallRun small;
  const auto outcome = small.run_body({bind_x(), bind_y(), loop_over("i", 4, {store_y(var("i"), x_at(var("i")))})});
  CHECK(outcome.broken == "");
  CHECK(outcome.status == Status::ok);
  CHECK(small.y == small.x);
}

TEST_CASE("accesses outside of an array") {
  CHECK(broken_by({bind_x(), bind_y(), loop_over("i", 5, {store_y(integer(0), x_at(var("i")))})}) ==
        "in `run`, at `y[0] = x[i]`: element 4 of X->vals, which has 4");
  CHECK(broken_by({bind_y(), store_y(integer(-1), f32_number(1))}) ==
        "in `run`, at `y[-1] = 1:f32`: element -1 of Y->vals, which has 4");
  CHECK_THAT(broken_by({bind_y(), Clear{"y", Type::f32, integer(5)}}), ContainsSubstring("element 4 of Y->vals"));
  CHECK_THAT(broken_by({bind_y(), Clear{"y", Type::f32, integer(3), integer(2)}}),
             ContainsSubstring("element 4 of Y->vals"));
}

TEST_CASE("null arrays and structs") {
  SmallRun small;
  const Module module = SmallRun::module({bind_x(), Declare{"a", x_at(integer(0))}});
  small.operand = interpret::zeroed_object(module.structs[0]);
  const interpret::Machine machine(module);
  CHECK_THAT(machine.call(Phase::run, {&small.operand, nullptr}, small.memory).broken,
             ContainsSubstring("`x` is null, and element 0 is used"));
  CHECK_THAT(machine.call(Phase::run, {nullptr, nullptr}, small.memory).broken,
             ContainsSubstring("X->vals is used, but its struct is null"));
  CHECK(machine.call(Phase::count, {nullptr, nullptr}, small.memory).broken == "there is no function `count`");
}

TEST_CASE("a loop over a table uses the cells of each row") {
  SmallRun small;
  const std::vector<Table::Column> columns{{"vals", Type::f32, true}, {"n", Type::i64, false}};
  const Table table{"table", columns, {{Field{"X", "vals"}, Field{"X", "n"}}, {Field{"X", "vals"}, Field{"Y", "n"}}}};
  const Expr at = sub(var("n"), integer(1));
  const Block loop{bind_y(), SetField{"Y", "n", -1, integer(2)}, table,
                   ForEach{"table", columns, {store_y(at, load("vals", Type::f32, at))}}};
  CHECK(small.run_body(loop).broken == "");
  CHECK(small.y == std::array<float, 4>{0, 2, 0, 4});
  CHECK_THAT(broken_by({ForEach{"table", columns, {}}}), ContainsSubstring("`table` is not a table"));
  CHECK_THAT(broken_by({table}), ContainsSubstring("Y->n is read, but is not set"));
}

TEST_CASE("elements that are not set") {
  CHECK(broken_by({bind_y(), store_y(integer(0), f32_number(1)), Declare{"a", y_at(integer(0))},
                   Declare{"b", y_at(integer(1))}}) ==
        "in `run`, at `f32 b = y[1]`: element 1 of Y->vals is read, but is not set");
  CHECK_THAT(broken_by({bind_y(), store_y(integer(2), f32_number(1), Update::add)}),
             ContainsSubstring("element 2 of Y->vals is read, but is not set"));
  const Stmt read_pos = Declare{"a", load("pos", Type::i32, integer(1))};
  CHECK_THAT(broken_by({Allocate{"Y", "pos", Type::i32, integer(2), false}, bind_pos(), read_pos}),
             ContainsSubstring("element 1 of Y->pos is read, but is not set"));
  CHECK(broken_by({Allocate{"Y", "pos", Type::i32, integer(2), true}, bind_pos(), read_pos}) == "");
}

TEST_CASE("fields that are not set") {
  CHECK(broken_by({Declare{"a", Field{"Y", "n", -1, Type::i64}}}) ==
        "in `run`, at `i64 a = Y.n`: Y->n is read, but is not set");
  CHECK(broken_by({SetField{"Y", "n", -1, integer(3)}, Declare{"a", Field{"Y", "n", -1, Type::i64}}}) == "");
  CHECK_THAT(broken_by({Release{"Y", "pos"}}), ContainsSubstring("Y->pos is used, but is not set"));
}

TEST_CASE("names that are not declared, or declared with another type") {
  CHECK_THAT(broken_by({Declare{"a", var("b")}}), ContainsSubstring("the variable `b` is not declared as i64"));
  CHECK_THAT(broken_by({Declare{"a", boolean(true)}, Declare{"b", var("a")}}),
             ContainsSubstring("the variable `a` is not declared as i64"));
  CHECK_THAT(broken_by({Declare{"a", x_at(integer(0))}}), ContainsSubstring("the array `x` is not declared"));
  CHECK_THAT(broken_by({Assign{"a", Update::set, integer(1)}}), ContainsSubstring("`a` is not declared"));
  CHECK_THAT(broken_by({loop_over("i", 1, {Declare{"a", integer(1)}}), Declare{"b", var("a")}}),
             ContainsSubstring("`a` is not declared"));
  CHECK_THAT(broken_by({Declare{"a", Field{"Z", "n", -1, Type::i64}}}), ContainsSubstring("there is no Z->n"));
  CHECK_THAT(broken_by({CallPhase{"count", ""}}), ContainsSubstring("there is no function `count`"));
}

TEST_CASE("constants are not written") {
  CHECK_THAT(broken_by({bind_x(), Store{"x", Type::f32, integer(0), Update::set, f32_number(1)}}),
             ContainsSubstring("`x` is not bound for writing"));
  CHECK_THAT(broken_by({BindArray{"x", Type::f32, "X", "vals", true},
                        Store{"x", Type::f32, integer(0), Update::set, f32_number(1)}}),
             ContainsSubstring("X->vals is written, but is constant"));
  CHECK_THAT(broken_by({Declare{"a", integer(1)}, Assign{"a", Update::set, integer(2)}}),
             ContainsSubstring("`a` is assigned, but is constant"));
}

TEST_CASE("index arithmetic that overflows") {
  const Block start{Declare{"a", integer(largest), true}};
  const auto with = [&](const Expr& value) {
    Block body = start;
    body.push_back(Declare{"b", value});
    return broken_by(body);
  };
  CHECK(with(Binary{BinaryOp::add, {var("a"), integer(1)}}) ==
        "in `run`, at `i64 b = a + 1`: 9223372036854775807 + 1 overflows");
  CHECK_THAT(with(Binary{BinaryOp::sub, {integer(-2), var("a")}}), ContainsSubstring("overflows"));
  CHECK_THAT(with(Binary{BinaryOp::mul, {var("a"), integer(2)}}), ContainsSubstring("overflows"));
  CHECK_THAT(with(Binary{BinaryOp::divide, {var("a"), integer(0)}}), ContainsSubstring("divides by zero"));
  CHECK(with(Binary{BinaryOp::minimum, {var("a"), integer(2)}}) == "");
  CHECK_THAT(broken_by({start[0], Assign{"a", Update::add, integer(1)}}), ContainsSubstring("overflows"));
}

TEST_CASE("positions that lose bits") {
  const auto store = [](const Expr& value) {
    return broken_by({Allocate{"Y", "pos", Type::i32, integer(2), true}, bind_pos(),
                      Declare{"a", integer(2147483648), true},
                      Store{"pos", Type::i32, integer(1), Update::set, value}});
  };
  CHECK_THAT(store(cast(Type::i32, var("a"))), ContainsSubstring("2147483648 loses bits as i32"));
  CHECK_THAT(store(var("a")), ContainsSubstring("2147483648 loses bits as i32"));
  CHECK(store(cast(Type::i32, sub(var("a"), integer(1)))) == "");
  CHECK_THAT(broken_by({SetField{"Y", "owned", -1, integer(5000000000)}}), ContainsSubstring("loses bits"));
}

TEST_CASE("little work gives one chunk, more work several") {
  const auto count = [](std::int64_t work) {
    SmallRun small;
    const Block body{ChunkCount{"parts", integer(work)}, SetField{"Y", "n", -1, var("parts")}};
    CHECK(small.run_body(body).broken == "");
    return small.result[2].numbers[0];
  };
  CHECK(count(0) == 1);
  CHECK(count(1) == 1);
  CHECK(count(2) == 3);
}

TEST_CASE("loops that do not end") {
  SmallRun small;
  small.limits.iterations = 1000;
  CHECK(small.run_body({While{boolean(true), {Comment{"nothing"}}}}).broken ==
        "in `run`, at `while true`: the loops of the call do not end");
  CHECK(small.run_body({loop_over("i", 1000, {})}).broken == "");
  CHECK(small.run_body({loop_over("i", 1001, {})}).broken != "");
}

TEST_CASE("iterations of parallel loops are independent") {
  const auto in_parallel = [](Block body) {
    Block whole{bind_x(), bind_y(), Declare{"shared", integer(0), true}, Clear{"y", Type::f32, integer(4)}};
    whole.push_back(loop_over("i", 3, std::move(body), true));
    return broken_by(whole);
  };
  const Expr next = add(var("i"), integer(1));
  CHECK(in_parallel({store_y(var("i"), x_at(next), Update::add), Declare{"a", integer(0), true},
                     Assign{"a", Update::add, integer(1)}}) == "");
  // Both write; one reads what another has written; one writes what another has read (all three kinds of data races).
  CHECK_THAT(in_parallel({store_y(integer(0), x_at(var("i")))}), ContainsSubstring("element 0 of Y->vals is shared"));
  CHECK_THAT(in_parallel({store_y(next, y_at(var("i")))}), ContainsSubstring("element 1 of Y->vals is shared"));
  CHECK_THAT(in_parallel({store_y(var("i"), y_at(next))}), ContainsSubstring("element 1 of Y->vals is shared"));
  CHECK_THAT(in_parallel({Assign{"shared", Update::add, integer(1)}}),
             ContainsSubstring("iterations of a parallel loop share `shared`"));
  CHECK_THAT(in_parallel({ReturnIf{boolean(true), Status::shape_mismatch, ""}}),
             ContainsSubstring("a return inside a parallel loop"));
  CHECK_THAT(in_parallel({loop_over("j", 2, {}, true)}), ContainsSubstring("a parallel loop runs inside another"));
}

}  // namespace
}  // namespace scorchc::test
