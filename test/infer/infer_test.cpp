#include "catch.h"
#include "front/reading.h"
#include "infer/infer_formats.h"

namespace scorchc::infer {
namespace {

struct Row {
  std::string expression;
  std::vector<std::string> formats;
  std::string result;
  std::vector<std::string> sizes = {}, stored = {};  // arguments of --dim and --nnz
};

struct Inferred {
  Kernel kernel;
  Decisions decisions;
  Diagnostics warnings;
};

Inferred inferred(const Row& row) {
  front::Settings settings;
  settings.formats = row.formats;
  settings.dims = row.sizes;
  settings.nnz = row.stored;
  Decisions decisions;
  Diagnostics warnings;
  Kernel kernel = infer_formats(front::kernel_of(row.expression, settings), decisions, warnings);
  return {std::move(kernel), std::move(decisions), std::move(warnings)};
}

Kernel infer(const Row& row) { return inferred(row).kernel; }

TEST_CASE("the format of a result follows from its operands'") {
  // The first row is the example of the Scorch paper.
  const Row row = GENERATE(values<Row>({
      {"D(i,k)=A(i,j)*B(j,k)+C(i,k)", {"A=csr", "B=csr", "C=dcsr"}, "csr"},
      {"y(i)=A(i,j)*x(j)", {"A=csr"}, "dense"},
      {"y(i)=A(i,j)*x(j)", {"A=csc"}, "dense"},
      {"y(i)=A(i,j)*x(j)", {"A=dcsr"}, "sv"},
      {"C(i,k)=A(i,j)*B(j,k)", {"A=csr"}, "dense"},
      {"C(i,j)=A(i,j)+B(i,j)", {"A=csr"}, "dense"},
      {"C(i,j)=A(i,j)+B(i,j)", {"A=csr", "B=csr"}, "csr"},
      {"C(i,j)=A(i,j)*B(i,j)", {"A=csr"}, "csr"},
      {"C(i,j)=exp(A(i,j))", {"A=csr"}, "dense"},
      {"C(i,j)=relu(A(i,j))", {"A=dcsr"}, "dcsr"},
      {"D(i,j)=S(i,j)*X(i,k)*Y(k,j)", {"S=coo"}, "coo"},
      {"D(i,j)=S(i,j)*X(i,k)*Y(k,j)", {"S=csc"}, "csc"},
      {"C(i,j)=2*A(i,j)", {"A=csc"}, "csc"},
      {"s=a(i)*b(i)", {"a=sv", "b=sv"}, "dense"},
      {"C(i,j)=A(i,j)-2*B(i,j)+D(i,j)", {"A=bcsr4x4", "B=bcsr4x4", "D=bcsr4x4"}, "bcsr4x4"},
      {"C(i,j)=A(i,j)+B(i,j)*d(j)", {"A=bcsr4x4", "B=bcsr4x4"}, "bcsr4x4"},
      {"C(i,j)=A(i,j)+B(i,j)", {"A=bcsr4x4", "B=bcsr2x2"}, "csr"},
      {"C(i,j)=A(i,j)+B(j,i)", {"A=bcsr4x4", "B=bcsr4x4"}, "csr"},
      {"C(i,j)=A(i,j)+B(i,j)", {"A=bcsr4x4", "B=csr"}, "csr"},
  }));
  INFO(row.expression);
  const Kernel kernel = infer(row);
  REQUIRE(kernel.result().format);
  CHECK(print_short(*kernel.result().format) == row.result);
  CHECK(kernel.result().format_inferred);
}

TEST_CASE("hints decide whether a result is sparse") {
  const std::string product = "C(i,k)=A(i,j)*B(j,k)", sum = "C(i,k)=A(i,k)+B(i,k)";
  const std::vector<std::string> rows = {"A=csr", "B=csr"}, lists = {"A=dcsr", "B=dcsr"};
  const std::vector<std::string> small = {"i=100", "j=~100", "k=100"}, square = {"i=100", "k=100"};
  const Row row = GENERATE_COPY(values<Row>({
      {product, rows, "csr", small},
      {product, rows, "csr", small, {"A=5", "B=5"}},
      {product, rows, "csr", small, {"A=5%", "B=12%"}},    // 1 - 0.88^5 is 0.47
      {product, rows, "dense", small, {"A=5%", "B=15%"}},  // 0.56
      {product, rows, "dense", {}, {"A=1e9", "B=1e8"}},    // 1e4 and 1e3 of the 1e5 components of a row
      {product, rows, "dense", small, {"A=100%", "B=100%"}},
      {product, rows, "csr", {"i=0", "j=0", "k=0"}, {"A=0", "B=0"}},
      {sum, rows, "csr", square, {"A=20%"}},
      {sum, rows, "csr", square, {"A=29%", "B=29%"}},    // 0.4959
      {sum, rows, "dense", square, {"A=30%", "B=30%"}},  // 0.51
      {sum, lists, "dcsr", square, {"A=0.1%", "B=0.1%"}},
      {sum, lists, "csr", square, {"A=0.5%", "B=0.5%"}},         // each has 40 of 100 rows
      {"C(i,k)=2*A(i,k)", {"A=csr"}, "csr", square, {"A=90%"}},  // its own pattern costs nothing
      {"y(i)=A(i,j)*x(j)", {"A=dcsr"}, "sv", {"i=1000", "j=1000"}, {"A=500"}},
      {"y(i)=A(i,j)*x(j)", {"A=dcsr"}, "dense", {"i=1000", "j=1000"}, {"A=5000"}},
      {"y(i)=A(i,j)*x(j)", {"A=csc"}, "sv", {"i=1000", "j=1000"}, {"A=50"}},
  }));
  INFO(row.expression << " " << row.stored.size() << " " << (row.stored.empty() ? "" : row.stored[0]));
  CHECK(print_short(*infer(row).result().format) == row.result);
}

TEST_CASE("an explicit format is kept and the result has the promoted type") {
  CHECK(print_short(*infer({"C(i,j)=A(i,j)", {"A=csr", "C=coo"}, ""}).result().format) == "coo");
  const Kernel kernel = infer({"y(i)=a(i)*b(i)", {"a=sv:i64", "b=dense:f32"}, ""});
  CHECK(kernel.result().format->value == ValueType::f64);
}

TEST_CASE("a sparse result that stores every component gives a warning") {
  struct Warned {
    std::string expression;
    std::vector<std::string> formats;
    std::size_t warnings;
  };
  const Warned row = GENERATE(values<Warned>({
      {"C(i,j)=A(i,j)+B(i,j)", {"A=csr", "C=csr"}, 1},
      {"C(i,j)=exp(A(i,j))", {"A=csr", "C=csr"}, 1},
      {"C(i,j)=x(i)*y(j)", {"C=csr"}, 1},
      {"y(i)=A(i,j)+b(i)", {"A=csr", "y=sv"}, 1},
      {"C(i,j)=A(i,j)+B(i,j)", {"A=csr", "B=csc", "C=csr"}, 0},
      {"C(i,j)=x(i)+y(j)", {"x=sv", "y=sv", "C=csr"}, 0},
      {"C(i,i)=a(i)", {"C=csr"}, 0},
      {"y(i)=A(i,j)*x(j)", {"A=csr", "y=sv"}, 0},
      {"y(i)=max(j,A(i,j))", {"A=csr", "y=sv"}, 0},
      {"C(i,j)+=B(i,j)", {"C=csr"}, 0},
  }));
  INFO(row.expression);
  CHECK(inferred({row.expression, row.formats, ""}).warnings.size() == row.warnings);
}

TEST_CASE("operands that are dense along different modes give a result with a sparse last level") {
  const Row row = GENERATE(values<Row>({
      {"C(i,j)=A(i,j)+A(j,i)", {"A=csr"}, "csr"},
      {"C(i,j)=A(i,j)-A(j,i)", {"A=csc"}, "csr"},
      {"C(i,j)=A(i,j)+B(i,j)", {"A=csr", "B=csc"}, "csr"},
      {"C(i,j)=A(i,j)*B(i,j)", {"A=csr", "B=csc"}, "csr"},
      {"C(i,k)=A(i,j)*A(k,j)", {"A=csr"}, "csr"},
      {"C(i,k)=A(i,j)*B(j,k)", {"A=csr", "B=csc"}, "csr"},
      {"C(i,j,k)=A(i,j,k)+B(j,i,k)+D(k,i,j)",
       {"A=dense,compressed,compressed", "B=dense,compressed,compressed", "D=dense,compressed,compressed"},
       "dense,compressed,compressed"},
      {"C(b,i,j)=A(b,i,j)+A(b,j,i)", {"A=dense,dense,compressed"}, "dense,dense,compressed"},
      {"C(i,j,k)=A(i,k)*B(j,k)", {"A=csr", "B=csr"}, "dense,compressed,compressed"},
      {"C(i,j)=v(i)+B(i,j)", {"v=sv", "B=csr"}, "csr"},
      {"C(i,j)=x(i)+y(j)", {"x=sv", "y=sv"}, "csr"},
      {"D(i,i)=v(i)", {}, "csr"},
      {"D(i,i)=v(i)", {"v=sv"}, "dcsr"},
      {"D(i,j,j)=A(i,j)", {}, "dense,dense,compressed"},
      // Results that are stored everywhere stay dense.
      {"C(i,j)=exp(A(i,j)+A(j,i))", {"A=csr"}, "dense"},
      {"y(i)=A(i,j)+B(i,j)", {"A=csr", "B=csc"}, "dense"},
      {"C(i,j)=x(i)*y(j)", {}, "dense"},
      {"C(i,j)=A(i,j)+B(i,j)", {"A=csr", "B=csc"}, "dense", {"i=100", "j=100"}, {"A=30%", "B=30%"}},
  }));
  INFO(row.expression);
  CHECK(print_short(*infer(row).result().format) == row.result);
}

TEST_CASE("the loop order decides which mode of an open result is dense") {
  const Kernel kernel = infer({"C(i,j)=A(i,j)+A(j,i)", {"A=csr"}, ""});
  REQUIRE(kernel.result().mode_order_open);
  const std::vector<LevelSpec> by_columns = levels_in_order(kernel.result(), {1, 0});
  CHECK(by_columns[0] == LevelSpec{"dense", 1});
  CHECK(by_columns[1] == LevelSpec{"compressed", 0});
  // No operand is dense along i.
  const Kernel mixed = infer({"C(i,j)=A(i,j)+B(i,j)", {"A=dcsr", "B=csc"}, ""});
  CHECK(levels_in_order(mixed.result(), {1, 0})[0].level == "dense");
  CHECK(levels_in_order(mixed.result(), {0, 1})[0].level == "compressed");
  CHECK(levels_in_order(mixed.result(), {0, 1})[1].level == "compressed");
}

TEST_CASE("hypersparse operands have hypersparse results, and coo ones coo") {
  const std::vector<std::string> huge = {"i=~1000000000", "j=~1000000000", "k=~1000000000"};
  const Row row = GENERATE_COPY(values<Row>({
      {"C(i,j)=A(i,j)+A(j,i)", {"A=coo"}, "coo"},
      {"C(i,k)=A(i,j)*B(j,k)", {"A=coo", "B=coo"}, "coo"},
      {"C(i,k)=A(i,j)*B(j,k)", {"A=coo", "B=dcsr"}, "dcsr"},
      {"C(i,j)=A(i,j)+A(j,i)", {"A=dcsc"}, "dcsr"},
      {"C(i,k)=A(i,j)*A(j,k)", {"A=dcsr"}, "dcsr", huge},
      {"C(i,k)=A(i,j)*A(j,k)", {"A=csr"}, "csr", huge},
      {"y(i)=A(i,j)*x(j)", {"A=dcsc"}, "sv"},
      {"y(i)=max(j,A(i,j))", {"A=dcsr"}, "sv"},
      {"y(i)=max(j,A(i,j))", {"A=coo"}, "dense"},
      {"y(i)=A(i,j)*x(j)", {"A=coo"}, "dense"},
      {"y(j)=A(i,j)*x(i)", {"A=coo"}, "dense"},
      {"y(i)=A(i,j)*x(j)", {"A=coo", "x=sv"}, "sv"},
      {"y(i)=A(i,j)*x(j)", {"A=coo"}, "sv", {"i=~1000000000"}},
      {"y(i)=A(i,j)*x(j)", {"A=dcsr"}, "sv"},
      {"y(i)=A(i,j,k)*x(j)*z(k)", {"A=coo"}, "dense"},
      {"d(i)=A(i,i)", {"A=coo"}, "sv"},
      {"y(i)=max(j,exp(A(i,j)))", {"A=dcsr"}, "dense"},
      {"y(i)=A(i,j)*d(i)*x(j)", {"A=dcsc"}, "dense"},  // d is dense along i
      {"C(i,k)=A(i,j)*B(j,k)", {"A=dcsr"}, "compressed,dense"},
      {"C(i,k)=A(i,j)*B(j,k)", {"A=coo"}, "dense"},
      {"C(i,r)=A(i,j,k)*B(j,r)*D(k,r)", {"A=coo"}, "dense"},
      {"C(j,r)=A(i,j,k)*B(i,r)*D(k,r)", {"A=coo"}, "dense"},
      {"C(i,r)=A(i,j,k)*B(j,r)*D(k,r)", {"A=csf"}, "compressed,dense"},
      {"C(i,j,r)=A(i,j,k)*B(k,r)", {"A=coo"}, "compressed,compressed,dense"},
  }));
  INFO(row.expression);
  CHECK(print_short(*infer(row).result().format) == row.result);
}

TEST_CASE("a maximum and a minimum store the projection of the pattern, as a sum does") {
  const std::vector<std::string> formats = GENERATE(values<std::vector<std::string>>(
      {{"A=csr", "B=csr"}, {"A=csr", "B=csc"}, {"A=coo", "B=coo"}, {"A=dcsr", "B=csr"}}));
  const std::string sum = print_short(*infer({"C(i,j)=A(i,k)*B(k,j)", formats, ""}).result().format);
  INFO(formats[0] << " " << formats[1] << ": " << sum);
  CHECK(sum != "dense");
  CHECK(print_short(*infer({"C(i,j)=max(k,A(i,k)*B(k,j))", formats, ""}).result().format) == sum);
  CHECK(print_short(*infer({"C(i,j)=min(k,A(i,k)*B(k,j))", formats, ""}).result().format) == sum);
}

TEST_CASE("a later statement infers from the inferred format of a temporary, not from how it is held") {
  const Row row = GENERATE(values<Row>({
      {"T(i,j)=A(i,j)+A(j,i);C(i,j)=T(i,j)*d(j)", {"A=csr"}, "csr"},
      {"T(i,j)=A(i,j)+A(j,i);C(i,j)=T(i,j)*d(j)", {"A=dcsr"}, "dcsr"},
      {"T(i,j)=A(i,j)+A(j,i);C(i,j)=T(i,j)*d(j)", {"A=coo"}, "coo"},
      {"T(i,j)=A(i,j)+B(i,j);y(i)=T(i,j)*d(j)", {"A=dcsr", "B=dcsr"}, "sv"},
      {"T(i,j)=2*A(i,j);C(i,j)=T(i,j)*d(j)", {"A=csc"}, "csc"},
  }));
  INFO(row.expression << " " << row.formats[0]);
  CHECK(print_short(*infer(row).result().format) == row.result);
}

TEST_CASE("an expression that is 0 where its operands are unstored has their pattern") {
  struct Folded {
    std::string expression;
    bool is_sparse;
  };
  const Folded row = GENERATE(values<Folded>({
      {"pow(A(i,j),2)", true},           {"min(A(i,j),0)", true},
      {"max(A(i,j),-1)", true},          {"min(max(A(i,j),-1),1)", true},
      {"exp(A(i,j))-1", true},           {"1-exp(-A(i,j))", true},
      {"log(1+A(i,j))", true},           {"2*exp(A(i,j))-2", true},
      {"1/(1+A(i,j))-1", true},          {"exp(A(i,j))*exp(A(j,i))-1", true},
      {"(A(i,j)+1)*(A(j,i)+1)-1", true}, {"A(i,j)+0", true},
      {"B(i,j)*(exp(A(i,j))-1)", true},  {"exp(sum(k,A(i,k)*A(k,j)))-1", true},
      {"max(A(i,j),6)", false},          {"pow(A(i,j),0)", false},
      {"pow(A(i,j),-1)", false},         {"exp(A(i,j))-2", false},
      {"A(i,j)+0.1+0.2-0.3", false},  // rounded
      {"min(A(i,j),B(i,j))", false},     {"A(i,j)*0+exp(B(i,j))-1", false},
  }));
  INFO(row.expression);
  const Inferred made = inferred({"C(i,j)=" + row.expression, {"A=csr:f64"}, ""});
  CHECK(made.kernel.result().format->is_dense() != row.is_sparse);
}

TEST_CASE("integer constants fold with the kernel's arithmetic") {
  CHECK(print_short(*infer({"C(i,j)=A(i,j)+3/2+3/2-3", {"A=csr:i32"}, ""}).result().format) == "dense:i32");
  CHECK(print_short(*infer({"C(i,j)=A(i,j)+3/2-1", {"A=csr:i32"}, ""}).result().format) == "csr:i32");
}

TEST_CASE("a sparse denominator is refused unless its pattern covers the numerator's") {
  CHECK(front::outcome([] { infer({"y(i)=a(i)/b(i)", {"b=sv"}, ""}); }).starts_with("SC0220"));
  CHECK(front::outcome([] { infer({"y(i)=a(i)/a(i)", {"a=sv"}, ""}); }) == "ok");
}

TEST_CASE("a sum over modes of the numerator's pattern covers the numerator") {
  struct Divided {
    std::string expression;
    bool may_be;
  };
  const Divided row = GENERATE(values<Divided>({
      {"C(i,j)=A(i,j)/sum(k,A(i,k))", true},
      {"C(i,j)=A(i,j)/sum(k,A(k,j))", true},
      {"C(i,j)=A(i,j)/sum(k,l,A(k,l))", true},
      {"C(i,j)=A(i,j)/(2*sqrt(sum(k,A(i,k)*A(i,k))))", true},
      {"C(i,j)=A(i,j)*B(i,j)/sum(k,B(i,k))", true},
      {"C(i,j)=A(i,j)*B(i,j)/sum(k,A(i,k)*B(i,k))", true},
      {"C(i,j)=(A(i,j)+B(i,j))/sum(k,A(i,k)+B(i,k))", true},
      {"C(i,j)=(A(i,j)+A(i,j)*B(i,j))/sum(k,A(i,k))", true},
      {"y(i)=A(i,j)*x(j)/sum(k,A(i,k))", true},
      {"y(i)=sum(j,A(i,j)*x(j))/sum(j,A(i,j))", true},
      {"C(i,j)=A(i,j)*exp(A(i,j)-max(k,A(i,k)))/sum(l,A(i,l)*exp(A(i,l)-max(k,A(i,k))))", true},
      {"r(i)=A(i,j);C(i,j)=A(i,j)/r(i)", true},
      {"r(i)=A(i,j);s(i)=sqrt(r(i));C(i,j)=A(i,j)/s(i)", true},
      {"r(i)=A(i,j);c(j)=A(i,j);C(i,j)=A(i,j)/(r(i)*c(j))", true},
      {"r(i)=A(i,j);C(i,j)=A(i,j)*(x(j)/r(i))", true},
      {"r(i)=A(i,j);C(i,j)=1/r(i)*A(i,j)", true},
      {"E(i,j)=A(i,j)*x(j);C(i,j)=E(i,j)/sum(k,E(i,k))", true},
      {"t(i,j)=A(i,j)+A(j,i);C(i,j)=B(i,j)/t(i,j)", false},
      {"C(i,j)=A(i,j)/B(i,j)", false},
      {"C(i,j)=A(i,j)/sum(k,A(j,k))", false},
      {"C(i,j)=A(i,j)/sum(k,A(i,k)*B(i,k))", false},
      {"C(i,j)=A(i,j)/sum(k,A(k,k))", false},
      {"C(i,j)=(A(i,j)+B(i,j))/sum(k,A(i,k))", false},
      {"d(i)=A(i,i);C(i,j)=A(i,j)/d(i)", false},
  }));
  // A sum over the columns of a dcsc matrix may be dense, and any numerator may be divided by it.
  const std::string format = row.may_be ? GENERATE("coo", "dcsr", "dcsc") : GENERATE("coo", "dcsr");
  INFO(row.expression << " " << format);
  std::vector<std::string> formats = {"A=" + format};
  if (row.expression.find("B(") != std::string::npos) formats.push_back("B=" + format);
  CHECK((front::outcome([&] { infer({row.expression, formats, ""}); }) == "ok") == row.may_be);
}

TEST_CASE("reductions of hypersparse rows in a temporary cover only what is stored") {
  const auto outcome_of = [](const std::string& statements, const std::string& format) {
    return front::outcome([&] { infer({statements, {"A=" + format, "B=" + format}, ""}); });
  };
  const std::string reduction = GENERATE("B(i,j)", "max(j,B(i,j))", "2*min(j,B(i,j))");
  const std::string divided = GENERATE("A(i,j)", "x(j)");
  INFO(reduction << " " << divided);
  CHECK(outcome_of("r(i)=" + reduction + ";C(i,j)=" + divided + "/r(i)+0*A(i,j)", "dcsr").starts_with("SC0220"));
  CHECK(outcome_of("r(i)=" + reduction + ";C(i,j)=" + divided + "/r(i)+0*A(i,j)", "coo") == "ok");  // r is dense
}

TEST_CASE("a denominator that is not covered becomes a dense temporary if its modes are dense in operands") {
  const Row row = {"t(i,j)=A(i,j)+A(j,i);C(i,j)=B(i,j)/t(i,j)", {"A=csr", "B=csr"}, ""};
  CHECK(infer(row).temporaries.find("t")->format->is_dense());
  const Row covered = {"t(i,j)=A(i,j)+A(j,i);C(i,j)=A(i,j)/t(i,j)", {"A=csr"}, ""};
  CHECK(!infer(covered).temporaries.find("t")->format->is_dense());
}

}  // namespace
}  // namespace scorchc::infer
