#include "catch.h"
#include "front/reading.h"
#include "infer/infer_formats.h"

namespace scorchc::infer {
namespace {

struct Row {
  std::string expression;
  std::vector<std::string> formats;
  std::string result;
  std::vector<std::string> sizes = {}, stored = {};  // of --dim, --nnz
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
      {"C(i,j)=A(i,j)+B(j,i)", {"A=bcsr4x4", "B=bcsr4x4"}, "dense"},
      {"C(i,j)=A(i,j)+B(i,j)", {"A=bcsr4x4", "B=csr"}, "csr"},
  }));
  INFO(row.expression);
  const Kernel kernel = infer(row);
  REQUIRE(kernel.result().format);
  CHECK(print_short(*kernel.result().format) == row.result);
  CHECK(kernel.result().format_inferred);
}

TEST_CASE("what is told of operands decides whether a result is worth being sparse") {
  const std::string product = "C(i,k)=A(i,j)*B(j,k)", sum = "C(i,k)=A(i,k)+B(i,k)";
  const std::vector<std::string> rows = {"A=csr", "B=csr"}, lists = {"A=dcsr", "B=dcsr"};
  const std::vector<std::string> small = {"i=100", "j=~100", "k=100"}, square = {"i=100", "k=100"};
  const Row row = GENERATE_COPY(values<Row>({
      {product, rows, "csr", small},
      {product, rows, "csr", small, {"A=5", "B=5"}},
      {product, rows, "csr", small, {"A=5%", "B=12%"}},    // 1 - 0.88^5 is 0.47
      {product, rows, "dense", small, {"A=5%", "B=15%"}},  // 0.56
      {product, rows, "dense", {}, {"A=1e9", "B=1e8"}},    // 1e4 of a row's 1e5, and 1e3
      {product, rows, "dense", small, {"A=100%", "B=100%"}},
      {product, rows, "csr", {"i=0", "j=0", "k=0"}, {"A=0", "B=0"}},
      {sum, rows, "csr", square, {"A=20%"}},
      {sum, rows, "csr", square, {"A=29%", "B=29%"}},    // 0.4959
      {sum, rows, "dense", square, {"A=30%", "B=30%"}},  // 0.51
      {sum, lists, "dcsr", square, {"A=0.1%", "B=0.1%"}},
      {sum, lists, "csr", square, {"A=0.5%", "B=0.5%"}},  // each has 40 of 100 rows
      {"C(i,k)=2*A(i,k)", {"A=csr"}, "csr", square, {"A=90%"}},  // its own pattern costs nothing
      {"y(i)=A(i,j)*x(j)", {"A=dcsr"}, "sv", {"i=1000", "j=1000"}, {"A=500"}},
      {"y(i)=A(i,j)*x(j)", {"A=dcsr"}, "dense", {"i=1000", "j=1000"}, {"A=5000"}},
      {"y(i)=A(i,j)*x(j)", {"A=csc"}, "sv", {"i=1000", "j=1000"}, {"A=50"}},
  }));
  INFO(row.expression << " " << row.stored.size() << " " << (row.stored.empty() ? "" : row.stored[0]));
  CHECK(print_short(*infer(row).result().format) == row.result);
}

TEST_CASE("a format that is given stays, and the result takes the promoted type") {
  CHECK(print_short(*infer({"C(i,j)=A(i,j)", {"A=csr", "C=coo"}, ""}).result().format) == "coo");
  const Kernel kernel = infer({"y(i)=a(i)*b(i)", {"a=sv:i64", "b=dense:f32"}, ""});
  CHECK(kernel.result().format->value == ValueType::f64);
}

TEST_CASE("a sparse result is warned of where every component is stored, and only there") {
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

TEST_CASE("what stores less is named where all operands are sparse and the result is not") {
  struct Said {
    std::string expression;
    std::vector<std::string> formats;
    std::string format;
  };
  const Said row = GENERATE(values<Said>({
      {"C(i,j)=A(i,j)+B(i,j)", {"A=csr", "B=csc"}, "--fmt C=csr"},
      {"C(i,k)=A(i,j)*B(j,k)", {"A=csr", "B=csc"}, "--fmt C=csr"},
      {"C(i,j,k)=A(i,j,k)+B(j,i,k)+D(k,i,j)",
       {"A=dense,compressed,compressed", "B=dense,compressed,compressed", "D=dense,compressed,compressed"},
       "--fmt C=dense,compressed,compressed"},
      {"C(i,j)=A(i,j)+B(i,j)", {"A=csr", "B=csr"}, ""},
      {"C(i,k)=A(i,j)*B(j,k)", {"A=csr"}, ""},
      {"C(i,j)=exp(A(i,j)+B(i,j))", {"A=csr", "B=csc"}, ""},
      {"y(i)=A(i,j)+B(i,j)", {"A=csr", "B=csc"}, ""},
      {"C(i,j)=x(i)*y(j)", {}, ""},
  }));
  INFO(row.expression);
  std::string said;
  const Inferred said_of = inferred({row.expression, row.formats, ""});
  for (const Decision& decision : said_of.decisions)
    if (decision.subject == "where C is nearly empty") said = decision.choice;
  CHECK(said == row.format);
}

TEST_CASE("a sparse denominator is refused, unless it stores what the numerator stores") {
  CHECK(front::outcome([] { infer({"y(i)=a(i)/b(i)", {"b=sv"}, ""}); }).starts_with("SC0220"));
  CHECK(front::outcome([] { infer({"y(i)=a(i)/a(i)", {"a=sv"}, ""}); }) == "ok");
}

}  // namespace
}  // namespace scorchc::infer
