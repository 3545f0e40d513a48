// Work that moves out of loops, and work that must stay.
#include "catch.h"
#include "ir/loop.h"
#include "looped.h"

namespace scorchc::passes {
namespace {

using namespace loop;

Expr var(const std::string& name) { return index_variable(name); }
Expr pos(Expr index) { return load_index("pos", Type::i32, std::move(index)); }
Stmt store(Expr index, Expr value) { return Store{"out", Type::i64, std::move(index), Update::set, std::move(value)}; }
Stmt set_flag() { return Assign{"flag", Update::set, boolean(true)}; }
Stmt declare_flag() { return Declare{"flag", boolean(false), true}; }
Stmt if_flag(Stmt stmt) { return If{{flag_variable("flag")}, {{std::move(stmt)}}}; }

// The body of a function after simplification. `n` and `m` are numbers; `pos` and `out` are arrays of its parameters.
std::string simplified(const Block& body) {
  const auto simplify = [](const Module& module) { return passes::simplified(module); };
  return after(simplify, body, {"pos", FieldRole::pos, 0, Type::i32, true, true, 0, ""}, Type::i64);
}

// Checks that simplification changes nothing.
void check_stays(const Block& body) { CHECK(simplified(body) == print(body)); }

TEST_CASE("a loop-invariant condition is unswitched") {
  const Block rows = {
      For{"i",
          integer(0),
          var("n"),
          {Declare{"t", integer(0), true}, For{"k", integer(0), var("m"), {Assign{"t", Update::add, var("k")}}},
           If{{less(integer(0), var("m"))}, {{store(var("i"), var("t"))}}}}}};
  CHECK(simplified(rows) ==
        "if 0 < m\n  for i in 0 .. n\n    i64 t := 0\n    for k in 0 .. m\n      t += k\n    out[i] = t\n");
}

TEST_CASE("the loop-invariant part of a condition is unswitched") {
  const Expr both_parts = both(less(var("i"), integer(3)), less(integer(0), var("m")));
  CHECK(simplified({For{"i", integer(0), var("n"), {If{{both_parts}, {{store(var("i"), integer(1))}}}}}}) ==
        "if 0 < m\n  for i in 0 .. n\n    if i < 3\n      out[i] = 1\n");
}

TEST_CASE("a condition stays if the body does something else, or if evaluating it is unsafe") {
  check_stays({For{"i",
                   integer(0),
                   var("n"),
                   {store(var("i"), integer(0)), If{{less(integer(0), var("m"))}, {{store(var("i"), integer(1))}}}}}});
  check_stays({For{"i", integer(0), var("n"), {If{{less(pos(var("m")), var("m"))}, {{store(var("i"), integer(1))}}}}}});
  check_stays({For{"i", integer(0), var("n"), {If{{less(var("i"), var("m"))}, {{store(var("i"), integer(1))}}}}}});
}

TEST_CASE("a flag that every iteration sets is set once, after the loop") {
  const Block loops = {declare_flag(), For{"i", integer(0), var("n"), {store(var("i"), integer(1)), set_flag()}},
                       if_flag(store(var("n"), integer(2)))};
  CHECK(simplified(loops) == "for i in 0 .. n\n  out[i] = 1\nbool flag = 0 < n\nif flag\n  out[n] = 2\n");
}

TEST_CASE("a flag that the loop reads stays in it") {
  check_stays({declare_flag(), For{"i", integer(0), var("n"), {if_flag(store(var("i"), integer(1))), set_flag()}},
               if_flag(store(var("n"), integer(2)))});
}

TEST_CASE("a loop whose iterations all do the same runs once") {
  const auto loops = [](const Expr& looked_at, Block also) {
    Block body = {If{{less(looked_at, var("m"))}, {{set_flag()}}}};
    body.insert(body.end(), also.begin(), also.end());
    return Block{declare_flag(), For{"i", integer(0), var("n"), std::move(body)}, if_flag(store(var("n"), integer(2)))};
  };
  const std::string once = simplified(loops(pos(var("m")), {}));
  CHECK_THAT(once, !ContainsSubstring("for i") && ContainsSubstring("if 0 < n"));
  CHECK_THAT(simplified(loops(pos(var("i")), {})), ContainsSubstring("for i"));
  CHECK_THAT(simplified(loops(pos(var("m")), {store(var("m"), integer(1))})), ContainsSubstring("for i"));
}

TEST_CASE("a loop that counts entries becomes a subtraction") {
  const auto counting = [](Expr begin, Expr end) {
    return Block{Declare{"count", integer(0), true},
                 For{"p", std::move(begin), std::move(end), {Assign{"count", Update::add, integer(1)}}},
                 store(var("n"), var("count"))};
  };
  CHECK(simplified(counting(pos(var("n")), pos(add(var("n"), integer(1))))) ==
        "i64 count = i64(pos[n + 1]) - i64(pos[n])\nout[n] = count\n");
  // Extents may be of any size, so sums of them may overflow.
  check_stays(counting(integer(0), var("m")));
}

// Searches pos for n. `found` runs where it is found, `behind` after the search.
Block search(Block found, Block behind) {
  Block step = {If{{equal(pos(var("p")), var("n"))}, {std::move(found)}}, Assign{"p", Update::add, integer(1)}};
  Block body = {declare_flag(), Declare{"p", integer(0), true}, Declare{"q", integer(0), true},
                While{less(var("p"), var("m")), std::move(step)}, if_flag(store(var("n"), integer(2)))};
  body.insert(body.end(), behind.begin(), behind.end());
  return body;
}

TEST_CASE("a search exits early") {
  CHECK_THAT(simplified(search({set_flag()}, {})), ContainsSubstring("while p < m and not flag"));
  // Not if the position where it ends, or another effect of its body, is visible.
  CHECK_THAT(simplified(search({set_flag()}, {store(var("m"), var("p"))})), ContainsSubstring("while p < m\n"));
  CHECK_THAT(simplified(search({set_flag(), Assign{"q", Update::add, integer(1)}}, {store(var("m"), var("q"))})),
             ContainsSubstring("while p < m\n"));
  CHECK_THAT(simplified(search({set_flag(), store(var("p"), integer(1))}, {})), ContainsSubstring("while p < m\n"));
}

// A list with an entry for each of n, and statements that use it.
Block listed(Block use) {
  Block body = {
      LocalArray{"list", Type::i64, var("m"), false, ""},
      LocalArray{"scratch", Type::i64, var("m"), false, ""},
      LocalArray{"seen", Type::boolean, var("m"), true, ""},
      Declare{"count", integer(0), true},
      For{"i",
          integer(0),
          var("n"),
          {Store{"list", Type::i64, var("count"), Update::set, var("i")}, Assign{"count", Update::add, integer(1)}}},
      SortList{"list", "scratch", var("count"), var("m")}};
  body.insert(body.end(), use.begin(), use.end());
  body.push_back(For{"p",
                     integer(0),
                     var("count"),
                     {Store{"seen", Type::boolean, load("list", Type::i64, var("p")), Update::set, boolean(false)}}});
  return body;
}

TEST_CASE("a list is sorted only if its order has an effect") {
  CHECK_THAT(simplified(listed({})), !ContainsSubstring("sort") && !ContainsSubstring("scratch"));
  const Block walk = {For{"q", integer(0), var("count"), {store(var("q"), load("list", Type::i64, var("q")))}}};
  check_stays(listed(walk));
  // A loop over a part of the list depends on the order as well.
  const Block part = {
      For{"q",
          integer(0),
          var("n"),
          {Store{"seen", Type::boolean, load("list", Type::i64, var("q")), Update::set, boolean(false)}}}};
  check_stays(listed(part));
}

}  // namespace
}  // namespace scorchc::passes
