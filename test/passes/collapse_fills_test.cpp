// Nested loops that fill a dense array with one value.
#include "passes/collapse_fills.h"

#include "catch.h"
#include "ir/loop.h"

namespace scorchc::passes {
namespace {

using namespace loop;

Expr var(const std::string& name) { return index_variable(name); }
Expr cell() { return add(mul(var("j"), var("k_size")), var("k")); }
Stmt zero(Expr index, Update update = Update::set) {
  return Store{"C", Type::f32, std::move(index), update, number(Type::f32, 0, 0)};
}
For rows(Block body) { return {"j", integer(0), var("j_size"), std::move(body)}; }
For columns(Block body) { return {"k", integer(0), var("k_size"), std::move(body)}; }

std::string flattened(const Block& body) {
  Module module;
  module.functions.emplace_back();
  module.functions[0].body = body;
  return print(collapse_fills(module).functions[0].body);
}

TEST_CASE("a nest that fills rows becomes one loop") {
  For outer = rows({Comment{"k: every coordinate"}, columns({zero(cell())})});
  outer.parallel = true;
  outer.work = Work{var("j"), {maximum(var("k_size"), integer(1)), integer(8)}};
  CHECK(flattened({Comment{"j: every coordinate"}, outer}) ==
        "# j, k: every coordinate\n"
        "i64 j_k_size = j_size * k_size\n"
        "for j_k in 0 .. j_k_size parallel work j_k times 8\n"
        "  C[j_k] = 0:f32\n");
}

TEST_CASE("names of new loops are unique and not reserved") {
  const For fill = rows({columns({zero(cell())})});
  const For other{
      "M", integer(0), var("n"), {For{"E", integer(0), var("m"), {zero(add(mul(var("M"), var("m")), var("E")))}}}};
  CHECK(flattened({fill, fill, other}) ==
        "i64 j_k_size = j_size * k_size\n"
        "for j_k in 0 .. j_k_size\n"
        "  C[j_k] = 0:f32\n"
        "i64 j_k_2_size = j_size * k_size\n"
        "for j_k_2 in 0 .. j_k_2_size\n"
        "  C[j_k_2] = 0:f32\n"
        "i64 M_E_x_size = n * m\n"
        "for M_E_ in 0 .. M_E_x_size\n"
        "  C[M_E_] = 0:f32\n");
}

TEST_CASE("a thread's chunk of rows is filled by one loop, too") {
  For outer{"j", var("first"), var("last"), {columns({zero(cell())})}};
  CHECK(flattened({outer}) ==
        "i64 j_k_size = last * k_size\n"
        "for j_k in first * k_size .. j_k_size\n"
        "  C[j_k] = 0:f32\n");
}

TEST_CASE("other nests stay as they are") {
  const auto check_stays = [](const For& loop) { CHECK(flattened({loop}) == print(Block{loop})); };
  check_stays(rows({columns({zero(add(mul(var("k"), var("j_size")), var("j")))})}));  // column-major
  check_stays(rows({columns({zero(add(mul(var("j"), var("m")), var("k")))})}));       // rows with gaps between them
  check_stays(rows({columns({zero(cell(), Update::add)})}));
  check_stays(rows({columns({zero(cell()), zero(var("k"))})}));
  check_stays(rows({zero(var("j"))}));
  check_stays(rows({columns({Store{"C", Type::f32, cell(), Update::set, load("A", Type::f32, cell())}})}));
  check_stays(
      {"i",
       integer(0),
       var("n"),
       {rows({columns({zero(add(mul(add(mul(var("i"), var("j_size")), var("j")), var("k_size")), var("k")))})})}});
}

}  // namespace
}  // namespace scorchc::passes
