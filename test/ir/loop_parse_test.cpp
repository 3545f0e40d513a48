// The text form of loop IR that is parsed back. All kernels of the golden cases are in golden/text_form_test.cpp.
#include "ir/loop_parse.h"

#include <cstdint>
#include <limits>
#include <string>

#include "catch.h"

namespace scorchc::loop {
namespace {

const std::string structs = R"(struct X
  const f32[] vals
  i64 n: vals_count
  i64[2] dimension
  const i64[] X1_pos: pos 3
struct Y
  f32[] Y_vals
  i32[] Y2_crd
  i64[] out: vals
  i32 owned
)";
const std::string end = R"(  return ok
function free(out Y)
  return null_argument if null: Y
  release Y.Y_vals
)";
const std::string bound = R"(  i64 n = X.n
  f32[] x = X.vals
  i64[] pos = X.X1_pos
  f32[] y := Y.Y_vals
  i64[] out := Y.out
)";

/// A module whose function `run` has this body between the declarations of n, x, pos, y and out and its end.
std::string around(const std::string& body) {
  return "module a::b::sample\n" + structs + "function run(X, out Y)\n" + bound + body + end;
}

std::string error_of(const std::string& body) {
  try {
    parse(around(body));
  } catch (const ParseError& error) {
    return error.what();
  }
  return "";
}

/// Checks that a body is parsed and printed as it was.
void check_same(const std::string& body) {
  INFO(body);
  CHECK(error_of(body) == "");
  CHECK(print(parse(around(body))) == around(body));
}

/// The value of `i64 v = TEXT`, of another type if the text has one.
Expr value_of(const std::string& text, const std::string& type = "i64") {
  const Module module = parse(around("  i64 a = 1\n  i64 b = 2\n  " + type + " v = " + text + "\n"));
  const Block& body = module.functions[0].body;
  return body[body.size() - 2].as<Declare>()->value;
}

TEST_CASE("modules, structs and parameters are parsed") {
  const Module module = parse(around(""));
  CHECK(module.name == "sample");
  CHECK(module.name_space == "a::b");
  REQUIRE(module.structs.size() == 2);
  CHECK(module.structs[0].fields[1] == FieldDeclaration{"n", FieldRole::vals_count, 0, Type::i64, false, false, 0, ""});
  CHECK(module.structs[0].fields[2] ==
        FieldDeclaration{"dimension", FieldRole::dimension, 0, Type::i64, false, false, 2, ""});
  CHECK(module.structs[0].fields[3] == FieldDeclaration{"X1_pos", FieldRole::pos, 2, Type::i64, true, true, 0, ""});
  CHECK(module.structs[1].fields[1] == FieldDeclaration{"Y2_crd", FieldRole::crd, 1, Type::i32, true, false, 0, ""});
  CHECK(module.functions[0].parameters == std::vector<Parameter>{{"X", true}, {"Y", false}});
  CHECK(module.functions[1].phase == Phase::release);
  CHECK(print(module) == around(""));
}

TEST_CASE("index arithmetic and operators on integers differ") {
  const Expr a = index_variable("a"), b = index_variable("b");
  CHECK(value_of("a + b * 3") == add(a, mul(b, integer(3))));
  CHECK(value_of("(a + b) * 3") == mul(add(a, b), integer(3)));
  CHECK(value_of("a - (b - 3)") == sub(a, sub(b, integer(3))));
  CHECK(value_of("(a + b):i64") == Expr(Compute{Operator::add, {a, b}, Type::i64}));
  CHECK(value_of("min(a, b)") == minimum(a, b));
  CHECK(value_of("min(a, b):i64") == Expr(Compute{Operator::min, {a, b}, Type::i64}));
  CHECK(value_of("-a") == Expr(Compute{Operator::neg, {a}, Type::i64}));
  CHECK(value_of("a - -3") == sub(a, integer(-3)));
  CHECK(value_of("-(3)") == Expr(Compute{Operator::neg, {integer(3)}, Type::i64}));
  CHECK(value_of("x[a] + x[b]", "f32") ==
        Expr(Compute{Operator::add, {load("x", Type::f32, a), load("x", Type::f32, b)}, Type::f32}));
}

