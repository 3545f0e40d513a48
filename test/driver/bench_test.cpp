// Tests the output of scorchc bench and tune; times are not checked.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "catch.h"
#include "data/pack.h"
#include "data/random.h"
#include "driver/call.h"
#include "driver/json_schema.h"
#include "driver/load.h"
#include "driver/program.h"
#include "driver/progress.h"
#include "driver/same_result.h"
#include "front/front.h"

using nlohmann::json;
using namespace scorchc;

namespace {

const std::vector<std::string> small = {"--dim", "i=30", "--dim", "j=40", "--rounds", "2"};
const std::vector<std::string> spgemm = {
    "C(i,k) = A(i,j) * B(j,k)", "--fmt", "A=csr", "--fmt", "B=csr", "--dim", "k=20", "--name", "spgemm"};

Outcome bench(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "bench");
  arguments.insert(arguments.end(), small.begin(), small.end());
  return Workplace().scorchc(with_compiler(arguments));
}

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

json benched(const std::vector<std::string>& arguments) {
  const Outcome outcome = bench(with(arguments, {"--json"}));
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  CHECK(outcome.err.empty());
  json document = json::parse(outcome.out);
  CHECK(schema_problem(json::parse(Workplace().scorchc({"schema", "bench"}).out), document) == "");
  return document;
}

std::string row_names(const json& kernel) {
  std::string text;
  for (const json& row : kernel.at("rows"))
    text += row.at("call").get<std::string>() + std::to_string(row.at("threads").get<int>()) + " ";
  return text;
}

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("bench prints a row for each number of threads and kind of call", "[compiler]") {
  const json document = benched(with(spgemm, {"--threads", "1,2", "--nnz", "A=100", "--nnz", "B=10%"}));
  const json& kernel = document.at("kernels").at(0);
  CHECK(kernel.at("name") == "spgemm");
  CHECK(row_names(kernel) == "kernel1 compute1 kernel2 compute2 ");
  CHECK(kernel.at("limits").size() == 2);
  CHECK(kernel.at("tensors")[0].count("stored") == 0);
  CHECK(kernel.at("tensors")[1].at("stored") == 100);
  CHECK(kernel.at("tensors")[1].at("data") == "random:nnz=100:seed=1");
  CHECK(kernel.at("tensors")[2].at("stored") == 80);
  CHECK(kernel.at("arithmetic").at("exact") == false);
  for (const json& row : kernel.at("rows")) {
    const json& seconds = row.at("seconds");
    CHECK(row.at("samples") == 2);
    CHECK(seconds.at("least") <= seconds.at("median"));
    CHECK(seconds.at("median") <= seconds.at("most"));
    CHECK((row.at("call") == "kernel") == (row.count("share") == 1));
  }
}

TEST_CASE("bench counts the work for the given data", "[compiler]") {
  const json spmm =
      benched({"C(i,k) = A(i,j) * B(j,k)", "--fmt", "A=csr", "--dim", "k=20", "--nnz", "A=100", "--threads", "1"});
  const json& kernel = spmm.at("kernels").at(0);
  CHECK(row_names(kernel) == "kernel1 ");
  CHECK(kernel.at("arithmetic").at("number") == 2 * 100 * 20);
  CHECK(kernel.at("arithmetic").at("exact") == true);
  CHECK(kernel.at("vector_loops").at(0).at("loop") == "k");
  const json scalar = benched({"s = A(i,j)", "--fmt", "A=csr", "--threads", "1,2"});
  CHECK(row_names(scalar.at("kernels").at(0)) == "kernel1 ");  // no loop is parallel
}

TEST_CASE("a result that is read accepts data", "[compiler]") {
  const json update = benched({"y(i) += A(i,j) * x(j)", "--fmt", "A=csr", "--threads", "1"});
  CHECK(update.at("kernels").at(0).at("tensors").at(0).at("data") == "random:seed=3");
  const json sparse = benched({"C(i,j) = C(i,j) + A(i,j)", "--fmt", "A=csr", "--fmt", "C=csr", "--threads", "1"});
  const json& tensors = sparse.at("kernels").at(0).at("tensors");
  CHECK(tensors.size() == 2);
  CHECK(tensors.at(0).at("data") == "random:nnz=1%:seed=2");
  CHECK(tensors.at(0).at("stored") == 12);
}

