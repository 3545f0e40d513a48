// Tests statements of loop IR for local storage of a function: arrays, lists of tuples, sorting.
#include "catch.h"
#include "ir/loop.h"

namespace scorchc::loop {
namespace {

Expr var(const std::string& name) { return index_variable(name); }
const Expr one = integer(1);
const Expr zero_f32 = number(Type::f32, 0, 0);

/// A module with one result `y` that can be released, and one operand `x`.
Module around(Block statements) {
  Module module{"made", "", {}, {}, {}, {}};
  const FieldDeclaration operand{"x_vals", FieldRole::vals, 0, Type::i64, true, true, 0, ""};
  const FieldDeclaration result{"y_vals", FieldRole::vals, 0, Type::f32, true, false, 0, ""};
  module.structs = {{"x", "", {operand}}, {"y", "", {result}}};
  statements.insert(statements.begin(), BindArray{"x_vals", Type::i64, "x", "x_vals", false});
  statements.push_back(ReturnStatus{});
  module.functions = {{Phase::run, "", {{"x", true}, {"y", false}}, true, std::move(statements)},
                      {Phase::release, "", {{"y", false}}, true, {Release{"y", "y_vals"}}}};
  return module;
}

const LocalArray list{"w_crd", Type::i64, var("n"), false, "y"};
const LocalArray scratch{"w_scratch", Type::i64, var("n"), false, "y"};
const LocalArray seen{"w_seen", Type::boolean, var("n"), true, ""};
const Tuples tuples{"w", {"w1_crd", "w2_crd"}, "w_vals", Type::f32, "w_count", "y"};
const AddTuple accumulated{"w", "pw", {one, var("n")}, zero_f32, Duplicates::merge};
const AddTuple appended{"w", "", {one, var("n")}, zero_f32, Duplicates::absent};
const Declare n{"n", integer(4)};

Stmt loop_over(const std::string& index, Block body, bool parallel = false, Block locals = {}) {
  return For{index, integer(0), var("n"), std::move(body), parallel, std::move(locals)};
}

TEST_CASE("temporaries print") {
  const Block block{n,
                    list,
                    scratch,
                    seen,
                    tuples,
                    accumulated,
                    Store{"w_vals", Type::f32, var("pw"), Update::add, number(Type::f32, 2, 2)},
                    appended,
                    SortTuples{"w", {var("n"), integer(7)}, "y"},
                    SortTuples{"w", {var("n")}, ""},
                    ResetTuples{"w"},
                    SortList{"w_crd", "w_scratch", one, var("n")},
                    SetBit{"w_scratch", var("n")},
                    NonzeroWords{"w_scratch", "w_crd", "w_words", one, var("n")},
                    Declare{"marks", one, true},
                    PopLowestBit{"j", "marks", one},
                    LoadMask{"eight", "w_seen", var("n")}};
  CHECK(verify(around(block)) == "");
  CHECK(print(block) ==
        "i64 n = 4\n"
        "i64[] w_crd := new i64[n] releasing y\n"
        "i64[] w_scratch := new i64[n] releasing y\n"
        "bool[] w_seen := new bool[n] zeroed\n"
        "tuples w(w1_crd, w2_crd: i64, w_vals: f32), count w_count releasing y\n"
        "i64 pw = find or append in w (1, n) initially 0:f32\n"
        "w_vals[pw] += 2:f32\n"
        "append in w (1, n) initially 0:f32\n"
        "sort w below (n, 7) releasing y\n"
        "sort w below (n)\n"
        "reset w\n"
        "sort w_crd[0 .. 1] below n with w_scratch\n"
        "set bit n in w_scratch\n"
        "i64 w_words = nonzero words of w_scratch from 1 below n in w_crd\n"
        "i64 marks := 1\n"
        "i64 j = pop lowest bit of marks from 1\n"
        "i64 eight := load mask of w_seen from n\n");
}

TEST_CASE("a list of tuples whose number is bounded prints its bound") {
  const Tuples bounded{"w", {"w1_crd"}, "w_vals", Type::boolean, "w_count", "y", Type::i32, mul(var("n"), integer(4))};
  const Block block{n, bounded,
                    AddTuple{"w", "", {load_index("w1_crd", Type::i32, one)}, boolean(false), Duplicates::absent}};
  CHECK(verify(around(block)) == "");
  CHECK(print(block) ==
        "i64 n = 4\n"
        "tuples w(w1_crd: i32, w_vals: bool), count w_count, at most n * 4 releasing y\n"
        "append in w (i64(w1_crd[1])) initially false\n");
}

TEST_CASE("moving an array out of a list of tuples prints") {
  const Block block{n, tuples, Move{"y", "y_vals", Type::f32, "w", "w_vals"}};
  CHECK(verify(around(block)) == "");
  CHECK(print(block) ==
        "i64 n = 4\n"
        "tuples w(w1_crd, w2_crd: i64, w_vals: f32), count w_count releasing y\n"
        "y.y_vals = move w_vals of w\n");
}

TEST_CASE("thread-private storage prints inside its loop") {
  const Block block{
      n, loop_over("i", {ResetTuples{"w"}, appended, SortTuples{"w", {var("n")}, "y"}}, true, {tuples, seen})};
  CHECK(verify(around(block)) == "");
  CHECK(print(block) ==
        "i64 n = 4\n"
        "for i in 0 .. n parallel\n"
        "  # thread-private\n"
        "  tuples w(w1_crd, w2_crd: i64, w_vals: f32), count w_count releasing y\n"
        "  bool[] w_seen := new bool[n] zeroed\n"
        "  reset w\n"
        "  append in w (1, n) initially 0:f32\n"
        "  sort w below (n) releasing y\n");
}

TEST_CASE("chunks, moves and shrinks print") {
  For shares{"part", integer(0), var("parts"), {}, true};
  shares.chunked = true;
  const Block block{ChunkCount{"parts", integer(9), "n", Partition::work, "equal work"}, shares,
                    LocalArray{"w", Type::i64, var("parts"), false, ""},
                    Memmove{"w", Type::i64, integer(0), one, var("parts")},
                    Shrink{"y", "y_vals", Type::f32, integer(9), var("parts")}};
  CHECK(verify(around(block)) == "");
  CHECK(print(block) ==
        "chunks parts of 9 over n: equal work\n"
        "for part in 0 .. parts parallel chunked\n"
        "i64[] w := new i64[parts]\n"
        "memmove w[1 ...] to 0, parts elements\n"
        "shrink y.y_vals from 9 to parts\n");
}

struct Case {
  std::string problem;
  Block statements;
};

void check_refused(const std::vector<Case>& cases) {
  for (const Case& each : cases) {
    INFO(each.problem << "\n" << print(each.statements));
    CHECK_THAT(verify(around(each.statements)), ContainsSubstring(each.problem));
  }
}

TEST_CASE("ill-formed local arrays are named") {
  check_refused({
      {"`w_crd` is declared twice", {n, list, list}},
      {"`int` is a reserved name", {LocalArray{"int", Type::i64, one, false, ""}}},
      {"`0.5:f32` is not an integer", {LocalArray{"w_crd", Type::i64, number(Type::f32, 0.5, 0), false, ""}}},
      {"`n` is not a variable in scope", {list}},
      {"`z` is not an object in scope", {LocalArray{"w_crd", Type::i64, one, false, "z"}}},
      {"`x` is a read-only operand", {LocalArray{"w_crd", Type::i64, one, false, "x"}}},
      {"a return inside a parallel loop", {n, loop_over("i", {list}, true)}},
  });
}

TEST_CASE("ill-formed lists of tuples are named") {
  const auto with = [](Block more) {
    Block block{n, tuples};
    block.insert(block.end(), more.begin(), more.end());
    return block;
  };
  check_refused({
      {"tuples without a column", {Tuples{"w", {}, "w_vals", Type::f32, "w_count", ""}}},
      {"coordinates that are neither i32 nor i64 in `w`",
       {Tuples{"w", {"w_crd"}, "w_vals", Type::f32, "w_count", "", Type::f32}}},
      {"`n` is not a variable in scope",
       {Tuples{"w", {"w_crd"}, "w_vals", Type::f32, "w_count", "", Type::i32, var("n")}}},
      {"`w_crd` is declared twice", {Tuples{"w", {"w_crd", "w_crd"}, "w_vals", Type::f32, "w_count", ""}}},
      {"`w` is declared twice", {Tuples{"w", {"w_crd"}, "w", Type::f32, "w_count", ""}}},
      {"`w` is declared twice", {Tuples{"w", {"w_crd"}, "w_vals", Type::f32, "w", ""}}},
      {"`x` is a read-only operand", {Tuples{"w", {"w_crd"}, "w_vals", Type::f32, "w_count", "x"}}},
      {"a return inside a parallel loop", {n, loop_over("i", {tuples}, true)}},
      // The count cannot be assigned.
      {"`w_count` is assigned, but is not mutable", with({Assign{"w_count", Update::add, one}})},
      {"`w` is not a variable in scope", with({Declare{"a", var("w")}})},
  });
}

TEST_CASE("ill-formed insertions are named") {
  const auto with = [](const AddTuple& add) { return Block{n, tuples, list, add}; };
  check_refused({
      {"`w` is not a list of tuples in scope", {n, accumulated}},
      {"`w_crd` is not a list of tuples in scope", with({"w_crd", "", {one}, zero_f32, Duplicates::absent})},
      {"a tuple with the wrong number of coordinates for `w`", with({"w", "", {one}, zero_f32, Duplicates::absent})},
      {"a tuple with the wrong number of coordinates for `w`",
       with({"w", "", {one, one, one}, zero_f32, Duplicates::absent})},
      {"`true` is not an integer", with({"w", "", {one, boolean(true)}, zero_f32, Duplicates::absent})},
      {"an initial value of the wrong type for `w`", with({"w", "", {one, one}, boolean(false), Duplicates::absent})},
      {"an initial value of the wrong type for `w`",
       with({"w", "", {one, one}, number(Type::f64, 0, 0), Duplicates::absent})},
      {"`n` is declared twice", with({"w", "n", {one, one}, zero_f32, Duplicates::merge})},
      {"`m` is not a variable in scope", with({"w", "", {one, var("m")}, zero_f32, Duplicates::absent})},
  });
}

TEST_CASE("ill-formed sorts and resets are named") {
  const auto sort = [](std::vector<Expr> extents, const std::string& cleanup = "") {
    return Block{n, tuples, SortTuples{"w", std::move(extents), cleanup}};
  };
  const auto sort_list = [](const std::string& array, const std::string& other, const Expr& count, const Expr& extent) {
    return Block{n, list, scratch, seen, SortList{array, other, count, extent}};
  };
  check_refused({
      {"`w` is not a list of tuples in scope", {SortTuples{"w", {one}, ""}}},
      {"a sort of `w` by columns that it does not have", sort({})},
      {"a sort of `w` by columns that it does not have", sort({one, one, one})},
      {"`0:f32` is not an integer", sort({zero_f32})},
      {"`x` is a read-only operand", sort({one}, "x")},
      {"`w` is not a list of tuples in scope", {ResetTuples{"w"}}},
      {"`w_crd` is not a list of tuples in scope", {n, list, ResetTuples{"w_crd"}}},
      {"a column that `w` does not have", {n, tuples, Move{"y", "y_vals", Type::f32, "w", "w_vals", 2}}},
      {"wrong element type for `y_vals`", {n, tuples, Move{"y", "y_vals", Type::i64, "w", "w1_crd", 0}}},
      {"`w` is not an array in scope", {n, tuples, list, SortList{"w", "w_crd", one, one}}},
      {"wrong element type for `w_seen`", sort_list("w_seen", "w_scratch", one, one)},
      {"wrong element type for `w_seen`", sort_list("w_crd", "w_seen", one, one)},
      {"`x_vals` is not bound for writing", sort_list("x_vals", "w_scratch", one, one)},
      {"`x_vals` is not bound for writing", sort_list("w_crd", "x_vals", one, one)},
      {"`true` is not an integer", sort_list("w_crd", "w_scratch", boolean(true), one)},
      {"`true` is not an integer", sort_list("w_crd", "w_scratch", one, boolean(true))},
      {"wrong element type for `w_seen`", {n, seen, SetBit{"w_seen", one}}},
      {"`true` is not an integer", {n, list, SetBit{"w_crd", boolean(true)}}},
      {"`x_vals` is not bound for writing", {n, list, NonzeroWords{"x_vals", "w_crd", "count", one, one}}},
      {"`w` is not an array in scope", {n, list, NonzeroWords{"w_crd", "w", "count", one, one}}},
      {"wrong element type for `w_seen`", {n, list, seen, NonzeroWords{"w_crd", "w_seen", "count", one, one}}},
      {"`n` is declared twice", {n, list, NonzeroWords{"w_crd", "w_crd", "n", one, one}}},
      {"`true` is not an integer", {n, list, NonzeroWords{"w_crd", "w_crd", "count", boolean(true), one}}},
      {"`true` is not an integer", {n, list, NonzeroWords{"w_crd", "w_crd", "count", one, boolean(true)}}},
      {"wrong element type for `w_crd`", {n, list, LoadMask{"bits", "w_crd", one}}},
      {"`true` is not an integer", {n, seen, LoadMask{"bits", "w_seen", boolean(true)}}},
      {"`n` is declared twice", {n, seen, LoadMask{"n", "w_seen", one}}},
      {"`n` is assigned, but is not mutable", {n, PopLowestBit{"j", "n", one}}},
      {"`true` is not an integer", {n, Declare{"marks", one, true}, PopLowestBit{"j", "marks", boolean(true)}}},
      {"`n` is declared twice", {n, Declare{"marks", one, true}, PopLowestBit{"n", "marks", one}}},
  });
}

TEST_CASE("ill-formed chunks, moves and shrinks are named") {
  For shares{"part", integer(0), one, {}, false};
  shares.chunked = true;
  shares.vector = true;
  check_refused({
      {"`true` is not an integer", {ChunkCount{"parts", boolean(true)}}},
      {"`n` is declared twice", {n, ChunkCount{"n", one}}},
      {"a return inside a parallel loop", {n, loop_over("i", {ChunkCount{"parts", one}}, true)}},
      {"a chunked vector loop", {shares}},
      {"`x_vals` is not bound for writing", {Memmove{"x_vals", Type::i64, one, one, one}}},
      {"`true` is not an integer", {n, list, Memmove{"w_crd", Type::i64, one, boolean(true), one}}},
      {"`x` is a read-only operand", {Shrink{"x", "x_vals", Type::i64, one, one}}},
      {"`true` is not an integer", {Shrink{"y", "y_vals", Type::f32, one, boolean(true)}}},
  });
}

TEST_CASE("ill-formed locals of loops are named") {
  check_refused({
      {"locals of a loop that is not parallel", {n, loop_over("i", {}, false, {seen})}},
      {"locals other than arrays and lists of tuples", {n, loop_over("i", {}, true, {Declare{"a", one}})}},
      {"`w` is not a list of tuples in scope", {n, loop_over("i", {}, true, {tuples}), ResetTuples{"w"}}},
      {"`i` is declared twice", {n, loop_over("i", {}, true, {LocalArray{"i", Type::i64, one, false, ""}})}},
  });
}

TEST_CASE("a cleanup needs a release function, and a release function has no temporaries") {
  Module module = around({n, list});
  module.functions.pop_back();
  CHECK_THAT(verify(module), ContainsSubstring("a cleanup in a module without a release function"));
  module = around({n});
  module.functions[1].body.push_back(LocalArray{"w_crd", Type::i64, one, false, ""});
  CHECK_THAT(verify(module), ContainsSubstring("a status returned by a function without a status"));
}

}  // namespace
}  // namespace scorchc::loop
