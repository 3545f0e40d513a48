// Loops over segments that become one loop, and those with work for each segment.
#include "passes/collapse_segment_loops.h"

#include "catch.h"
#include "ir/loop.h"

namespace scorchc::passes {
namespace {

using namespace loop;

Expr var(const std::string& name) { return index_variable(name); }
Expr crd(const std::string& array, const std::string& position) { return load_index(array, Type::i32, var(position)); }
Stmt store(const std::string& index) { return Store{"out", Type::i64, var(index), Update::set, integer(1)}; }

/// The loop over the coordinates at positions from `begin` to `end`, segment by segment. `first` is the variable where
/// a segment begins.
Block segments(const std::string& index, const std::string& first, Expr begin, Expr end, Block inside) {
  const std::string last = first + "_end", behind = first + "_segment";
  Block body = {Declare{index, crd(first + "_crd", first)}, Declare{behind, add(var(first), integer(1)), true},
                While{both(less(var(behind), var(last)), equal(crd(first + "_crd", behind), var(index))),
                      {Assign{behind, Update::add, integer(1)}}}};
  body.insert(body.end(), inside.begin(), inside.end());
  body.push_back(Assign{first, Update::set, var(behind)});
  return {Comment{index + ": A(i,j,k)"}, Declare{first, std::move(begin), true}, Declare{last, std::move(end)},
          While{less(var(first), var(last)), std::move(body)}};
}
Block entries(const std::string& first, Block body) {
  return {Comment{"k: A(i,j,k)"}, For{"q", var(first), var(first + "_segment"), std::move(body)}};
}

TEST_CASE("loops over segments without work of their own collapse") {
  const Block two =
      segments("i", "p", integer(0), var("n"), entries("p", {Declare{"k", crd("q_crd", "q")}, store("k"), store("i")}));
  CHECK(print(collapse_segment_loops(two)) ==
        "# i, k: A(i,j,k)\nfor q in 0 .. n\n  i64 i = i64(p_crd[q])\n  i64 k = i64(q_crd[q])\n  out[k] = 1\n  out[i] = "
        "1\n");
  const Block inner = segments("j", "r", var("p"), var("p_segment"), entries("r", {store("i"), store("j")}));
  const Block three = segments("i", "p", integer(0), load_index("pos", Type::i32, integer(1)), inner);
  CHECK(print(collapse_segment_loops(three)) ==
        "# i, j, k: A(i,j,k)\ni64 p_end = i64(pos[1])\nfor q in 0 .. p_end\n  i64 i = i64(p_crd[q])\n  i64 j = "
        "i64(r_crd[q])\n"
        "  out[i] = 1\n  out[j] = 1\n");
}

TEST_CASE("a flag that each segment sets is set once for all") {
  const auto noting = [](Block inside, const std::string& name, Expr value = boolean(true)) {
    inside.push_back(Assign{name, Update::set, std::move(value)});
    return inside;
  };
  const Block two = segments("i", "p", integer(0), var("n"), noting(entries("p", {store("i")}), "stored"));
  CHECK(print(collapse_segment_loops(two)) ==
        "# i, k: A(i,j,k)\nfor q in 0 .. n\n  i64 i = i64(p_crd[q])\n  out[i] = 1\nif 0 < n\n  stored = true\n");
  const Block inner = segments("j", "r", var("p"), var("p_segment"), noting(entries("r", {store("j")}), "stored"));
  CHECK(print(collapse_segment_loops(segments("i", "p", integer(0), var("n"), inner))) ==
        "# i, j, k: A(i,j,k)\nfor q in 0 .. n\n  i64 i = i64(p_crd[q])\n  i64 j = i64(r_crd[q])\n  out[j] = 1\nif 0 < "
        "n\n  stored = true\n");

  const auto stays = [](const Block& block) { return collapse_segment_loops(block) == block; };
  CHECK(stays(segments("i", "p", integer(0), var("n"), noting(entries("p", {store("i")}), "last", var("i")))));
  CHECK(stays(segments("i", "p", integer(0), var("n"), noting(entries("p", {store("stored")}), "stored"))));
  CHECK(stays(segments("i", "p", integer(0), var("n"), noting(noting(entries("p", {store("i")}), "one"), "other"))));
}

TEST_CASE("loops over segments with work for each segment stay") {
  const auto stays = [](const Block& block) { return collapse_segment_loops(block) == block; };
  const Block plain = entries("p", {store("i")});
  Block before = plain, behind = plain;
  before.insert(before.begin(), store("i"));
  behind.push_back(store("i"));
  CHECK(stays(segments("i", "p", integer(0), var("n"), before)));
  CHECK(stays(segments("i", "p", integer(0), var("n"), behind)));
  CHECK(stays(segments("i", "p", integer(0), var("n"), entries("p", {store("p")}))));
  CHECK(stays(segments("i", "p", integer(0), var("n"), entries("p", {store("p_segment")}))));

  For vector = *plain[1].as<For>(), shorter = vector;
  vector.vector = true;
  shorter.begin = add(var("p"), integer(1));
  CHECK(stays(segments("i", "p", integer(0), var("n"), {vector})));
  CHECK(stays(segments("i", "p", integer(0), var("n"), {shorter})));

  Block used_later = segments("i", "p", integer(0), var("n"), plain);
  used_later.push_back(store("p"));
  CHECK(stays(used_later));
}

}  // namespace
}  // namespace scorchc::passes
