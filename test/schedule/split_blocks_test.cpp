// Tests how blocked tensors are split for the loops: one mode per level, indices in two parts.
#include "schedule/transform/split_blocks.h"

#include "catch.h"
#include "front/reading.h"
#include "infer/infer_formats.h"
#include "schedule/transform/normalise.h"

namespace scorchc::schedule {
namespace {

Kernel split(const std::string& expression, const std::vector<std::string>& formats,
             const std::vector<std::string>& dims = {}) {
  front::Settings settings;
  settings.formats = formats;
  settings.dims = dims;
  Decisions decisions;
  Diagnostics warnings;
  return split_blocks(normalise(infer::infer_formats(front::kernel_of(expression, settings), decisions, warnings)));
}

std::string levels_of(const TensorDeclaration& tensor) {
  std::string text = tensor.name + ":";
  for (const LevelSpec& level : tensor.format->levels) text += " " + level.level;
  return text;
}

/// What each temporary is converted from: "A_whole = A(i_block,j_block,i_in,j_in)".
std::string conversions_of(const Kernel& kernel) {
  std::string text;
  for (const TensorDeclaration& temporary : kernel.temporaries) {
    REQUIRE(temporary.converted_from);
    text += (text.empty() ? "" : "; ") + temporary.name + " = " + print(*temporary.converted_from);
  }
  return text;
}

struct Row {
  std::string expression;
  std::vector<std::string> formats;
  std::string statement, conversions;
};

}  // namespace

TEST_CASE("a blocked statement is rewritten with split indices") {
  const std::string a = "A(i_block,j_block,i_in,j_in)", c = "C(i_block,j_block,i_in,j_in)";
  const Row row = GENERATE_COPY(values<Row>({
      // Dense tensors are split, whatever the order of their levels.
      {"y(i)=A(i,j)*x(j)", {"A=bcsr4x4"}, "y(i_block,i_in) = sum(j_block, j_in, " + a + " * x(j_block,j_in))", ""},
      {"y(i)=A(i,j)*x(j)",
       {"A=bcsc2x3"},
       "y(i_block,i_in) = sum(j_block, j_in, A(j_block,i_block,i_in,j_in) * x(j_block,j_in))",
       ""},
      {"y(i)=max(j,A(i,j))", {"A=bcsr2x3"}, "y(i_block,i_in) = max(j_block, j_in, " + a + ")", ""},
      // A sparse level along an index keeps the index whole, so the blocked operand is converted.
      {"y(i)=A(i,j)*x(j)",
       {"A=bcsr2x3", "x=sv"},
       "y(i_block,i_in) = sum(j, A_whole(i_block,i_in,j) * x(j))",
       "A_whole = " + a},
      {"y(i)=A(i,j)*x(j)",
       {"A=bcsr2x3", "y=sv"},
       "y(i) = sum(j_block, j_in, A_whole(i,j_block,j_in) * x(j_block,j_in))",
       "A_whole = " + a},
      {"C(i,j)=A(i,j)+B(i,j)", {"A=bcsr2x2", "B=csr", "C=csr"}, "C(i,j) = A_whole(i,j) + B(i,j)", "A_whole = " + a},
      // The result's blocks take precedence: operands with other blocks, or none, are converted to them.
      {"C(i,j)=A(i,j)+B(i,j)",
       {"A=bcsr2x2", "B=bcsr2x2", "C=bcsr2x2"},
       c + " = " + a + " + B(i_block,j_block,i_in,j_in)",
       ""},
      {"C(i,j)=A(i,j)+B(i,j)",
       {"A=bcsr2x2", "B=bcsr3x2", "C=bcsr2x2"},
       c + " = " + a + " + B_whole(i_block,i_in,j_block,j_in)",
       "B_whole = B(i_block2,j_block,i_in2,j_in)"},
      {"C(i,j)=A(i,j)+B(i,j)",
       {"A=bcsr2x2", "B=csr", "C=bcsr2x2"},
       c + " = " + a + " + B_whole(i_block,i_in,j_block,j_in)",
       "B_whole = B(i_block,i_in,j)"},
      {"C(i,j)=A(i,j)+B(i,j)", {"A=bcsr2x2", "C=bcsr2x2"}, c + " = " + a + " + B(i_block,i_in,j_block,j_in)", ""},
      {"C(i,j)=A(j,i)", {"A=bcsr2x3", "C=bcsr3x2"}, c + " = A(j_block,i_block,j_in,i_in)", ""},
      {"C(i,j)=A(j,i)",
       {"A=bcsr2x3", "C=bcsr2x3"},
       c + " = A_whole(j_block,j_in,i_block,i_in)",
       "A_whole = A(j_block2,i_block2,j_in2,i_in2)"},
      // Two indices of a diagonal are compared part by part if both have the same block size, else as a whole.
      {"C(i,i)=a(i)",
       {"C=bcsr2x2"},
       "C(i_block,i2_block,i_in,i2_in) = equal(i_block, i2_block) * equal(i_in, i2_in) * a(i_block,i_in)",
       ""},
      {"C(i,i)=a(i)", {"C=bcsr2x3"}, "C(i_block,i2_block,i_in,i2_in) = equal(i, i2) * a(i_block,i_in)", ""},
      {"y(i)=A(i,i)",
       {"A=bcsr2x2"},
       "y(i) = sum(i2, equal(i, i2) * A_whole(i,i2))",
       "A_whole = A(i_block,i2_block,i_in,i2_in)"},
      {"y(i)=A(i,i)",
       {"A=bcsr2x2", "y=dense"},
       "y(i_block,i_in) = sum(i2_block, i2_in, equal(i_block, i2_block) * equal(i_in, i2_in) * "
       "A(i_block,i2_block,i_in,i2_in))",
       ""},
      // Each access of a converted operand has a conversion of its own.
      {"C(i,j)=A(i,j)*A(j,i)",
       {"A=bcsr2x3", "C=csr"},
       "C(i,j) = A_whole(i,j) * A_whole2(j,i)",
       "A_whole = " + a + "; A_whole2 = A(j_block2,i_block2,j_in2,i_in2)"},
  }));
  INFO(row.expression << " " << row.formats[0]);
  const Kernel kernel = split(row.expression, row.formats);
  CHECK(print(kernel.statement) == row.statement);
  CHECK(conversions_of(kernel) == row.conversions);
  // The user's kernel has no temporaries. Each name that is accessed is declared with as many modes as the access has.
  for (const Access& access : accesses(kernel.statement.rhs)) {
    REQUIRE(kernel.find(access.tensor) != nullptr);
    CHECK(kernel.tensor(access.tensor).order == static_cast<int>(access.indices.size()));
    for (const std::string& index : access.indices) CHECK(kernel.indices.count(index) == 1);
  }
}

TEST_CASE("without blocks nothing is split") {
  const Kernel kernel = split("y(i)=A(i,j)*x(j)", {"A=csr"});
  CHECK(print(kernel.statement) == "y(i) = sum(j, A(i,j) * x(j))");
  CHECK(kernel.indices.size() == 2);
  CHECK(kernel.temporaries.empty());
}

TEST_CASE("tensors of a split statement have one mode per level") {
  const Kernel kernel = split("y(i)=A(i,j)*x(j)", {"A=bcsr4x3"});
  std::string all;
  for (const TensorDeclaration& tensor : kernel.tensors) {
    all += levels_of(tensor) + "; ";
    for (std::size_t l = 0; l < tensor.format->levels.size(); ++l) {
      CHECK(tensor.format->levels[l].mode == static_cast<int>(l));
      CHECK(tensor.format->levels[l].part == BlockPart::whole);
    }
  }
  CHECK(all == "y: dense_number dense_place; A: dense compressed dense dense; x: dense_number dense_place; ");
}

TEST_CASE("parts of an index refer to it and have extents") {
  const Kernel kernel = split("y(i)=A(i,j)*x(j)", {"A=bcsr4x3"}, {"i=10", "j=~100"});
  const IndexDeclaration& number = kernel.indices.at("i_block");
  CHECK(number.block_of == "i");
  CHECK(number.part == BlockPart::outer);
  CHECK(number.block == 4);
  CHECK_FALSE(number.extent);  // computed when the kernel runs
  CHECK(number.hint == 3);
  const IndexDeclaration& place = kernel.indices.at("i_in");
  CHECK(place.block_of == "i");
  CHECK(place.part == BlockPart::inner);
  CHECK(place.extent == 4);
  CHECK(kernel.indices.at("j_block").hint == 34);
  CHECK(kernel.indices.at("j_in").extent == 3);
  CHECK(kernel.indices.at("i").extent == 10);
}

TEST_CASE("a tensor needed in two block sizes gets an alias") {
  const Kernel kernel = split("C(i,j)=X(i,k)*X(j,k)*A(i,j)", {"A=bcsr2x3", "C=bcsr2x3"});
  CHECK(
      print(kernel.statement) ==
      "C(i_block,j_block,i_in,j_in) = sum(k, X(i_block,i_in,k) * X_2(j_block,j_in,k)) * A(i_block,j_block,i_in,j_in)");
  REQUIRE(kernel.find("X_2") != nullptr);
  CHECK(kernel.tensor("X_2").alias_of == "X");
  CHECK(kernel.tensor("X").alias_of.empty());
}

TEST_CASE("names of parts differ from the user's names") {
  const Kernel kernel = split("y(i_block)=A(i_block,j)*i_block_in(j)", {"A=bcsr2x2"});
  CHECK(print(kernel.statement) ==
        "y(i_block_block,i_block_in2) = sum(j_block, j_in, A(i_block_block,j_block,i_block_in2,j_in) * "
        "i_block_in(j_block,j_in))");
}

}  // namespace scorchc::schedule
