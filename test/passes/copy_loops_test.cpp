// Loops that copy an array or test whether one ascends.
#include "passes/copy_loops.h"

#include "catch.h"
#include "ir/loop.h"

namespace scorchc::passes {
namespace {

using namespace loop;

const Expr n = index_variable("n");

std::string after(For loop) {
  Module module;
  module.functions.emplace_back();
  module.functions[0].body = {std::move(loop)};
  return print(copy_loops(module).functions[0].body);
}

For copying(Expr value, Expr count = integer(5)) {
  return {"n", integer(0), std::move(count), {Store{"y", Type::i32, n, Update::set, std::move(value)}}};
}

TEST_CASE("a loop that only copies an array is one statement") {
  const Expr moved = load("a", Type::i32, add(integer(2), n));
  CHECK(after(copying(load("a", Type::i32, n))) == "copy y[0 ...] = a[0 ...], 5 elements\n");
  CHECK(after(copying(cast(Type::i32, cast(Type::i64, moved)))) == "copy y[0 ...] = a[2 ...], 5 elements\n");
  // No copies: other elements are read, another value is stored, or a stored element is read again.
  const Expr read_again = load("y", Type::i32, add(integer(2), n));
  for (const Expr& value : {load("a", Type::i32, mul(integer(2), n)), cast(Type::i32, n), read_again})
    CHECK(after(copying(value)).starts_with("for n"));
  CHECK(after(copying(moved, load_index("y", Type::i32, integer(3)))).starts_with("for n"));
}

TEST_CASE("threads and their shares copy what is theirs") {
  For loop = copying(load("a", Type::i32, n));
  loop.parallel = true;
  CHECK(after(loop).starts_with("for n"));
  loop.parallel = false;
  loop.share = Share{"n_begin", "n_end"};
  CHECK(after(loop).starts_with("for n"));
}

TEST_CASE("a loop that tests whether an array ascends is one statement") {
  const auto asking = [&](const Expr& next) {
    const Expr falls = negate(less(load_index("crd", Type::i32, n), load_index("crd", Type::i32, next)));
    return For{"n", integer(0), integer(5), {If{{falls}, {{Assign{"ascends", Update::set, boolean(false)}}}}}};
  };
  CHECK(after(asking(add(n, integer(1)))) == "clear ascends unless ascending crd[0 .. 5]\n");
  CHECK(after(asking(add(n, integer(2)))).starts_with("for n"));
}

}  // namespace
}  // namespace scorchc::passes
