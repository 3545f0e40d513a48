#include "catch.h"
#include "front/reading.h"

using namespace scorchc;
using namespace scorchc::front;

TEST_CASE("tensors, formats and indices of a kernel") {
  Settings settings;
  settings.formats = {"A=csr:f64", "B=csc"};
  settings.dims = {"i=1e3", "k=~64", "j=0"};
  settings.nnz = {"A=5%", "B=1e6"};
  const Kernel kernel = kernel_of("C(i,k) = A(i,j) * B(j,k)", settings);
  REQUIRE(kernel.tensors.size() == 3);
  CHECK(kernel.name == "c_a_b");
  CHECK(kernel.source_statement == "C(i,k) = A(i,j) * B(j,k)");
  CHECK(print(kernel.statement) == "C(i,k) = sum(j, A(i,j) * B(j,k))");
  CHECK(kernel.result().name == "C");
  CHECK_FALSE(kernel.result().format.has_value());
  CHECK(kernel.result().value == ValueType::f64);
  CHECK(print_short(*kernel.tensor("A").format) == "csr:f64");
  CHECK(kernel.tensor("A").fill_hint == 0.05);
  CHECK(kernel.tensor("B").nnz_hint == 1e6);
  CHECK(kernel.indices.at("i").extent == 1000);
  CHECK(kernel.indices.at("j").extent == 0);
  CHECK(kernel.indices.at("k").hint == 64);
  CHECK_FALSE(kernel.indices.at("k").extent.has_value());
}

TEST_CASE("operands without a format are dense, and an updated result is") {
  CHECK(kernel_of("y(i) = A(i,j)").tensor("A").format->is_dense());
  CHECK(kernel_of("y = a").tensor("a").format->levels.empty());
  CHECK_FALSE(kernel_of("y(i) = A(i,j)").result().format.has_value());
  CHECK(kernel_of("y(i) += A(i,j)").result().format->is_dense());
  CHECK(kernel_of("y(i) max= A(i,j)").result().format->is_dense());
}

TEST_CASE("value types") {
  const auto type = [](const std::string& text, std::vector<std::string> formats, std::vector<std::string> types) {
    Settings settings;
    settings.formats = std::move(formats);
    settings.types = std::move(types);
    return std::string(name(kernel_of(text, settings).result().value));
  };
  const std::string text = "y(i) = A(i,j) * x(j)";
  CHECK(type(text, {}, {}) == "f32");
  CHECK(type(text, {}, {"f64"}) == "f64");
  CHECK(type(text, {"A=csr:f64"}, {}) == "f64");
  CHECK(type(text, {"A=csr:i64"}, {}) == "f64");
  CHECK(type(text, {"A=csr:i32"}, {}) == "f32");
  CHECK(type(text, {"A=csr:i32"}, {"x=i64"}) == "i64");
  CHECK(type(text, {}, {"i32", "y=f64"}) == "f64");
  CHECK(type(text, {"y=dense"}, {"f64"}) == "f64");
  CHECK(type("y(i) = A(i,j) * 2", {}, {"i32"}) == "i32");
  CHECK(type("y(i) = A(i,j) * 2.0", {}, {"i32"}) == "f64");
  CHECK(type("y(i) = exp(A(i,j))", {}, {"i32"}) == "f64");
  CHECK(type("y(i) = exp(A(i,j))", {}, {"f32"}) == "f32");
  CHECK(type("y = 1", {}, {"i64"}) == "i64");
}

TEST_CASE("index types") {
  Settings settings;
  settings.index = "i64";
  settings.formats = {"A=csr:pos=i32"};
  const Kernel kernel = kernel_of("y(i) = A(i,j) * x(j)", settings);
  CHECK(kernel.index_type == IndexType::i64);
  CHECK(kernel.tensor("A").format->pos == IndexType::i32);
  CHECK(kernel.tensor("A").format->crd == IndexType::i64);
}

