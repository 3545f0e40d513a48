#include "catch.h"
#include "ir/loop.h"
#include "modules.h"

using namespace scorchc;
using namespace scorchc::loop;

namespace {

/// SpMV with `statements` before its last one.
Module with(const Block& statements) {
  Module module = test::spmv();
  Block& body = module.functions[0].body;
  body.insert(body.end() - 1, statements.begin(), statements.end());
  return module;
}

struct Case {
  const char* problem;
  Block statements;
};

const Expr one = integer(1);
const Expr half = Number{0.5, 0, Type::f32};

}  // namespace

TEST_CASE("well-formed modules verify") {
  CHECK(verify(test::spmv()) == "");
  CHECK(verify(test::csr_add()) == "");
  CHECK(verify(test::divide()) == "");
  CHECK(verify(test::every_operator(Type::f32)) == "");
  CHECK(verify(test::every_operator(Type::i64)) == "");
}

TEST_CASE("ill-formed statements are named") {
  const Expr unknown = index_variable("unknown");
  const Block inside_parallel{For{"r", one, one, {ReturnIf{boolean(true), Status::out_of_memory, ""}}, true}};
  const std::vector<Case> cases{
      {"`unknown` is not a variable in scope", {Declare{"a", unknown}}},
      {"`i_size` is declared twice", {Declare{"i_size", one}}},
      {"`context` is a reserved name", {Declare{"context", one}}},
      {"`grown` is a reserved name", {Declare{"grown", one}}},
      {"`int` is a reserved name", {Declare{"int", one}}},
      {"is not mutable", {Declare{"a", one}, Assign{"a", Update::set, one}}},
      {"is not an array in scope", {Declare{"a", load("nothing", Type::f32, one)}}},
      {"wrong element type for `A_vals`", {Declare{"a", load("A_vals", Type::f64, one)}}},
      {"is not bound for writing", {Store{"A_vals", Type::f32, one, Update::set, half}}},
      {"is not of type f32", {Store{"y_vals", Type::f32, one, Update::set, one}}},
      {"`A->B` is not a number", {Declare{"a", Field{"A", "B"}}}},
      {"no element 2 in `dimension`", {Declare{"a", Field{"A", "dimension", 2}}}},
      {"no element -1 in `dimension`", {Declare{"a", Field{"A", "dimension"}}}},
      {"is a read-only operand", {SetField{"A", "dimension", 0, one}}},
      {"is not an integer", {Declare{"a", Binary{BinaryOp::add, {one, half}}}}},
      {"is not a condition", {While{one, {}}}},
      {"a select between different types", {Declare{"a", Select{{boolean(true), one, half}}}}},
      {"with a different type", {Declare{"a", Compute{Operator::add, {half, one}, Type::f32}}}},
      {"wrong number of operands", {Declare{"a", Compute{Operator::add, {half}, Type::f32}}}},
      {"`exp` on integers", {Declare{"a", Compute{Operator::exp, {one}, Type::i64}}}},
      {"without a status variable", {Declare{"a", Compute{Operator::div, {one, one}, Type::i64}}}},
      {"a return inside a parallel loop", inside_parallel},
      {"wrong number of blocks", {If{{boolean(true)}, {}}}},
      {"without a release function", {ReturnIf{boolean(true), Status::out_of_memory, "y"}}},
      {"is not a function that can be called", {CallPhase{"count", ""}}},
      {"is not a pointer", {ReturnIfNull{{"i_size"}}}},
      {"before the end of the function", {ReturnStatus{}}},
      {"is not a mutable i64 variable", {Grow{"y_vals", "y", "y_vals", "i_size", Type::f32, one}}},
      {"is not an object in scope", {Release{"Z", "vals"}}},
  };
  for (const Case& each : cases) {
    CHECK_THAT(verify(with(each.statements)), ContainsSubstring(each.problem));
  }
}

TEST_CASE("a scope ends") {
  const Block inner{Declare{"a", one}};
  CHECK(verify(with({For{"r", one, one, inner}, For{"r", one, one, inner}})) == "");
  CHECK_THAT(verify(with({For{"r", one, one, inner}, Declare{"b", index_variable("a")}})),
             ContainsSubstring("`a` is not a variable in scope"));
}

TEST_CASE("tables and the loops over them") {
  const std::vector<Table::Column> columns{{"vals", Type::f32, true}};
  const Table table{"operands", columns, {{Field{"A", "A_vals"}}, {Field{"x", "x_vals"}}}};
  const auto first = [](const std::string& name) { return Declare{name, load("vals", Type::f32, one)}; };
  const Block parallel{For{"n", one, one, {}, true}};
  CHECK(verify(with({table, ForEach{"operands", columns, {first("a")}}})) == "");
  CHECK(verify(with({table, ForEach{"operands", columns, parallel}})) == "");
  const std::vector<Case> cases{
      {"`operands` is not a table in scope", {ForEach{"operands", columns, {}}}},
      {"wrong columns for `operands`", {table, ForEach{"operands", {{"vals", Type::f64, true}}, {}}}},
      {"`vals` is not an array in scope", {table, ForEach{"operands", columns, {}}, first("a")}},
      {"a row of `operands` with the wrong number of cells", {Table{"operands", columns, {std::vector<Expr>{}}}}},
      {"`1` is not an array", {Table{"operands", columns, {{one}}}}},
      {"a table without rows or columns", {Table{"operands", columns, {}}}},
      {"wrong type for `A2_pos`", {Table{"operands", columns, {{Field{"A", "A2_pos"}}}}}},
      {"`A->dimension` is not an array", {Table{"operands", columns, {{Field{"A", "dimension"}}}}}},
  };
  for (const Case& each : cases) {
    CHECK_THAT(verify(with(each.statements)), ContainsSubstring(each.problem));
  }
}

TEST_CASE("ill-formed modules are named") {
  Module module = test::spmv();
  module.name = "int";
  CHECK_THAT(verify(module), ContainsSubstring("cannot be used as the name of a kernel"));
  module = test::spmv();
  module.structs.push_back(module.structs[0]);
  CHECK_THAT(verify(module), ContainsSubstring("has a reserved or repeated name"));
  module = test::spmv();
  module.structs[2].fields[1].is_const = true;
  CHECK_THAT(verify(module), ContainsSubstring("is a pointer to const"));
  module = test::spmv();
  module.functions[0].body.pop_back();
  CHECK_THAT(verify(module), ContainsSubstring("does not end with a status"));
  module = test::spmv();
  module.functions.push_back(module.functions[0]);
  CHECK_THAT(verify(module), ContainsSubstring("two functions"));
  module = test::spmv();
  module.functions.clear();
  CHECK_THAT(verify(module), ContainsSubstring("without a `run` function"));
  module = test::spmv();
  module.structs.erase(module.structs.begin());
  CHECK_THAT(verify(module), ContainsSubstring("has no struct"));
}
