// Values that are hoisted out of loops, and values that must stay.
#include "passes/hoist.h"

#include "catch.h"
#include "ir/loop.h"
#include "looped.h"

namespace scorchc::passes {
namespace {

using namespace loop;

Expr var(const std::string& name) { return index_variable(name); }
Expr real(const std::string& name) { return Variable{name, Type::f64}; }
Expr as_real(const std::string& name) { return cast(Type::f64, var(name)); }
Expr value_at(Expr index) { return load("A_vals", Type::f64, std::move(index)); }
Expr exp_of(Expr value) { return Compute{Operator::exp, {std::move(value)}, Type::f64}; }
Expr product(Expr a, Expr b) { return Compute{Operator::mul, {std::move(a), std::move(b)}, Type::f64}; }
Stmt add_to(const std::string& name, Expr value) { return Assign{name, Update::add, std::move(value)}; }
Stmt add_at(const std::string& index, Expr value) {
  return Store{"out", Type::f64, var(index), Update::add, std::move(value)};
}
Stmt declare_sum() { return Declare{"sum", number(Type::f64, 0, 0), true}; }
Stmt use_sum() { return Store{"out", Type::f64, var("n"), Update::set, real("sum")}; }
For over(const std::string& index, Block body) { return {index, integer(0), var("n"), std::move(body)}; }
For lanes_over(const std::string& index, Block body) {
  For loop = over(index, std::move(body));
  loop.vector = true;
  return loop;
}

// The body of a function after the pass. `n` and `m` are numbers; `A_vals` and `out` are arrays of its parameters.
std::string hoisted(const Block& body) {
  return after(hoist, body, {"A_vals", FieldRole::vals, 0, Type::f64, true, true, 0, ""}, Type::f64);
}

void check_stays(const Block& body) { CHECK(hoisted(body) == print(body)); }

TEST_CASE("a call of a loop-invariant value is hoisted once") {
  const Stmt twice = add_to("sum", product(exp_of(as_real("m")), exp_of(as_real("m"))));
  CHECK(hoisted({declare_sum(), over("p", {twice}), use_sum()}) ==
        "f64 sum := 0:f64\n"
        "f64 exp_value = exp(f64(m))\n"
        "for p in 0 .. n\n"
        "  sum += exp_value * exp_value\n"
        "out[n] = sum\n");
}

TEST_CASE("a call of a varying value, or of a load, stays") {
  check_stays({declare_sum(), over("p", {add_to("sum", exp_of(as_real("p")))}), use_sum()});
  // The array may have no element if the loop has no iteration.
  check_stays({declare_sum(), over("p", {add_to("sum", exp_of(value_at(integer(0))))}), use_sum()});
  check_stays(
      {declare_sum(), over("p", {If{{less(var("p"), var("m"))}, {{add_to("sum", exp_of(as_real("m")))}}}}), use_sum()});
}

TEST_CASE("a load next to a store is hoisted out of all loops that do not change its index") {
  CHECK(
      hoisted({over("i", {over("j", {over("k", {add_at("k", product(value_at(var("i")), value_at(var("k"))))})})})}) ==
      "for i in 0 .. n\n"
      "  f64 A_value = A_vals[i]\n"
      "  for j in 0 .. n\n"
      "    for k in 0 .. n\n"
      "      out[k] += A_value * A_vals[k]\n");
}

TEST_CASE("a load stays that only feeds a sum, or whose component may be stored to or missing") {
  check_stays({over("i", {declare_sum(), over("k", {add_to("sum", value_at(var("i")))}), add_at("i", real("sum"))})});
  check_stays({over("i", {over("k", {add_at("k", load("out", Type::f64, var("i")))})})});
  check_stays({over("i", {over("k", {If{{less(var("k"), var("m"))}, {{add_at("k", value_at(var("i")))}}}})})});
}

TEST_CASE("a load in a branch is hoisted if its component always exists") {
  const auto asked = [](Block inside) {
    return Block{
        Declare{"first", add(var("m"), integer(1))},
        over("i",
             {over("j", {Declare{"any", less(var("j"), var("m"))}, If{{flag_variable("any")}, {std::move(inside)}}})})};
  };
  CHECK(hoisted(asked({add_at("j", product(value_at(var("i")), as_real("j")))})) ==
        "i64 first = m + 1\n"
        "for i in 0 .. n\n"
        "  f64 A_value = A_vals[i]\n"
        "  for j in 0 .. n\n"
        "    bool any = j < m\n"
        "    if any\n"
        "      out[j] += A_value * f64(j)\n");
  check_stays(asked({add_at("j", value_at(var("j")))}));
  check_stays(asked({add_at("j", value_at(var("first")))}));  // may be beyond the array if the branch is never taken
}

TEST_CASE("in a vector loop, a load that all lanes share is named before the store") {
  const Stmt loop = over("p", {add_at("k", product(value_at(var("p")), value_at(var("k"))))});
  CHECK(hoisted({lanes_over("k", {loop})}) ==
        "for k in 0 .. n vector\n"
        "  f64 A_value = A_vals[k]\n"
        "  for p in 0 .. n\n"
        "    f64 A_value2 = A_vals[p]\n"
        "    out[k] += A_value2 * A_value\n");
}

}  // namespace
}  // namespace scorchc::passes