TEST_CASE("names of kernels") {
  const auto [text, expected] = GENERATE(table<std::string, std::string>({
      {"y(i) = A(i,j) * x(j)", "y_a_x"},
      {"y = x * x", "y_x"},
      {"y = 1", "y_kernel"},
      {"Foo__bar_ = B__", "foo_bar_b"},
      {"y(i) = y(i) + 1", "y_kernel"},
      {"int = x", "int_x"},
  }));
  CHECK(kernel_of(text).name == expected);
}

TEST_CASE("explicit names and namespaces") {
  Settings settings;
  settings.name = "spmv";
  settings.name_space = "a::b_1";
  settings.parallel = "none";
  settings.schedule = "none";
  const Kernel kernel = kernel_of("y(i) = A(i,j) * x(j)", settings);
  CHECK(kernel.name == "spmv");
  CHECK(kernel.name_space == "a::b_1");
  CHECK_FALSE(kernel.parallel);
  CHECK(kernel.schedule == "none");
}

TEST_CASE("several statements give several kernels") {
  Settings settings;
  settings.formats = {"A=csr", "B=csc"};
  const std::vector<Kernel> kernels = kernels_of("y(i) = A(i,j); z(i) = B(i,j)", settings);
  REQUIRE(kernels.size() == 2);
  CHECK(kernels[0].name == "y_a");
  CHECK(kernels[1].name == "z_b");
}

TEST_CASE("a tensor on both sides is declared once, as the result") {
  const Kernel kernel = kernel_of("y(i) = y(i) + x(i)");
  REQUIRE(kernel.tensors.size() == 2);
  CHECK(kernel.tensors[0].name == "y");
}

TEST_CASE("an index of the result that no addend has gets a warning") {
  Diagnostics warnings;
  read_expression("C(i,j) = x(i)", {}, warnings);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].code == Code::broadcast_result_index);
  CHECK(warnings[0].severity == Severity::warning);
  read_expression("C(i,j) = x(i) + z(j)", {}, warnings);
  CHECK(warnings.size() == 1);
}

TEST_CASE("statements that use each other's results are one kernel") {
  Settings settings;
  settings.formats = {"A=csr", "t=sv"};
  settings.dims = {"i=3"};
  Diagnostics warnings;
  const std::vector<Kernel> kernels =
      read_expression("t(i) = A(i,j) * x(j)\nz(i) = 2 * x(i)\ny(k) = B(k,j) * t(j)", settings, warnings);
  REQUIRE(kernels.size() == 2);
  CHECK(kernels[0].source_statement == "z(i) = 2 * x(i)");
  const Kernel& kernel = kernels[1];
  CHECK(kernel.name == "y_a_x_b");
  CHECK(kernel.source_statement == "t(i) = A(i,j) * x(j); y(k) = B(k,j) * t(j)");
  REQUIRE(kernel.earlier.size() == 1);
  REQUIRE(kernel.tensors.size() == 4);
  CHECK(kernel.is_assigned_earlier("t"));
  CHECK(print_short(*kernel.tensor("t").format) == "sv");
  CHECK_FALSE(kernel.is_assigned_earlier("A"));
  // The mode of t relates index i of the first statement to index j of the last one.
  CHECK(print_statements(kernel) == "t(j) = sum(j2, A(j,j2) * x(j2)); y(k) = sum(j, B(k,j) * t(j))");
  CHECK(kernel.indices.at("j").extent == 3);
  CHECK_FALSE(kernel.indices.at("j2").extent.has_value());
}

TEST_CASE("indices of one statement with equal extents keep their names") {
  const Kernel kernel = kernel_of("t(i) = A(i,k) * x(k); S(i,j) = B(i,j) * t(i) * t(j)");
  CHECK(print_statements(kernel) == "t(i) = sum(k, A(i,k) * x(k)); S(i,j) = B(i,j) * t(i) * t(j)");
  CHECK(kernel.indices.at("j").same_as == "i");
}
