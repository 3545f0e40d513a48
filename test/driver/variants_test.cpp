// Tests which plan of a kernel runs, by counting the loop bodies that are executed.
#include <functional>
#include <map>
#include <numeric>

#include "catch.h"
#include "data/pack.h"
#include "driver/call.h"
#include "driver/interpreted.h"
#include "front/reading.h"

namespace scorchc::driver {
namespace {

CompiledKernel marked(const std::string& expression, const std::vector<std::string>& formats) {
  front::Settings settings;
  settings.formats = formats;
  Diagnostics warnings;
  return compile_with({.bodies = lower::Options::Bodies::marked}, front::kernel_of(expression, settings), warnings);
}

/// Returns the first entries of a matrix in row-major order.
data::Tensor first_entries(const std::vector<std::int64_t>& dimensions, std::int64_t count) {
  data::CoordinateList list{dimensions, {}, std::vector<float>(static_cast<std::size_t>(count), 1.0F)};
  for (std::int64_t n = 0; n < count; ++n)
    list.coordinates.insert(list.coordinates.end(), {n / dimensions[1], n % dimensions[1]});
  return list;
}

using Extents = std::map<std::string, std::int64_t>;

/// Whether a call with these extents, and `count` entries in each sparse operand, executes the body.
bool passes(const CompiledKernel& kernel, const std::string& body, const Extents& extents, std::int64_t count,
            CallForm form) {
  const auto dimensions_of = [&](const Access& access) {
    std::vector<std::int64_t> dimensions;
    for (const std::string& index : access.indices) dimensions.push_back(extents.at(index));
    return dimensions;
  };
  KernelCall call;
  call.form = form;
  call.format = *kernel.kernel.result().format;
  call.dimensions = dimensions_of(kernel.kernel.statement.lhs);
  for (const Access& access : all_operands(kernel.kernel)) {
    const std::vector<std::int64_t> dimensions = dimensions_of(access);
    const std::int64_t cells =
        std::accumulate(dimensions.begin(), dimensions.end(), std::int64_t{1}, std::multiplies<>());
    const data::Tensor dense = data::DenseArray{dimensions, std::vector<float>(static_cast<std::size_t>(cells), 1.0F)};
    const Format& format = *kernel.kernel.tensor(access.tensor).format;
    call.operands.push_back(data::pack(format.is_dense() ? dense : first_entries(dimensions, count), format));
  }
  if (call.format.is_dense())
    call.start = unset_values(call.format.value, dense_cells(call.format, call.dimensions, {}));
  const auto counts = std::make_shared<Counts>();
  const CallResult called = call_kernel(counted(kernel, counts), call);
  CHECK(called.broken == "");
  return counts->passed.count(body) != 0;
}

bool passes(const CompiledKernel& kernel, const std::string& body, std::int64_t extent, std::int64_t count,
            CallForm form) {
  return passes(kernel, body, {{"i", extent}, {"j", extent}, {"k", extent}}, count, form);
}

TEST_CASE("the numbers of stored entries of a call select the variant") {
  const CompiledKernel kernel = marked("y(i)=A(i,j)*(B(j,k)*x(k))", {"A=csr"});
  REQUIRE_THAT(kernel.schedule, ContainsSubstring("variant(nnz(A) < j / 4)"));
  const std::string fused = "body: k in i, j";
  CHECK(passes(kernel, fused, 64, 15, CallForm::at_once));
  CHECK_FALSE(passes(kernel, fused, 64, 16, CallForm::at_once));
  CHECK_FALSE(passes(kernel, fused, 64, 640, CallForm::at_once));
}

TEST_CASE("all steps of the split form run the same plan") {
  const CompiledKernel kernel = marked("C(i,j)=A(i,k)*B(k,j)", {"A=csc", "B=csr", "C=csr"});
  REQUIRE_THAT(kernel.schedule, ContainsSubstring("variant(nnz(B) < k / 16); reorder(k, i, j)"));
  const std::string conversion = "body: i in k into A_ik";
  for (const CallForm form : {CallForm::at_once, CallForm::in_steps}) {
    CHECK_FALSE(passes(kernel, conversion, 64, 3, form));
    CHECK(passes(kernel, conversion, 64, 4, form));
  }
}

TEST_CASE("the extents of a call select the variant") {
  const CompiledKernel kernel = marked("C(i,l)=A(i,j)*X(j,k)*W(k,l)", {"A=csr"});
  REQUIRE_THAT(kernel.schedule, ContainsSubstring("variant(l < k"));
  const std::string features_first = "body: k in j, l into X_W";
  const auto runs = [&](std::int64_t k, std::int64_t l, std::int64_t count) {
    return passes(kernel, features_first, {{"i", 8}, {"j", 8}, {"k", k}, {"l", l}}, count, CallForm::at_once);
  };
  CHECK(runs(64, 2, 64));
  CHECK_FALSE(runs(2, 64, 64));
  CHECK_FALSE(runs(16, 16, 64));
  CHECK_FALSE(runs(64, 2, 1));  // the variant for nearly empty operands comes first
}

TEST_CASE("conditions of extents are emitted as they are written") {
  const auto emitted = [](const std::string& schedule) {
    front::Settings settings;
    settings.formats = {"A=csr"};
    settings.dims = {"l=7"};
    settings.schedule = schedule;
    Diagnostics warnings;
    return compile(front::kernel_of("C(i,l)=A(i,j)*X(j,k)*W(k,l)", settings), warnings).single_file;
  };
  const auto holds = [&](const std::string& condition, const std::string& text) {
    INFO(condition);
    CHECK_THAT(emitted("variant(" + condition + "); factor(k: X(j,k), W(k,l))"),
               ContainsSubstring("if (" + text + ")"));
  };
  holds("k < 16", "k_size < 16");
  holds("k / 2 > l", "l_size < k_size / 2");
  holds("i / k / 3 < j", "i_size / scorch_max_i64(k_size, 1) / 3 < j_size");
  holds("nnz(A) < k and k > i", "A2_pos[i_size] < k_size && i_size < k_size");
}

TEST_CASE("each variant has its own functions and code equal in all variants is emitted once") {
  const CompiledKernel kernel = marked("C(i,j)=A(i,k)*B(k,j)", {"A=csc", "B=csr", "C=csr"});
  for (const char* const function : {"run", "count", "compute"})
    for (const char* const plan : {"_plan_1(", "_plan_2("})
      CHECK_THAT(kernel.loops, ContainsSubstring("internal function " + std::string(function) + plan));
  CHECK_THAT(kernel.loops, ContainsSubstring("\nfunction free(") && !ContainsSubstring("function free_plan"));
  CHECK_THAT(kernel.header, !ContainsSubstring("_plan_") && ContainsSubstring("There are 2 plans"));
}

}  // namespace
}  // namespace scorchc::driver
