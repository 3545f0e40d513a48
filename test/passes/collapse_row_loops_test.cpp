// Loops over rows that become one loop over entries.
#include "passes/collapse_row_loops.h"

#include "catch.h"
#include "ir/loop.h"

namespace scorchc::passes {
namespace {

using namespace loop;

Expr var(const std::string& name) { return index_variable(name); }
Expr pos(Expr row) { return load_index("pos", Type::i32, std::move(row)); }
Stmt counted() { return Store{"count", Type::i64, load_index("crd", Type::i32, var("p")), Update::add, integer(1)}; }

For entries(Block body) { return {"p", pos(var("j")), pos(add(var("j"), integer(1))), std::move(body)}; }
For rows(Block body) { return {"j", integer(0), var("size"), std::move(body)}; }

void check_stays(const Block& body) { CHECK(print(collapse_row_loops(body)) == print(body)); }

TEST_CASE("loops over rows without work of their own collapse") {
  CHECK(
      print(collapse_row_loops({Comment{"j: every coordinate"}, rows({Comment{"i: A(i,j)"}, entries({counted()})})})) ==
      "# j, i: A(i,j)\n"
      "for p in i64(pos[0]) .. i64(pos[size])\n"
      "  count[i64(crd[p])] += 1\n");
  CHECK(print(collapse_row_loops({rows({entries({counted()})})})) ==
        "for p in i64(pos[0]) .. i64(pos[size])\n"
        "  count[i64(crd[p])] += 1\n");
}

TEST_CASE("loops over rows with work for each row stay") {
  check_stays({rows({entries({counted()}), counted()})});
  check_stays({rows({entries({Store{"rows", Type::i64, var("p"), Update::set, var("j")}})})});
  // The store may change where the next row begins.
  check_stays({rows({entries({Store{"pos", Type::i32, var("p"), Update::set, integer(0)}})})});
  For lanes = entries({counted()});
  lanes.vector = true;
  check_stays({rows({lanes})});
  For shared = rows({entries({counted()})});
  shared.parallel = true;
  check_stays({shared});
}

TEST_CASE("loops over rows that are not contiguous stay") {
  check_stays({rows({For{"p", pos(var("j")), pos(add(var("j"), integer(2))), {counted()}}})});
  check_stays({rows({For{"p", pos(var("j")), load_index("end", Type::i32, add(var("j"), integer(1))), {counted()}}})});
  For later = rows({entries({counted()})});
  later.begin = var("first");
  check_stays({later});
}

}  // namespace
}  // namespace scorchc::passes
