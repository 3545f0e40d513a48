// Tests properties that hold for all drawings; test/golden shows examples (spmv-csr.svg).
#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "catch.h"
#include "draw/dot.h"
#include "draw/iteration_graph.h"
#include "draw/svg.h"
#include "driver/compile.h"
#include "front/front.h"
#include "markup.h"

using namespace scorchc;

namespace {

cin::Program program_of(const std::string& spec) {
  Diagnostics warnings;
  const std::vector<Kernel> kernels = front::read_text_spec(make_source("spec", spec), {}, warnings);
  REQUIRE(kernels.size() == 1);
  return driver::compile(kernels[0], warnings).program;
}

const std::vector<std::string> specs = {
    "kernel k: s = 2 * t",
    "kernel k: C(i,i) min= x(i)",
    "tensor A: csr\ntensor B: csc\nkernel k: C(i,j) = A(i,j) * B(i,j)",
    "tensor A: csr\ntensor B: csr\nkernel k: C(i,j) = A(i,j) + B(j,i)",
    "tensor A: bcsr4x4\nkernel k: y(i) = relu(A(i,j) * x(j) + b(i))",
    "tensor A: csf\nkernel k: Y(a,b,c,d,e) = A(a,f,b) * B(f,g,c) * D(g,h,d,l) * E(l,h,m,e) * v(m)",
};

/// Returns the value of the first attribute after `from`; fails if it is not an integer.
int integer(const std::string& text, const std::string& attribute, std::size_t from) {
  const std::size_t begin = text.find(" " + attribute + "=\"", from) + attribute.size() + 3;
  int value = 0;
  const auto [end, error] = std::from_chars(text.data() + begin, text.data() + text.size(), value);
  REQUIRE(error == std::errc());
  REQUIRE(*end == '"');
  return value;
}

}  // namespace

TEST_CASE("the iteration graph has a path for each access") {
  const draw::IterationGraph graph =
      draw::iteration_graph(program_of("tensor A: csr\ntensor B: csc\nkernel k: C(i,j) = A(i,j) * B(i,j)"));
  // The loops of the statement, without those of the conversion of B.
  CHECK(joined(graph.indices) == "i j ");
  REQUIRE(graph.paths.size() == 4);
  CHECK(graph.paths[0].access == "C(i,j)");
  CHECK(graph.paths[1].access == "A(i,j)");
  CHECK(graph.paths[2].format == "csc");
  CHECK(graph.paths[2].steps.at(0).index == "j");
  CHECK(graph.paths[2].steps.at(1).level == "compressed");
  CHECK(graph.paths[3].role == draw::Role::temporary);
}

TEST_CASE("drawings contain all elements of the program") {
  for (const std::string& spec : specs) {
    CAPTURE(spec);
    const cin::Program program = program_of(spec);
    const std::string drawing = draw::svg(program);
    CHECK(drawing == draw::svg(program));
    CHECK(unclosed(drawing) == "");
    const int width = integer(drawing, "width", 0), height = integer(drawing, "height", 0);
    int texts = 0;
    for (std::size_t at = drawing.find("<text "); at != std::string::npos;
         at = drawing.find("<text ", at + 1), ++texts) {
      const std::size_t begin = drawing.find('>', at) + 1;
      const auto length = static_cast<int>(drawing.find("</text>", begin) - begin);
      CHECK(integer(drawing, "x", at) > 0);
      CHECK(integer(drawing, "y", at) < height);
      if (drawing.find("middle", at) > begin) CHECK(integer(drawing, "x", at) + 8 * length <= width);
    }
    CHECK(texts >= 4);
  }
}

TEST_CASE("long statements are broken") {
  std::string sum = "kernel k: y(i) = a0(i)";
  for (int n = 1; n < 60; ++n) sum += " + a" + std::to_string(n) + "(i)";
  const std::string drawing = draw::svg(program_of(sum));
  const std::size_t nest = drawing.find("loop nest");
  for (std::size_t at = drawing.find("<text ", nest); at != std::string::npos; at = drawing.find("<text ", at + 1)) {
    const std::size_t begin = drawing.find('>', at) + 1;
    CHECK(drawing.find('<', begin) - begin <= 100);
  }
}

TEST_CASE("digraphs name every node before its edges") {
  for (const std::string& spec : specs) {
    CAPTURE(spec);
    const std::string graph = draw::dot(program_of(spec));
    CHECK(std::count(graph.begin(), graph.end(), '{') == std::count(graph.begin(), graph.end(), '}'));
    for (std::size_t at = graph.find(" -> "); at != std::string::npos; at = graph.find(" -> ", at + 1)) {
      const std::size_t begin = graph.rfind(' ', at - 1) + 1, end = graph.find_first_of(" ;", at + 4);
      CHECK(graph.find("\n    " + graph.substr(begin, at - begin) + " [") < at);
      CHECK(graph.find("\n    " + graph.substr(at + 4, end - at - 4) + " [") < at);
    }
  }
}