TEST_CASE("numbers have a type") {
  CHECK(value_of("3") == integer(3));
  CHECK(value_of("-9223372036854775808") == integer(std::numeric_limits<std::int64_t>::min()));
  CHECK(value_of("3:i64") == number(Type::i64, 0, 3));
  CHECK(value_of("-3:i32", "i32") == number(Type::i32, 0, -3));
  CHECK(value_of("0.1:f32", "f32") == number(Type::f32, 0.1, 0));
  CHECK(value_of("1e-05:f64", "f64") == number(Type::f64, 1e-5, 0));
  CHECK(value_of("-inf:f32", "f32") == lowest(Type::f32));
  CHECK(value_of("-(2:f32)", "f32") == Expr(Compute{Operator::neg, {number(Type::f32, 2, 0)}, Type::f32}));
}

TEST_CASE("conditions and selects are parsed") {
  const Expr a = index_variable("a"), b = index_variable("b");
  CHECK(value_of("a < b and not (a == 1 or a == 2)", "bool") ==
        both(less(a, b), negate(either(equal(a, integer(1)), equal(a, integer(2))))));
  CHECK(value_of("a < b ? a : a == b ? b : 3") == select(less(a, b), a, select(equal(a, b), b, integer(3))));
  CHECK(value_of("branch-free a < b ? (a + b) : b") == pick(less(a, b), add(a, b), b));
  CHECK(value_of("search(pos[0 .. a), b)") == Expr(Search{"pos", Type::i64, {integer(0), a, b}}));
  CHECK(value_of("gallop(pos[0 .. a), b)") == Expr(Search{"pos", Type::i64, {integer(0), a, b}, true}));
}

TEST_CASE("names of the text form may be names of variables") {
  check_same("  i64 find := n\n  i64 append = find\n  find = append\n  i64 sort = find + append\n");
  check_same("  for each in 0 .. n\n    y[each] = 0:f32\n");
  check_same("  i64 work = 1\n  for vector in 0 .. work vector\n    y[vector] = 0:f32\n");
}

TEST_CASE("statements are printed as they were") {
  check_same("  clear y[0 .. n]\n  clear y[3 ...], n elements\n  memmove y[1 ...] to 0, n - 1 elements\n");
  check_same("  prefetch x[n]\n  y[0] min= x[0]\n  y[1] += x[1]\n");
  check_same("  Y.out = new i64[n] zeroed\n  Y.owned = 1:i32\n  shrink Y.out from n to 3\n");
  check_same("  i64 capacity := n\n  grow out = Y.out to n + 1 capacity capacity\n");
  check_same(
      "  if n == 1\n    y[0] = 1:f32\n  else if n == 2\n    # two\n    y[0] = 2:f32\n  else\n    y[0] = 3:f32\n"
      "  while n < 0\n    y[0] = 1:f32\n");
  check_same(
      "  return null_argument if null: pos (0 < n) x releasing Y\n  return index_overflow if n < 0 releasing Y\n");
  check_same(
      "  for i in 0 .. n parallel estimated work i + 1 times 8 times n\n    # thread-private\n"
      "    bool[] seen := new bool[n] zeroed bitset releasing Y\n    y[i] = 0:f32\n");
  check_same("  for nonempty i in 0 .. n of pos\n    y[i] = 0:f32\n  skipped first .. behind\n    y[first] = 0:f32\n");
  check_same("  for nonempty in 0 .. n unroll 4\n    y[nonempty] = 0:f32\n");
  check_same(
      "  parallel i in 0 .. n by chunks estimated work i + 1 times 8 share i_begin .. i_end\n    # thread-private\n"
      "    bool[] seen := new bool[n]\n    for i in 0 .. n chunked share i_begin .. i_end\n      y[i] = 0:f32\n");
  check_same(
      "  i64 p := 0\n  i64 q := 0\n  bool ascends := true\n"
      "  merge j of p .. n in pos flag p_here, q .. n in pos flag q_here: f32 value = (p_here ? x[p] : -0:f32) + "
      "(q_here "
      "? x[q] : -0:f32)\n    y[j] = value\n"
      "  clear ascends unless ascending pos[0 .. n]\n  copy y[n ...] = x[1 ...], n elements\n");
  check_same(
      "  matmul y[0] by n = x[1] by n transposed times x[2] by n rows n depth 2 columns n\n    y[0] = 0:f32\n"
      "  matmul y[0] by 1 += x[1] by n times x[2] by 1 rows n depth 2\n    y[0] = 0:f32\n");
  check_same(
      "  chunks parts of n over i by iterations: min(a, b) rows each, that's all\n"
      "  for part in 0 .. parts parallel chunked\n    y[part] = 0:f32\n");
  check_same(
      "  tuples w(w1, w2: i32, w_vals: f32), count count, at most n releasing Y\n"
      "  i64 place = find or append in w (n, 1) initially 0:f32\n  append in w (n, 1) initially 0:f32\n"
      "  append with duplicates in w (1, 1) initially 0:f32\n  sort w below (n) releasing Y\n"
      "  Y.Y2_crd = move w2 of w\n  Y.Y_vals = move w_vals of w\n  reset w\n");
  check_same(
      "  i64[] list := new i64[n]\n  i64[] bits := new i64[n]\n  bool[] marks := new bool[n] zeroed\n"
      "  set bit n in bits\n  i64 words = nonzero words of bits from 0 below n in list\n"
      "  i64 mask := load mask of marks from 8\n  i64 j = pop lowest bit of mask from 8\n"
      "  sort list[0 .. words] below n with bits by marks\n");
  check_same(
      "  table operands(p: i64[], size: i64)\n    X.X1_pos, X.n\n  for each (p: i64[], size: i64) of operands\n"
      "    y[size] = f32(p[0])\n");
}

