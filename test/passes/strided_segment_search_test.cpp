// Searches for the end of a segment that begin with strides.
#include "passes/strided_segment_search.h"

#include "catch.h"
#include "ir/loop.h"

namespace scorchc::passes {
namespace {

using namespace loop;

Expr var(const std::string& name) { return index_variable(name); }
Expr crd(Expr position) { return load_index("crd", Type::i32, std::move(position)); }

Block search(Expr begin, std::int64_t step = 1, BinaryOp compare = BinaryOp::equal) {
  return {Declare{"i", crd(var("p"))}, Declare{"behind", std::move(begin), true},
          While{both(less(var("behind"), var("end")), Binary{compare, {crd(var("behind")), var("i")}}),
                {Assign{"behind", Update::add, integer(step)}}}};
}

TEST_CASE("the end of a segment is searched with strides first") {
  const Block body = search(add(var("p"), integer(1)));
  const std::string text = print(strided_segment_search(body));
  CHECK(text ==
        "i64 i = i64(crd[p])\ni64 behind := p + 1\n"
        "while behind + 15 < end and i64(crd[behind + 15]) == i\n  behind += 16\n"
        "while behind < end and i64(crd[behind]) == i\n  behind += 1\n");
  CHECK(print(strided_segment_search(strided_segment_search(body))) == text);
  const Block inside = {While{less(var("p"), var("end")), body}};
  CHECK(print(strided_segment_search(inside)).find("behind += 16") != std::string::npos);
}

TEST_CASE("other loops stay as they are") {
  const auto stays = [](const Block& body) { CHECK(print(strided_segment_search(body)) == print(body)); };
  stays(search(var("p")));  // nothing is known about the entry before
  stays(search(add(var("p"), integer(1)), 2));
  stays(search(add(var("p"), integer(1)), 1, BinaryOp::less));
  Block two = search(add(var("p"), integer(1)));
  two.insert(two.end() - 1, Comment{"between"});
  stays(two);
}

}  // namespace
}  // namespace scorchc::passes
