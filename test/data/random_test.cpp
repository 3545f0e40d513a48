// Tests `random:` data: reproducibility, exact counts, any density and extents.
#include "data/random.h"

#include <algorithm>
#include <cmath>

#include "data/data_test.h"
#include "data/pack.h"

namespace scorchc::data {
namespace {

RandomSpec spec(const std::string& text) {
  const std::string argument = "A=" + text;
  return parse_random_spec(make_source("--data", argument), {2, static_cast<std::uint32_t>(argument.size())});
}

CoordinateList list(const std::string& text, const std::vector<std::int64_t>& dimensions) {
  return std::get<CoordinateList>(random_tensor(spec(text), dimensions, ValueType::f64));
}

}  // namespace

TEST_CASE("random tensors have the requested number of components") {
  const std::int64_t huge = std::int64_t{1} << 40;
  CHECK(list("random:nnz=5%", {100, 100}).count() == 500);
  CHECK(list("random:nnz=1e4:seed=3", {huge, huge}).count() == 10000);
  CHECK(list("random:nnz=1e4:seed=3", {huge}).count() == 10000);
  CHECK(list("random:nnz=100%", {7, 9}).count() == 63);
  CHECK(list("random:nnz=62", {7, 9}).count() == 62);
  CHECK(list("random:nnz=0", {7, 0}).count() == 0);
  CHECK(list("random:nnz=1", {}).count() == 1);
  for (const char* text : {"random:nnz=40%:seed=5", "random:nnz=90%:seed=5"}) {
    const CoordinateList drawn = list(text, {13, 4, 11});
    Format csf;
    csf.value = ValueType::f64;
    for (int mode = 0; mode < 3; ++mode) csf.levels.push_back({"compressed", mode, BlockPart::whole, 0});
    CHECK(size(pack(drawn, csf).values) == drawn.count());  // no duplicate coordinates
  }
}

TEST_CASE("random values are exact and never 0 and integers on request") {
  const Tensor dense = random_tensor(spec("random:seed=1"), {1000}, ValueType::f64);
  for (const double value : std::get<std::vector<double>>(values(dense))) {
    REQUIRE((value >= -1 && value < 1 && value != 0 && value * 64 == std::floor(value * 64)));
  }
  const Tensor integers = random_tensor(spec("random"), {1000}, ValueType::i32);
  const auto& numbers = std::get<std::vector<std::int32_t>>(values(integers));
  CHECK(*std::min_element(numbers.begin(), numbers.end()) == -3);
  CHECK(*std::max_element(numbers.begin(), numbers.end()) == 3);
  const Tensor whole = random_tensor(spec("random:int:seed=2"), {100}, ValueType::f32);
  for (const float value : std::get<std::vector<float>>(values(whole))) REQUIRE(value == std::floor(value));
}

TEST_CASE("the same specification gives the same tensor on every machine") {
  const CoordinateList drawn = list("random:nnz=4:seed=7", {10, 10});
  CHECK(drawn.coordinates == std::vector<std::int64_t>{0, 2, 4, 9, 5, 7, 7, 4});
  CHECK(std::get<std::vector<double>>(drawn.values) == std::vector<double>{-0.890625, 0.59375, -0.234375, -0.1875});
  CHECK(list("random:nnz=50:seed=7", {10, 10}).coordinates != list("random:nnz=50:seed=8", {10, 10}).coordinates);
}

TEST_CASE("errors in a random specification have their location") {
  for (const char* text : {"random:", "random:sed=1", "random:seed=x", "random:seed=-1", "random:nnz=5:nnz=6",
                           "random:nnz=abc", "random:nnz=101%", "random:nnz=1.5", "random:nnz=-1", "random:nnz=inf",
                           "random:nnz=nan", "random:seed=1:", "random:seed=99999999999999999999"}) {
    INFO(text);
    const Diagnostic d = failure([&] { spec(text); });
    CHECK(d.code == Code::random_spec);
    CHECK(d.place.span.begin >= 2);
  }
  CHECK(failure([] { list("random:nnz=82", {9, 9}); }).code == Code::random_spec);
  CHECK(failure([] { list("random:nnz=1e15", {1 << 30, 1 << 30}); }).code == Code::storage_too_large);
  CHECK(failure([] { random_tensor(spec("random"), {1 << 30, 1 << 30}, ValueType::f64); }).code ==
        Code::storage_too_large);
}

}  // namespace scorchc::data
