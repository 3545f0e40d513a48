// The names that loop IR reads, and what these depend on.
#include "catch.h"
#include "ir/loop_uses.h"

namespace scorchc::loop {

TEST_CASE("names depend on the constants that a block declares, directly or through others") {
  const Block block = {Comment{"of the loop"}, Declare{"j", load_index("crd", Type::i32, index_variable("p"))},
                       Declare{"unused", index_variable("j")},
                       Declare{"row", mul(index_variable("j"), index_variable("size"))},
                       Store{"out", Type::i64, index_variable("p"), Update::set, index_variable("unused")}};
  CHECK(constants_for({"row"}, block) == Block{block[1], block[3]});
  CHECK(constants_for({"j", "other"}, block) == Block{block[1]});
  CHECK(constants_for({}, block).empty());
}

}  // namespace scorchc::loop
