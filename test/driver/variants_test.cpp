// Which plan of a kernel runs: told from the bodies of loops that are passed.
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

/// The first entries of a square, row by row.
data::Tensor first_entries(std::int64_t extent, std::int64_t count) {
  data::CoordinateList list{{extent, extent}, {}, std::vector<float>(static_cast<std::size_t>(count), 1.0F)};
  for (std::int64_t n = 0; n < count; ++n) list.coordinates.insert(list.coordinates.end(), {n / extent, n % extent});
  return list;
}

/// Whether the body was passed in a call with so many entries in each sparse operand.
bool passes(const CompiledKernel& kernel, const std::string& body, std::int64_t extent, std::int64_t count, CallForm form) {
  KernelCall call;
  call.form = form;
  call.format = *kernel.kernel.result().format;
  call.dimensions = std::vector<std::int64_t>(static_cast<std::size_t>(kernel.kernel.result().order), extent);
  for (std::size_t n = 1; n < kernel.kernel.tensors.size(); ++n) {
    const TensorDeclaration& tensor = kernel.kernel.tensors[n];
    const std::vector<std::int64_t> dimensions(static_cast<std::size_t>(tensor.order), extent);
    const auto cells = static_cast<std::size_t>(tensor.order == 1 ? extent : extent * extent);
    const data::Tensor dense = data::DenseArray{dimensions, std::vector<float>(cells, 1.0F)};
    call.operands.push_back(data::pack(tensor.format->is_dense() ? dense : first_entries(extent, count), *tensor.format));
  }
  if (call.format.is_dense()) call.start = unset_values(call.format.value, dense_cells(call.format, call.dimensions, {}));
  const auto counts = std::make_shared<Counts>();
  const CallResult called = call_kernel(counted(kernel, counts), call);
  CHECK(called.broken == "");
  return counts->passed.count(body) != 0;
}

TEST_CASE("the entries of the operands of a call say which plan runs") {
  const CompiledKernel kernel = marked("y(i)=A(i,j)*(B(j,k)*x(k))", {"A=csr", "B=csr"});
  REQUIRE_THAT(kernel.schedule, ContainsSubstring("variant(nnz(A) < j / 8)"));
  const std::string fused = "body: k in i, j";
  CHECK(passes(kernel, fused, 64, 7, CallForm::at_once));
  CHECK_FALSE(passes(kernel, fused, 64, 8, CallForm::at_once));
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

TEST_CASE("each plan has functions of its own, and what is the same in all stands once") {
  const CompiledKernel kernel = marked("C(i,j)=A(i,k)*B(k,j)", {"A=csc", "B=csr", "C=csr"});
  for (const char* const function : {"run", "count", "compute"})
    for (const char* const plan : {"_plan_1(", "_plan_2("})
      CHECK_THAT(kernel.loops, ContainsSubstring("internal function " + std::string(function) + plan));
  CHECK_THAT(kernel.loops, ContainsSubstring("\nfunction free(") && !ContainsSubstring("function free_plan"));
  CHECK_THAT(kernel.header, !ContainsSubstring("_plan_") && ContainsSubstring("There are 2 plans"));
}

}  // namespace
}  // namespace scorchc::driver
