// Guards of reductions that may have no terms.
#include "passes/guard_empty_reductions.h"

#include "catch.h"
#include "ir/loop.h"

namespace scorchc::passes {
namespace {

using namespace loop;

Expr var(const std::string& name) { return index_variable(name); }
Expr pos(Expr level) { return load_index("pos", Type::i32, std::move(level)); }
Expr raw(Expr level) { return load("pos", Type::i32, std::move(level)); }
Expr real(const std::string& name) { return Variable{name, Type::f32}; }

Stmt sum() { return Declare{"t", number(Type::f32, 0, 0), true}; }
Stmt terms() {
  return For{"q",
             pos(var("p")),
             pos(add(var("p"), integer(1))),
             {Assign{"t", Update::add, load("A", Type::f32, add(var("q"), var("k")))}}};
}
Stmt any(Expr level) { return Declare{"any", less(raw(var("p")), raw(std::move(level)))}; }
Stmt used(const std::string& flag = "any") {
  return If{{flag_variable(flag)}, {{Store{"out", Type::f32, var("k"), Update::add, real("t")}}}};
}

std::string asked(Block body, bool in_lanes = true) {
  For loop{"k", integer(0), var("n"), std::move(body)};
  loop.vector = in_lanes;
  Module module;
  module.functions.emplace_back();
  module.functions[0].body = {loop};
  return print(guard_empty_reductions(module).functions[0].body);
}

std::string as_it_is(Block body, bool in_lanes = true) {
  For loop{"k", integer(0), var("n"), std::move(body)};
  loop.vector = in_lanes;
  return print(Block{loop});
}

TEST_CASE("a reduction is guarded by the test whether it has terms") {
  CHECK(asked({sum(), Comment{"j"}, terms(), any(add(var("p"), integer(1))), used()}) ==
        "for k in 0 .. n vector\n"
        "  if pos[p] < pos[p + 1]\n"
        "    f32 t := 0:f32\n"
        "    # j\n"
        "    for q in i64(pos[p]) .. i64(pos[p + 1])\n"
        "      t += A[q + k]\n"
        "    out[k] += t\n");
}

TEST_CASE("other reductions stay as they are") {
  const auto check_stays = [](const Block& body, bool in_lanes = true) {
    CHECK(asked(body, in_lanes) == as_it_is(body, in_lanes));
  };
  const Stmt question = any(add(var("p"), integer(1)));
  check_stays({sum(), terms(), question, used()}, false);                 // there, several iterations share a reduction
  check_stays({sum(), terms(), any(add(var("p"), integer(2))), used()});  // another range
  check_stays({sum(), terms(), question, used(), used()});
  check_stays({sum(), terms(), question, used(), Store{"out", Type::f32, var("k"), Update::set, real("t")}});
  check_stays({sum(), terms(), question, used("other")});
}

}  // namespace
}  // namespace scorchc::passes
