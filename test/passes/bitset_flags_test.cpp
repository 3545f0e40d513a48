// Arrays of flags that become bitsets.
#include "passes/bitset_flags.h"

#include "catch.h"
#include "ir/loop.h"

namespace scorchc::passes {
namespace {

using namespace loop;

Expr var(const std::string& name) { return index_variable(name); }
Expr seen(Expr at) { return load("seen", Type::boolean, std::move(at)); }
Stmt set(bool value, const std::string& at = "p") {
  return Store{"seen", Type::boolean, var(at), Update::set, boolean(value)};
}
Stmt loop_over(const std::string& index, Block body) { return For{index, integer(0), var("n"), std::move(body)}; }
Stmt made() {
  return loop_over("p", {If{{negate(seen(var("p")))},
                            {{set(true), Store{"list", Type::i64, var("count"), Update::set, var("p")}}}}});
}
Stmt sorted() {
  return If{{less(integer(1), var("count"))}, {{SortList{"list", "scratch", var("count"), var("n"), "seen"}}}};
}

Block function_of(const Block& body) {
  Module module;
  module.functions.emplace_back();
  Block& all = module.functions[0].body;
  all = {LocalArray{"seen", Type::boolean, var("n"), true, ""}, LocalArray{"list", Type::i64, var("n"), false, ""},
         LocalArray{"scratch", Type::i64, var("n"), false, ""}};
  all.insert(all.end(), body.begin(), body.end());
  return bitset_flags(module).functions[0].body;
}

bool are_bits(const Block& body) { return function_of(body)[0].as<LocalArray>()->is_bitset; }

TEST_CASE("flags that are set once and read become a bitset") {
  CHECK(are_bits({made()}));
  CHECK(are_bits({made(), loop_over("q", {Assign{"t", Update::add, cast(Type::i64, seen(var("q")))}})}));
}

TEST_CASE("a list with such flags is sorted by them, without scratch space") {
  CHECK(print(function_of({made(), sorted()})).find("sort list[0 .. count] below n by seen") != std::string::npos);
  CHECK(print(function_of({made(), sorted()})).find("scratch") == std::string::npos);
  const Stmt other = SortList{"list", "scratch", var("count"), var("n")};
  CHECK(print(function_of({made(), sorted(), other})).find("i64[] scratch") != std::string::npos);
}

TEST_CASE("flags that are reset, or set by threads, stay booleans") {
  CHECK_FALSE(are_bits({made(), loop_over("q", {set(false, "q")})}));
  CHECK_FALSE(are_bits({loop_over("r", {made(), sorted()})}));
  CHECK_FALSE(are_bits({made(), LoadMask{"eight", "seen", integer(0)}}));
  CHECK_FALSE(are_bits({sorted()}));
  For threads{"p", integer(0), var("n"), {set(true)}};
  threads.parallel = true;
  CHECK_FALSE(are_bits({threads}));
  For lanes{"p",
            integer(0),
            var("n"),
            {Store{"out", Type::f32, var("p"), Update::set,
                   select(seen(var("p")), number(Type::f32, 1, 1), number(Type::f32, 0, 0))}}};
  lanes.vector = true;
  CHECK_FALSE(are_bits({made(), lanes}));
}

TEST_CASE("threads may read a bitset") {
  For threads{"q",
              integer(0),
              var("n"),
              {If{{seen(var("q"))}, {{Store{"out", Type::f32, var("q"), Update::set, number(Type::f32, 1, 1)}}}}}};
  threads.parallel = true;
  CHECK(are_bits({made(), threads}));
}

}  // namespace
}  // namespace scorchc::passes
