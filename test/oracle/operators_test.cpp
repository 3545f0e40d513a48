// Tests that the interpreter's own list of functions agrees with the compiler's table, so that every operator is
// verified.
#include "catch.h"
#include "oracle/tree.h"

namespace scorchc::oracle {
namespace {

struct Row {
  std::string text;
  std::size_t arity;
  bool infix;
  std::string pattern;
  bool floating;
};

TEST_CASE("every function of the language is known") {
  const Row rows[] = {
#define SCORCHC_OPERATOR(name, text, arity, infix, precedence, pattern, floating, exact, lanes) \
  {text, arity, infix, #pattern, floating},
#include "ir/operators.def"
#undef SCORCHC_OPERATOR
  };
  for (const Row& row : rows) {
    if (row.infix) continue;
    INFO(row.text);
    const auto function = find_function(row.text);
    REQUIRE(function);
    CHECK(info(*function).name == row.text);
    CHECK(info(*function).arity == row.arity);
    CHECK(info(*function).full == (row.pattern == "full"));
    CHECK(info(*function).floating == row.floating);
  }
}

}  // namespace
}  // namespace scorchc::oracle
