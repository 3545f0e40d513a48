// Loops over rows that can skip empty rows.
#include "passes/skip_empty_rows.h"

#include "catch.h"
#include "ir/loop.h"
#include "support/words.h"

namespace scorchc::passes {
namespace {

using namespace loop;

Expr var(const std::string& name) { return index_variable(name); }
Expr pos(const std::string& array, Expr row) { return load_index(array, Type::i32, std::move(row)); }
Expr first(const std::string& array = "pos") { return pos(array, var("i")); }
Expr behind(const std::string& array = "pos") { return pos(array, add(var("i"), integer(1))); }

Stmt entries(Block body, const std::string& array = "pos") {
  return For{"p", first(array), behind(array), std::move(body)};
}
Stmt term() {
  return Store{"out", Type::f32, load_index("crd", Type::i32, var("p")), Update::add, load("A", Type::f32, var("p"))};
}
Stmt row_sum() { return Store{"out", Type::f32, var("i"), Update::set, number(Type::f32, 0, 0)}; }

For over_rows(Block body) { return {"i", integer(0), var("n"), std::move(body)}; }

Block after_pass(const Stmt& rows) {
  Module module;
  module.functions.emplace_back();
  module.functions[0].body = {rows};
  return skip_empty_rows(module).functions[0].body;
}

/// The loop that skips empty rows; without positions if there is none.
ForNonempty skipping(const For& rows) {
  const Block block = after_pass(rows);
  const ForNonempty* found = block[0].as<ForNonempty>();
  return found ? *found : ForNonempty{"", integer(0), integer(0), {}, {}};
}

/// The arrays of positions that decide which rows the loop may skip.
std::string positions_of(const For& rows) { return joined(skipping(rows).positions); }

std::string passed_over(Block body) { return positions_of(over_rows(std::move(body))); }

TEST_CASE("empty rows are skipped if nothing is done for them") {
  CHECK(passed_over({Comment{"j"}, Declare{"x_value", load("x", Type::f32, var("i"))}, entries({term()})}) == "pos");
  CHECK(passed_over({entries({term()}), entries({term()})}) == "pos");
  CHECK(passed_over({For{"q", integer(0), pos("other", var("m")), {entries({term()})}}}) == "pos");
}

TEST_CASE("a condition decides as well as a range does") {
  CHECK(passed_over({If{{less(integer(0), sub(behind(), first()))}, {{row_sum()}}}}) == "pos");
  CHECK(passed_over({If{{both(less(first("other"), behind("other")), less(first(), behind()))}, {{row_sum()}}}}) ==
        "other");
  CHECK(passed_over({Declare{"p", first(), true}, Declare{"p_end", behind()},
                     While{less(var("p"), var("p_end")), {row_sum(), Assign{"p", Update::add, integer(1)}}}}) == "pos");
}

TEST_CASE("the smallest set of arrays that decides for all statements is chosen") {
  CHECK(passed_over({entries({term()}, "pos"), entries({term()}, "other")}) == "other, pos");
  CHECK(passed_over({entries({entries({term()}, "other")}), entries({term()}, "other")}) == "other");
  CHECK(passed_over({If{{less(var("i"), var("m"))}, {{entries({term()})}, {entries({term()})}}}}) == "pos");
  CHECK(passed_over({If{{less(var("i"), var("m"))}, {{entries({term()})}, {row_sum()}}}}).empty());
  const Stmt meeting = If{{both(less(first("a"), behind("a")), less(first("b"), behind("b")))}, {{row_sum()}}};
  CHECK(passed_over({meeting, entries({term()}, "a")}) == "a");
  CHECK(passed_over({meeting, entries({term()}, "b"), entries({term()}, "a"), entries({term()}, "c")}) == "a, b, c");
}

TEST_CASE("rows with work of their own are visited") {
  CHECK(passed_over({entries({term()}), If{{less(var("i"), var("m"))}, {{row_sum()}}}}).empty());
  CHECK(passed_over({Declare{"count", integer(0), true}, entries({term()}),
                     Store{"out", Type::i64, var("i"), Update::set, var("count")}})
            .empty());
  CHECK(passed_over({entries({term()}), For{"r", integer(0), var("m"), {term()}}}).empty());
  CHECK(passed_over({For{"p", first(), pos("pos", add(var("i"), integer(2))), {term()}}}).empty());
  CHECK(passed_over({For{"p", first(), behind("other"), {term()}}}).empty());
  CHECK(passed_over({Comment{"nothing at all"}}).empty());
}

TEST_CASE("what is set for every row runs for skipped rows, too") {
  const Stmt end = Store{"C_pos", Type::i32, add(var("i"), integer(1)), Update::set, var("count")};
  const ForNonempty appended =
      skipping(over_rows({Declare{"x_value", load("x", Type::f32, var("i"))}, entries({term()}), end}));
  CHECK(joined(appended.positions) == "pos");
  REQUIRE(appended.skipped_body);
  CHECK(print(appended.skipped_body->body) ==
        print(Block{For{"i", var(appended.skipped_body->begin), var(appended.skipped_body->end), {end}}}));
  const Stmt zero =
      Store{"out", Type::f32, add(mul(var("i"), var("m")), var("j")), Update::set, number(Type::f32, 0, 0)};
  const ForNonempty filled = skipping(over_rows({For{"j", integer(0), var("m"), {zero}}, entries({term()})}));
  CHECK(joined(filled.positions) == "pos");
  REQUIRE(filled.skipped_body);
  CHECK(print(filled.skipped_body->body).find("for i_j in i_first * m .. i_j_size") != std::string::npos);
  CHECK_FALSE(skipping(over_rows({entries({term()})})).skipped_body);
}

TEST_CASE("a loop over a thread's chunk of rows can skip empty rows") {
  const auto share = [](const std::string& array) {
    For rows = over_rows({entries({term()})});
    rows.begin = load("first", Type::i64, var("part"));
    rows.end = load(array, Type::i64, add(var("part"), integer(1)));
    For shares{"part", integer(0), var("parts"), {rows}};
    shares.chunked = true;
    return shares;
  };
  const auto is_passed_over = [](const For& loop) {
    return print(after_pass(loop)).find("for nonempty i in") != std::string::npos;
  };
  CHECK(is_passed_over(share("first")));
  CHECK_FALSE(is_passed_over(share("other")));
  For no_share = share("first");
  no_share.chunked = false;
  CHECK_FALSE(is_passed_over(no_share));
}

TEST_CASE("each position of a sparse level has entries") {
  For positions = over_rows({entries({term()})});
  positions.begin = pos("outer", integer(0));
  positions.end = pos("outer", integer(1));
  CHECK(positions_of(positions).empty());
}

TEST_CASE("loops with another strategy stay as they are") {
  For rows = over_rows({entries({term()})});
  rows.parallel = true;
  CHECK(positions_of(rows).empty());
  rows.parallel = false;
  rows.unroll = 4;
  CHECK(positions_of(rows).empty());
  rows = over_rows({entries({term()})});
  rows.vector = true;
  CHECK(positions_of(rows).empty());
  CHECK(passed_over({entries({For{"r", integer(0), var("m"), {term()}}})})
            .empty());  // costs much more than visiting the row
  Module module;
  module.functions.emplace_back();
  module.functions[0].body = {ForEach{"table", {}, {over_rows({entries({term()})})}}};
  CHECK(print(skip_empty_rows(module).functions[0].body).find("nonempty") == std::string::npos);
  CHECK(passed_over({entries({term(), ReturnIf{less(var("p"), var("m")), Status::index_overflow, ""}})}).empty());
  const Stmt moving = Store{"pos", Type::i32, var("p"), Update::set, integer(0)};
  CHECK(passed_over({entries({term(), moving})}).empty());
  CHECK(passed_over({entries({term()}, "other"), entries({term(), moving})}).empty());
}

}  // namespace
}  // namespace scorchc::passes
