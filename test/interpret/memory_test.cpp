// Tests allocated arrays: lifetime, growth, and missing memory.
#include "catch.h"
#include "small_module.h"

namespace scorchc::test {
namespace {

Stmt allocate(std::int64_t count, bool zeroed = false) {
  return Allocate{"Y", "pos", Type::i32, integer(count), zeroed};
}
Stmt set_pos(std::int64_t index, std::int64_t value) {
  return Store{"pos", Type::i32, integer(index), Update::set, i32_number(value)};
}
Expr pos_at(std::int64_t index) { return load("pos", Type::i32, integer(index)); }
Stmt grow_to(std::int64_t needed) { return Grow{"pos", "Y", "pos", "capacity", Type::i32, integer(needed)}; }

TEST_CASE("a released array is not used again") {
  CHECK_THAT(broken_by({allocate(2, true), bind_pos(), Release{"Y", "pos"}, Declare{"a", pos_at(0)}}),
             ContainsSubstring("Y->pos is used after its release"));
  CHECK(broken_by({allocate(2), Release{"Y", "pos"}, Release{"Y", "pos"}}) == "");  // the second release is of null
  CHECK_THAT(broken_by({Release{"Y", "vals"}}), ContainsSubstring("Y->vals is released, but belongs to the caller"));
}

TEST_CASE("live arrays are counted") {
  SmallRun small;
  CHECK(small.run_body({allocate(2), Release{"Y", "pos"}, allocate(0)}).broken == "");
  CHECK(small.memory.allocations() == 2);
  CHECK(small.memory.live() == 1);
  REQUIRE(small.result[1].array != nullptr);
  CHECK(small.result[1].array->count == 0);
}

TEST_CASE("accessed bytes are counted once even if an array grows") {
  SmallRun small;
  small.memory.watch();
  const Block body{allocate(2),   bind_pos(),    Declare{"capacity", integer(2), true},
                   set_pos(0, 7), set_pos(0, 8), grow_to(2),
                   grow_to(3),    set_pos(2, 9), Declare{"a", pos_at(0)}};
  CHECK(small.run_body(body).broken == "");
  CHECK(small.memory.touched_bytes() == 8);
  small.memory.release(small.result[1].array);
  small.memory.forget_released();
  CHECK(small.memory.touched_bytes() == 0);
}

TEST_CASE("an array grows by doubling, with zeros") {
  SmallRun small;
  const Block body{allocate(2),
                   bind_pos(),
                   Declare{"capacity", integer(2), true},
                   set_pos(0, 7),
                   set_pos(1, 8),
                   grow_to(2),
                   grow_to(3),
                   set_pos(2, 9),
                   grow_to(9),
                   Declare{"a", pos_at(8)}};
  CHECK(small.run_body(body).broken == "");
  CHECK(small.memory.allocations() == 3);
  CHECK(small.memory.live() == 1);
  const interpret::Array& pos = *small.result[1].array;
  CHECK(pos.count == 9);
  const auto* values = static_cast<const std::int32_t*>(pos.data);
  CHECK(std::vector<std::int32_t>(values, values + 4) == std::vector<std::int32_t>{7, 8, 9, 0});
  CHECK_THAT(broken_by({allocate(2), bind_pos(), Declare{"capacity", integer(3), true}, grow_to(4)}),
             ContainsSubstring("Y->pos grows from 3 elements, which it does not have"));
}

TEST_CASE("elements that are not set stay so when an array grows") {
  CHECK_THAT(
      broken_by({allocate(2), bind_pos(), Declare{"capacity", integer(2), true}, grow_to(3), Declare{"a", pos_at(1)}}),
      ContainsSubstring("element 1 of Y->pos is read, but is not set"));
}

TEST_CASE("any allocation can fail, and the result is released") {
  const Block body{allocate(2, true), bind_pos(), Declare{"capacity", integer(2), true}, grow_to(3), grow_to(9)};
  for (std::int64_t number = 1; number <= 4; ++number) {
    SmallRun small;
    small.memory.fail_allocation = number;
    const interpret::Outcome outcome = small.run_body(body);
    CAPTURE(number);
    CHECK(outcome.broken == "");
    CHECK(outcome.status == (number < 4 ? Status::out_of_memory : Status::ok));
    CHECK(small.memory.live() == (number < 4 ? 0 : 1));
    CHECK((small.result[1].array == nullptr) == (number < 4));
  }
}

TEST_CASE("an array shrinks if there is memory for a copy") {
  for (const std::int64_t failing : {0, 2}) {
    SmallRun small;
    small.memory.fail_allocation = failing;
    const Block body{allocate(5),
                     bind_pos(),
                     set_pos(3, 7),
                     set_pos(4, 8),
                     Memmove{"pos", Type::i32, integer(0), integer(3), integer(2)},
                     Shrink{"Y", "pos", Type::i32, integer(5), integer(2)}};
    CHECK(small.run_body(body).broken == "");
    CHECK(small.memory.live() == 1);
    const interpret::Array& pos = *small.result[1].array;
    CHECK(pos.count == (failing == 0 ? 2 : 5));
    const auto* values = static_cast<const std::int32_t*>(pos.data);
    CHECK(std::vector<std::int32_t>(values, values + 2) == std::vector<std::int32_t>{7, 8});
  }
  CHECK_THAT(broken_by({allocate(2), Shrink{"Y", "pos", Type::i32, integer(3), integer(1)}}),
             ContainsSubstring("Y->pos shrinks to 1 elements, but does not have the stated capacity"));
  CHECK_THAT(broken_by({allocate(2), bind_pos(), Memmove{"pos", Type::i32, integer(0), integer(1), integer(1)}}),
             ContainsSubstring("element 1 of Y->pos is read, but is not set"));
}

TEST_CASE("all allocations after a failed one fail") {
  SmallRun small;
  small.memory.fail_allocation = 2;
  small.memory.fails_from_there = true;
  const Block body{allocate(2), Release{"Y", "pos"}, allocate(2)};
  CHECK(small.run_body(body).status == Status::out_of_memory);
  CHECK(small.memory.live() == 0);
}

TEST_CASE("sizes that no machine has") {
  for (const std::int64_t count : {std::int64_t{-1}, std::int64_t{1} << 40, std::int64_t{9223372036854775807}}) {
    SmallRun small;
    const interpret::Outcome outcome = small.run_body({allocate(count)});
    CHECK(outcome.broken == "");
    CHECK(outcome.status == Status::out_of_memory);
  }
}

}  // namespace
}  // namespace scorchc::test
