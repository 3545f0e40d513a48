#include "catch.h"
#include "front/reading.h"
#include "infer/infer_formats.h"

namespace scorchc::infer {
namespace {

struct Row {
  std::string expression;
  std::vector<std::string> formats;
  std::string result;
};

Kernel infer(const Row& row) {
  front::Settings settings;
  settings.formats = row.formats;
  Decisions decisions;
  Diagnostics warnings;
  return infer_formats(front::kernel_of(row.expression, settings), decisions, warnings);
}

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
  front::Settings settings;
  settings.formats = row.formats;
  Decisions decisions;
  Diagnostics warnings;
  infer_formats(front::kernel_of(row.expression, settings), decisions, warnings);
  CHECK(warnings.size() == row.warnings);
}

TEST_CASE("a sparse denominator is refused, unless it stores what the numerator stores") {
  CHECK(front::outcome([] { infer({"y(i)=a(i)/b(i)", {"b=sv"}, ""}); }).starts_with("SC0220"));
  CHECK(front::outcome([] { infer({"y(i)=a(i)/a(i)", {"a=sv"}, ""}); }) == "ok");
}

}  // namespace
}  // namespace scorchc::infer
