// Loops over segments that get a version for single entries.
#include "passes/specialise_singleton_segments.h"

#include "catch.h"
#include "ir/loop.h"

namespace scorchc::passes {
namespace {

using namespace loop;

Expr var(const std::string& name) { return index_variable(name); }
Expr crd(Expr position) { return load_index("crd", Type::i32, std::move(position)); }

For entries(Block body) { return {"q", var("p"), var("segment"), std::move(body)}; }
For lanes(Block body) {
  For loop{"k", integer(0), var("n"), std::move(body)};
  loop.vector = true;
  return loop;
}
Stmt added() { return Store{"out", Type::f32, add(var("i"), var("k")), Update::add, load("A", Type::f32, var("q"))}; }

// A loop over segments with the body `inside`.
Block walk(Block inside) {
  Block body = {Declare{"i", crd(var("p"))}, Declare{"segment", add(var("p"), integer(1)), true},
                While{both(less(var("segment"), var("end")), equal(crd(var("segment")), var("i"))),
                      {Assign{"segment", Update::add, integer(1)}}}};
  body.insert(body.end(), inside.begin(), inside.end());
  body.push_back(Assign{"p", Update::set, var("segment")});
  return {While{less(var("p"), var("end")), body}};
}

Block specialised(const Block& body) { return specialise_singleton_segments(body, 16); }
void check_stays(const Block& body) { CHECK(print(specialised(body)) == print(body)); }

TEST_CASE("a vector loop around a segment's entries gets a version for single entries") {
  CHECK(print(specialised(walk({lanes({Comment{"j"}, entries({added()})})}))) ==
        "if p < end and i64(crd[end - 1]) - i64(crd[p]) < (end - p) / 16\n"
        "  while p < end\n"
        "    i64 i = i64(crd[p])\n"
        "    i64 segment := p + 1\n"
        "    while segment < end and i64(crd[segment]) == i\n"
        "      segment += 1\n"
        "    for k in 0 .. n vector\n"
        "      # j\n"
        "      for q in p .. segment\n"
        "        out[i + k] += A[q]\n"
        "    p = segment\n"
        "else\n"
        "  # few entries share a coordinate: one iteration per entry\n"
        "  for q in p .. end\n"
        "    i64 i = i64(crd[q])\n"
        "    for k in 0 .. n vector\n"
        "      out[i + k] += A[q]\n");
}

TEST_CASE("segments with work of their own stay whole") {
  const Stmt total = Declare{"t", number(Type::f32, 0, 0), true};
  check_stays(walk({lanes({total, entries({Assign{"t", Update::add, load("A", Type::f32, var("q"))}})})}));
  check_stays(walk({lanes({entries({added()})}), Assign{"rows", Update::add, integer(1)}}));
  check_stays(walk({lanes({entries({added()}), entries({added()})})}));
  // The entries of one segment in vector lanes: their sum would be rounded differently.
  For together = entries({added()});
  together.vector = true;
  check_stays(walk({together}));
  check_stays(walk({lanes(
      {entries({Store{"out", Type::f32, sub(var("q"), var("p")), Update::add, load("A", Type::f32, var("q"))}})})}));
}

TEST_CASE("if the coordinate is not used, the ends of segments are not searched") {
  CHECK(print(specialised(
            walk({entries({Store{"out", Type::f32, var("q"), Update::add, load("A", Type::f32, var("q"))}})}))) ==
        "for q in p .. end\n"
        "  out[q] += A[q]\n");
}

TEST_CASE("segments stay whole if later statements read where they ended") {
  Block body = walk({lanes({entries({added()})})});
  body.push_back(Store{"ends", Type::i64, integer(0), Update::set, var("p")});
  check_stays(body);
}

TEST_CASE("segments inside of other loops stay whole") {
  check_stays({For{"j", integer(0), var("n"), walk({lanes({entries({added()})})})}});
}

}  // namespace
}  // namespace scorchc::passes
