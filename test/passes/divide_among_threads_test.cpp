// Parallel loops, divided into shares of threads.
#include "passes/divide_among_threads.h"

#include "catch.h"
#include "ir/loop.h"

namespace scorchc::passes {
namespace {

using namespace loop;

const Expr i = index_variable("i");

For parallel_loop(Expr value = index_variable("i")) {
  For loop{"i", integer(0), index_variable("m"), {Store{"y", Type::i64, i, Update::set, std::move(value)}}};
  loop.parallel = true;
  return loop;
}

std::string after(Block body) {
  Module module;
  module.functions.emplace_back();
  module.functions[0].body = std::move(body);
  return print(divide_among_threads(module).functions[0].body);
}

TEST_CASE("a parallel loop becomes a loop over a thread's share") {
  For loop = parallel_loop();
  loop.work = Work{load_index("pos", Type::i32, i), {integer(8)}};
  CHECK(after({loop}) ==
        "parallel i in 0 .. m work i64(pos[i]) times 8 share i_begin .. i_end\n"
        "  for i in 0 .. m share i_begin .. i_end\n"
        "    y[i] = i\n");
  loop.chunked = true;
  CHECK_THAT(after({loop}), ContainsSubstring("by chunks"));
  loop.chunked = false;
  loop.vector = true;
  CHECK_THAT(after({loop}), ContainsSubstring("by lanes"));
}

TEST_CASE("thread-private arrays are outside of the loop over a share") {
  For loop = parallel_loop();
  loop.locals = {LocalArray{"w", Type::f32, integer(5), false, ""}};
  CHECK(after({loop}) ==
        "parallel i in 0 .. m share i_first .. i_end\n"
        "  # thread-private\n"
        "  f32[] w := new f32[5]\n"
        "  for i in 0 .. m share i_first .. i_end\n"
        "    y[i] = i\n");
}

TEST_CASE("names of shares are new, and may repeat") {
  const std::string twice = after({Declare{"i_begin", integer(0)}, parallel_loop(), parallel_loop()});
  const std::string share = "share i_begin2 .. i_end";
  CHECK(twice.find(share) != std::string::npos);
  CHECK(twice.rfind("parallel i in 0 .. m " + share) != twice.find("parallel i in 0 .. m " + share));
}

TEST_CASE("loops that divide integers and loops inside others are divided") {
  const Expr quotient = Compute{Operator::div, {integer(7), i}, Type::i64};
  CHECK(after({parallel_loop(quotient)}).starts_with("parallel i in 0 .. m share "));
  CHECK_THAT(after({While{boolean(true), {parallel_loop()}}}), ContainsSubstring("  parallel i in 0 .. m share "));
}

}  // namespace
}  // namespace scorchc::passes