TEST_CASE("errors say the line, what is expected and what is found") {
  // The body begins in line 18.
  CHECK(error_of("  for i in 0 to n\n") == "line 18: expected `..`, found `to`");
  CHECK(error_of("  y[0] = (n\n") == "line 18: expected `)`, found the end of the line");
  CHECK(error_of("  y[0] = 1:f32 2\n") == "line 18: expected the end of the line, found `2`");
  CHECK(error_of("  y[0] := 1:f32\n") == "line 18: expected `=` or an update, found `:=`");
  CHECK(error_of("  y[0] = z[0]\n") == "line 18: expected an array in scope, found `z`");
  CHECK(error_of("  y[0] = f32(m)\n") == "line 18: expected a variable in scope, found `m`");
  CHECK(error_of("  y[0] = root(n)\n") == "line 18: `root` is not a function");
  CHECK(error_of("  y[0] = pow(x[0])\n") == "line 18: `pow` has 1 operands, expected 2");
  CHECK(error_of("  i32 m = n\n") == "line 18: `m` is declared as i32, but its value is of type i64");
  CHECK(error_of("  i64 m = X.extent\n") == "line 18: expected a field of `X`, found `extent`");
  CHECK(error_of("  stop\n") == "line 18: expected a statement, found `stop`");
  CHECK(error_of("  return success\n") == "line 18: expected a status, found `success`");
  CHECK(error_of("  y[0] = 0:f32\n    y[1] = 0:f32\n") == "line 19: this line is indented more than its block");
  CHECK(error_of("  y[0] = 0:f32\n   y[1] = 0:f32\n") ==
        "line 19: the indentation is odd; a block is indented by two blanks");
  CHECK(error_of("  y[0] = " + std::string(100'000, '(') + "\n") ==
        "line 18: expected an expression that is less deep, found `(`");
  CHECK_THROWS_WITH(parse(""), "line 1: expected `module NAME`");
  CHECK_THROWS_WITH(parse("module m\nstruct X\n  f16 a\n"), "line 3: expected a type, found `f16`");
  CHECK_THROWS_WITH(parse("module m\nfunction start()\n"),
                    "line 2: expected a function of a kernel: run, count, pattern, compute, assemble or free, found "
                    "`start`");
  CHECK_THROWS_WITH(parse("module m\nfunction run(X)\n"), "line 2: expected a struct, found `X`");
}

TEST_CASE("what violates a rule is reported at its statement") {
  CHECK(error_of("  for i in 0 .. n\n    # comment\n    n = 1\n") ==
        "line 20: run: `n` is assigned, but is not mutable");
  CHECK(error_of("  for i in 0 .. n\n    y[0] = 0:f32\n  for n in 0 .. 3\n    y[0] = 0:f32\n") ==
        "line 20: run: `n` is declared twice");
  CHECK(error_of("  x[0] = 0:f32\n") == "line 18: run: `x` is not bound for writing");
  CHECK_THROWS_WITH(parse("module m\n"), "a module without a `run` function");
}

}  // namespace
}  // namespace scorchc::loop
