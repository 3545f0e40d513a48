// Tests the state of a result after a failed count.
#include "catch.h"
#include "driver/compile.h"
#include "front/reading.h"
#include "interpret/machine.h"

namespace scorchc::driver {
namespace {

using interpret::Given;
using interpret::Object;
using loop::FieldRole;
using loop::Status;

// C = A * B for 2 x 2 csr matrices; both operands have the same arrays.
struct Product {
  loop::Module module;
  interpret::Memory memory;
  std::vector<std::int32_t> pos = {0, 1, 2}, crd = {0, 1};
  std::vector<float> vals = {1, 1};
  std::vector<Object> objects;

  Product() {
    front::Settings settings;
    settings.formats = {"A=csr", "B=csr", "C=dcsr"};
    Diagnostics warnings;
    module = compile(front::kernel_of("C(i,k) = A(i,j) * B(j,k)", settings), warnings).module;
    for (const loop::Struct& structure : module.structs) {
      objects.push_back(interpret::zeroed_object(structure));
      const bool is_result = &structure == &module.structs.back();
      for (std::size_t n = 0; n < structure.fields.size(); ++n) fill(structure.fields[n], is_result, objects.back()[n]);
    }
  }

  void fill(const loop::FieldDeclaration& field, bool is_result, interpret::FieldValue& value) {
    if (field.role == FieldRole::dimension)
      value.numbers = is_result ? std::vector<std::int64_t>{7, 7} : std::vector<std::int64_t>{2, 2};
    if (is_result && (field.role == FieldRole::level_count || field.role == FieldRole::vals_count)) value.numbers = {7};
    if (is_result || !field.is_array) return;
    if (field.role == FieldRole::vals)
      value.array = memory.borrow(field.name, field.type, vals.data(), 2, Given::constant);
    else if (field.role == FieldRole::pos)
      value.array = memory.borrow(field.name, field.type, pos.data(), 3, Given::constant);
    else
      value.array = memory.borrow(field.name, field.type, crd.data(), 2, Given::constant);
  }

  Status count() {
    const interpret::Outcome outcome =
        interpret::Machine(module).call(loop::Phase::count, {&objects[0], &objects[1], &objects[2]}, memory);
    CHECK(outcome.broken == "");
    return outcome.status;
  }

  bool is_untouched() const {
    bool untouched = memory.live() == 0;
    for (std::size_t n = 0; n < objects[2].size(); ++n) {
      const loop::FieldDeclaration& field = module.structs[2].fields[n];
      if (field.is_array || field.role == FieldRole::owned) continue;
      for (const std::int64_t number : objects[2][n].numbers) untouched = untouched && number == 7;
    }
    return untouched;
  }
};

// Counts a copy of a matrix or vector that has only positions: entries are not read.
Status count_of_copy(const std::string& statement, const std::string& operand, const std::string& result,
                     std::vector<std::int64_t> pos) {
  front::Settings settings;
  settings.formats = {"A=" + operand + ":pos=i64:crd=i64", "C=" + result};
  Diagnostics warnings;
  const loop::Module module = compile(front::kernel_of(statement, settings), warnings).module;
  interpret::Memory memory;
  Object a = interpret::zeroed_object(module.structs[0]), c = interpret::zeroed_object(module.structs[1]);
  const std::int64_t rows = static_cast<std::int64_t>(pos.size()) - 1;
  for (std::size_t n = 0; n < a.size(); ++n) {
    const loop::FieldDeclaration& field = module.structs[0].fields[n];
    if (field.role == FieldRole::dimension && field.fixed_count == 2) a[n].numbers = {rows, std::int64_t{1} << 40};
    if (field.role == FieldRole::dimension && field.fixed_count == 1) a[n].numbers = {std::int64_t{1} << 40};
    if (field.role == FieldRole::pos)
      a[n].array = memory.borrow("pos", field.type, pos.data(), rows + 1, Given::constant);
  }
  const interpret::Outcome outcome = interpret::Machine(module).call(loop::Phase::count, {&a, &c}, memory);
  CHECK(outcome.broken == "");
  CHECK((outcome.status == Status::ok || memory.live() == 0));
  return outcome.status;
}

}  // namespace

TEST_CASE("more entries than positions can count are an overflow") {
  constexpr std::int64_t many = std::int64_t{1} << 31;
  const std::string matrix = "C(i,j) = 2 * A(i,j)", vector = "C(i) = 2 * A(i)";
  CHECK(count_of_copy(matrix, "csr", "csr:crd=i64", {0, 0, many - 1}) == Status::ok);
  CHECK(count_of_copy(matrix, "csr", "csr:crd=i64", {0, many, many}) == Status::index_overflow);
  CHECK(count_of_copy(matrix, "csr", "csr:crd=i64", {0, 2 * many + 1, 2 * many + 1}) == Status::index_overflow);
  CHECK(count_of_copy(matrix, "csr", "csr:crd=i64", {0, many / 2, many}) == Status::index_overflow);
  CHECK(count_of_copy(vector, "sv", "sv:crd=i64", {0, many - 1}) == Status::ok);
  CHECK(count_of_copy(vector, "sv", "sv:crd=i64", {0, many}) == Status::index_overflow);
  CHECK(count_of_copy(vector, "sv", "sv:pos=i64:crd=i64", {0, many}) == Status::ok);
}

TEST_CASE("a counting pass that overflows does not change the result's counts") {
  Product product;
  product.objects[1][0].numbers = {2, std::int64_t{1} << 31};
  CHECK(product.count() == Status::index_overflow);
  CHECK(product.is_untouched());
}

TEST_CASE("a counting pass without memory does not change the result's counts") {
  std::int64_t number = 1;
  for (;; ++number) {
    Product product;
    product.memory.fail_allocation = number;
    CAPTURE(number);
    if (product.count() == Status::ok) break;
    CHECK(product.is_untouched());
  }
  CHECK(number > 3);
}

}  // namespace scorchc::driver
