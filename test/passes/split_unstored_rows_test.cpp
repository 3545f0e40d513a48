// Rows of a dense result without terms, whose zeros get a loop of their own.
#include "passes/split_unstored_rows.h"

#include "catch.h"
#include "ir/loop.h"

namespace scorchc::passes {
namespace {

using namespace loop;

Expr var(const std::string& name) { return index_variable(name); }
Expr pos(Expr row) { return load_index("pos", Type::i32, std::move(row)); }
Expr has_terms() { return less(pos(var("i")), pos(add(var("i"), integer(1)))); }
Expr zero() { return number(Type::f32, 0, 0); }
Expr place() { return add(mul(var("i"), var("n")), var("k")); }

/// A loop over rows with a vector loop inside, which stores `value`.
Block rows(const Expr& value) {
  For lanes{"k",
            integer(0),
            var("n"),
            {Declare{"t", load("B", Type::f32, var("k"))}, Store{"Y", Type::f32, place(), Update::set, value}}};
  lanes.vector = true;
  return {For{"i", integer(0), var("m"), {lanes}}};
}

std::string split(const Block& block) {
  Module module;
  module.functions.emplace_back();
  module.functions[0].body = block;
  return print(split_unstored_rows(module).functions[0].body);
}

TEST_CASE("zeros of rows without terms are split off") {
  const Expr t = Variable{"t", Type::f32};
  CHECK(split(rows(select(has_terms(), t, zero()))) ==
        "for i in 0 .. m\n"
        "  for k in 0 .. n vector\n"
        "    f32 t = B[k]\n"
        "    Y[i * n + k] = t\n"
        "# rows without terms are 0\n"
        "for i in 0 .. m\n"
        "  if not (i64(pos[i]) < i64(pos[i + 1]))\n"
        "    for k in 0 .. n\n"
        "      Y[i * n + k] = 0:f32\n");
}

TEST_CASE("rows are not split if the condition depends on more than the row") {
  const Expr t = Variable{"t", Type::f32};
  const Block plain = rows(t);
  CHECK(split(plain) == print(plain));
  const Block by_lane = rows(select(is_stored(load("T", Type::f32, var("k"))), t, zero()));
  CHECK(split(by_lane) == print(by_lane));
  const Block by_result = rows(select(is_stored(load("Y", Type::f32, var("i"))), t, zero()));
  CHECK(split(by_result) == print(by_result));
  const Block with_other_value = rows(select(has_terms(), t, load("b", Type::f32, var("k"))));
  CHECK(split(with_other_value) == print(with_other_value));
}

}  // namespace
}  // namespace scorchc::passes
