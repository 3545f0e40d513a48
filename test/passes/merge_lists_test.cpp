// Merges of coordinate lists without branches.
#include "passes/merge_lists.h"

#include "catch.h"
#include "ir/loop.h"

namespace scorchc::passes {
namespace {

using namespace loop;

Expr var(const std::string& name) { return index_variable(name); }
Expr value_of(const std::string& array, const std::string& position) { return load(array, Type::f32, var(position)); }
Expr sum(Expr a, Expr b) { return Compute{Operator::add, {std::move(a), std::move(b)}, Type::f32}; }
Stmt step(const std::string& position) { return Assign{position, Update::add, integer(1)}; }
Stmt stored(Expr value) { return Store{"c", Type::f32, var("j"), Update::set, std::move(value)}; }

/// while p < p_end and q < q_end, with a branch for each set of lists.
While lattice_loop(Block only_a, Block only_b, Block both_lists) {
  return {both(less(var("p"), var("p_end")), less(var("q"), var("q_end"))),
          {Declare{"jA", load_index("A_crd", Type::i32, var("p"))},
           Declare{"jB", load_index("B_crd", Type::i32, var("q"))}, Declare{"j", minimum(var("jA"), var("jB"))},
           If{{both(equal(var("jA"), var("j")), equal(var("jB"), var("j"))), equal(var("jA"), var("j"))},
              {std::move(both_lists), std::move(only_a), std::move(only_b)}}}};
}
While addition() {
  return lattice_loop({stored(value_of("a", "p")), step("p")}, {stored(value_of("b", "q")), step("q")},
                      {stored(sum(value_of("a", "p"), value_of("b", "q"))), step("p"), step("q")});
}

std::string after(Stmt loop) {
  Module module;
  module.functions.emplace_back();
  module.functions[0].body = {std::move(loop)};
  return print(merge_lists(module).functions[0].body);
}

TEST_CASE("a union whose branches store one value each is a merge") {
  CHECK(after(addition()) ==
        "merge j of p .. p_end in A_crd flag p_here, q .. q_end in B_crd flag q_here: f32 value = (p_here ? a[p] : "
        "-0:f32) + (q_here ? b[q] : -0:f32)\n"
        "  c[j] = value\n");
}

TEST_CASE("branches that differ in more than a value stay") {
  CHECK(after(lattice_loop({stored(value_of("a", "p")), step("p")}, {step("q")},
                           {stored(sum(value_of("a", "p"), value_of("b", "q"))), step("p"), step("q")}))
            .starts_with("while"));
  CHECK(after(lattice_loop({stored(value_of("a", "p")), step("p")}, {stored(value_of("b", "q")), step("q")},
                           {stored(sum(value_of("a", "p"), value_of("b", "q"))), step("p")}))
            .starts_with("while"));
}

TEST_CASE("an expensive value stays in branches") {
  const Expr root = Compute{Operator::sqrt, {value_of("a", "p")}, Type::f32};
  CHECK(after(lattice_loop({stored(root), step("p")}, {stored(value_of("b", "q")), step("q")},
                           {stored(sum(root, value_of("b", "q"))), step("p"), step("q")}))
            .starts_with("while"));
}

TEST_CASE("lanes of a vector loop take the same branches") {
  For lanes{"k", integer(0), var("k_size"), {addition()}};
  lanes.vector = true;
  CHECK_THAT(after(lanes), ContainsSubstring("while"));
  lanes.vector = false;
  CHECK_THAT(after(lanes), ContainsSubstring("merge j"));
}

}  // namespace
}  // namespace scorchc::passes
