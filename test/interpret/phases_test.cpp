// Tests whole kernels: the hand-written modules of the emitter's tests, function by function.
#include "catch.h"
#include "emit/modules.h"
#include "interpret/machine.h"

namespace scorchc::test {
namespace {

using namespace loop;
using interpret::Given;
using interpret::Object;

/// A csr operand in the caller's arrays, with entries (0,1), (2,0) and (2,1).
struct Csr {
  std::vector<std::int32_t> pos = {0, 1, 1, 3};
  std::vector<std::int32_t> crd = {1, 0, 1};
  std::vector<float> vals = {2, 3, 4};

  Object object(const Struct& structure, interpret::Memory& memory) {
    Object object = interpret::zeroed_object(structure);
    object[0].numbers = {3, 2};
    const auto give = [&](auto& array, Type type) {
      return memory.borrow("operand", type, array.data(), static_cast<std::int64_t>(array.size()), Given::constant);
    };
    object[1].array = give(pos, Type::i32);
    object[2].array = give(crd, Type::i32);
    object[3].array = give(vals, Type::f32);
    return object;
  }
};

struct Addition {
  Module module = csr_add();
  interpret::Machine machine{module};
  interpret::Memory memory;
  Csr arrays;
  Object a = arrays.object(module.structs[0], memory);
  Object b = arrays.object(module.structs[1], memory);
  Object c = interpret::zeroed_object(module.structs[2]);

  interpret::Outcome call(Phase phase) { return machine.call(phase, {&a, &b, &c}, memory); }
  Addition() { c[0].numbers = {3, 2}; }
};

std::vector<float> values_of(const Object& c) {
  const auto* values = static_cast<const float*>(c[3].array->data);
  return {values, values + c[5].numbers[0]};
}

TEST_CASE("the one call assembles and its release leaks nothing") {
  Addition addition;
  const interpret::Outcome outcome = addition.call(Phase::run);
  CHECK(outcome.broken == "");
  CHECK(outcome.status == Status::ok);
  CHECK(values_of(addition.c) == std::vector<float>{4, 6, 8});
  CHECK(addition.memory.live() == 3);
  CHECK(addition.call(Phase::release).broken == "");
  CHECK(addition.memory.live() == 0);
  CHECK(addition.c[1].array == nullptr);
}

TEST_CASE("the steps of the split form") {
  Addition addition;
  REQUIRE(addition.call(Phase::count).broken == "");
  CHECK(addition.c[5].numbers[0] == 3);
  std::vector<std::int32_t> crd(3);
  std::vector<float> vals(3);
  addition.c[2].array = addition.memory.borrow("C->C2_crd", Type::i32, crd.data(), 3, Given::unset);
  addition.c[3].array = addition.memory.borrow("C->C_vals", Type::f32, vals.data(), 3, Given::unset);
  CHECK(addition.call(Phase::pattern).broken == "");
  CHECK(addition.call(Phase::compute).broken == "");
  CHECK(crd == std::vector<std::int32_t>{1, 0, 1});
  CHECK(vals == std::vector<float>{4, 6, 8});
  CHECK(addition.call(Phase::release).broken == "");
  CHECK(addition.memory.live() == 0);
}

TEST_CASE("the one call leaks nothing if an allocation fails") {
  std::int64_t number = 1;
  for (;; ++number) {
    Addition addition;
    addition.memory.fail_allocation = number;
    const interpret::Outcome outcome = addition.call(Phase::run);
    CHECK(outcome.broken == "");
    if (outcome.status == Status::ok) break;
    CHECK(outcome.status == Status::out_of_memory);
    CHECK(addition.memory.live() == 0);
  }
  CHECK(number == 8);  // three arrays, of which two grow twice
}

TEST_CASE("an operand whose positions lie is found") {
  Addition addition;
  addition.arrays.pos[3] = 4;
  CHECK_THAT(addition.call(Phase::run).broken,
             ContainsSubstring("in `count`") && ContainsSubstring("element 3 of operand, which has 3"));
}

TEST_CASE("arguments are checked by the kernel") {
  Addition addition;
  addition.b[0].numbers = {3, 3};
  CHECK(addition.call(Phase::run).status == Status::shape_mismatch);
  CHECK(addition.machine.call(Phase::run, {&addition.a, nullptr, &addition.c}, addition.memory).status ==
        Status::null_argument);
  CHECK(addition.machine.call(Phase::release, {nullptr, nullptr, nullptr}, addition.memory).broken == "");
}

TEST_CASE("the emitter's other kernels run as well") {
  for (const Type type : {Type::i32, Type::i64, Type::f32, Type::f64}) {
    const Module module = every_operator(type);
    interpret::Memory memory;
    std::vector<double> in(3), out(3);  // large enough for every type
    Object count = interpret::zeroed_object(module.structs[0]);
    Object y = interpret::zeroed_object(module.structs[1]);
    count[0].numbers = y[0].numbers = {3};
    count[1].array = memory.borrow("count", type, in.data(), 3, Given::constant);
    y[1].array = memory.borrow("y", type, out.data(), 3, Given::unset);
    const interpret::Outcome outcome = interpret::Machine(module).call(Phase::run, {&count, &y}, memory);
    CAPTURE(name(type));
    CHECK(outcome.broken == "");
    const bool divides = type == Type::i32 || type == Type::i64;
    CHECK(outcome.status == (divides ? Status::division_by_zero : Status::ok));
  }
}

TEST_CASE("execution counts of comments are recorded on request") {
  Module module = csr_add();
  for (Function& function : module.functions)
    if (function.phase == Phase::count) function.body.insert(function.body.begin(), Comment{"here"});
  const interpret::Machine machine(module);
  Addition addition;
  interpret::Passed passed;
  const std::vector<Object*> objects = {&addition.a, &addition.b, &addition.c};
  CHECK(machine.call(Phase::count, objects, addition.memory, {}, &passed).broken == "");
  CHECK(passed.at("here") == 1);
}

}  // namespace
}  // namespace scorchc::test