TEST_CASE("bench prints text and comma-separated values", "[compiler]") {
  const Outcome text = bench(with(spgemm, {"--threads", "1"}));
  CAPTURE(text.err);
  CHECK(text.exit_code == 0);
  CHECK_THAT(text.out, Catch::Matchers::StartsWith("spgemm: C(i,k) = A(i,j) * B(j,k)\n  C: csr (inferred), 30 x 20\n"
                                                   "  A: csr, 30 x 40, 12 stored, random:nnz=1%:seed=1\n"));
  CHECK_THAT(text.out, ContainsSubstring("of the limit") && ContainsSubstring("a = b + s * c"));
  const Outcome csv = bench(with(spgemm, {"--threads", "1", "--csv"}));
  CHECK_THAT(csv.out, Catch::Matchers::StartsWith("kernel,call,threads,samples,calls,median_s,") &&
                          ContainsSubstring("\nspgemm,kernel,1,2,") && ContainsSubstring("\nspgemm,compute,1,2,"));
  CHECK(lines_of(csv.out) == 3);
  CHECK(std::count(csv.out.begin(), csv.out.end(), ',') == 3 * 13);
}

TEST_CASE("bench times each kernel of a spec, with data for those that have the tensor", "[compiler]") {
  const Workplace workplace;
  workplace.write("two.scorch", "tensor A: csr\nkernel first: y(i) = A(i,j) * x(j)\nkernel second: s = A(i,j)\n");
  workplace.write("a.tns", "# dims: 3 4\n1 1 2\n3 4 5\n");
  const Outcome outcome = workplace.scorchc(with_compiler(
      {"bench", "two.scorch", "--data", "A=a.tns", "--data", "x=random:seed=3", "--rounds", "1", "--json"}));
  CAPTURE(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  const json document = json::parse(outcome.out);
  REQUIRE(document.at("kernels").size() == 2);
  CHECK(document.at("kernels")[0].at("tensors")[2].at("data") == "random:seed=3");
  CHECK(document.at("kernels")[1].at("arithmetic").at("number") == 2);
  CHECK(workplace.list() == "a.tns two.scorch");
}

TEST_CASE("a progress bar has a constant length") {
  CHECK(driver::progress_bar(0) == "[                        ]");
  CHECK(driver::progress_bar(0.5) == "[============            ]");
  CHECK(driver::progress_bar(1) == "[========================]");
  CHECK(driver::progress_bar(1.0001) == driver::progress_bar(1));
}

TEST_CASE("bench and tune without a compiler name the remedy") {
  const std::string command = "SCORCHC_CLANG_PLUGIN=/nowhere \"$0\" ";
  for (const std::string word : {"bench", "tune"}) {
    const Outcome outcome =
        Workplace().program({"sh", "-c", command + word + " 's = n(i)' --dim i=4", SCORCHC_PROGRAM});
    CHECK(outcome.exit_code == 3);
    CHECK_THAT(outcome.err, ContainsSubstring("error[SC0901]") && ContainsSubstring("--cxx g++"));
  }
}

TEST_CASE("values are recomputed in an existing pattern", "[compiler]") {
  for (const char* format : {"C=csr", "C=coo", "C=dcsr"}) {
    CAPTURE(format);
    front::Settings settings;
    settings.formats = {"A=csr", "B=csr", format};
    settings.name = "k";
    Diagnostics warnings;
    const driver::CompiledKernel compiled =
        driver::compile(front::read_expression("C(i,j) = A(i,j) + B(i,j)", settings, warnings).at(0), warnings);
    const auto runnable =
        driver::load(compiled, with_compiler({}).empty() ? std::nullopt : std::optional<std::string>("g++"));
    driver::KernelCall call;
    call.format = *compiled.kernel.result().format;
    call.dimensions = {20, 30};
    for (const std::size_t seed : {1U, 2U})
      call.operands.push_back(
          data::pack(data::random_tensor({data::RandomSpec::Amount::share, 0.2, seed}, call.dimensions, ValueType::f32),
                     *compiled.kernel.tensors[seed].format));
    const driver::CallResult once = driver::call_kernel(runnable.runner, call);
    driver::Runner again = runnable.runner;
    again.call = [&](RunnerTensor* tensors, std::int32_t form, std::int32_t threads) {
      const std::int32_t status = runnable.runner.call(tensors, form, threads);
      std::fill_n(static_cast<float*>(tensors[0].vals), tensors[0].vals_count, 77.0F);
      return status != 0 ? status : runnable.runner.call(tensors, 2, threads);
    };
    for (const driver::CallForm form : {driver::CallForm::at_once, driver::CallForm::in_steps}) {
      call.form = form;
      CHECK(driver::is_same_result(once.result, driver::call_kernel(again, call).result));
    }
    data::PackedTensor changed = once.result;
    std::get<std::vector<float>>(changed.values).at(3) += 1;
    CHECK_FALSE(driver::is_same_result(once.result, changed));
  }
}
