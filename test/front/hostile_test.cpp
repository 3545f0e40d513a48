// Tests hostile inputs: each must quickly give an error or a kernel.
#include "catch.h"
#include "front/reading.h"

using namespace scorchc;
using namespace scorchc::front;

namespace {

std::string repeated(const std::string& text, std::size_t count) {
  std::string out;
  out.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

std::string code_of_expression(const std::string& text) {
  return outcome([&] { kernels_of(text); }).substr(0, 6);
}
std::string code_of_json(const std::string& text) {
  return outcome([&] {
           Diagnostics warnings;
           read_json_spec(make_source("spec.json", text), {}, warnings);
         })
      .substr(0, 6);
}

constexpr std::size_t million = 1000000;

}  // namespace

TEST_CASE("expressions beyond the limits", "[compiler]") {
  CHECK(code_of_expression("y = " + repeated("(", million)) == "SC0701");
  CHECK(code_of_expression("y = " + repeated("(", million) + "x" + repeated(")", million)) == "SC0701");
  CHECK(code_of_expression("y = " + repeated("-", million) + "x") == "SC0701");
  CHECK(code_of_expression("y = " + repeated("relu(", million)) == "SC0701");
  CHECK(code_of_expression("y = x" + repeated(" + x", million)) == "SC0701");
  CHECK(code_of_expression("y = A(i" + repeated(",i", million) + ")") == "SC0701");
  CHECK(code_of_expression("y = sum(i" + repeated(",i", million) + ")") == "SC0701");
  CHECK(code_of_expression(repeated("y = x;", million)) == "SC0701");
  CHECK(code_of_expression("y = " + repeated("x", million)) == "SC0701");
  CHECK(code_of_expression("y = " + repeated("1", million)) == "SC0106");
  CHECK(code_of_expression("y = 0." + repeated("1", million)) == "ok");
  CHECK(code_of_expression(repeated("a", million) + ",->") == "SC0701");
  CHECK(code_of_expression(repeated(",", million) + "->") == "SC0701");
  CHECK(code_of_expression(std::string(std::size_t{17} << 20, ' ')) == "SC0701");
}

TEST_CASE("expressions at the limits") {
  CHECK(code_of_expression("y = " + repeated("(", 256) + "x" + repeated(")", 256)) == "ok");
  CHECK(code_of_expression("y = " + repeated("(", 257) + "x" + repeated(")", 257)) == "SC0701");
  CHECK(code_of_expression("y = x" + repeated(" + x", 4095)) == "ok");
  CHECK(code_of_expression("y = x" + repeated(" + x", 4096)) == "SC0701");
  CHECK(code_of_expression("y = x(i)" + repeated(" * x(i)", 4095)) == "ok");
  CHECK(code_of_expression("y = x(i)" + repeated(" / x(i)", 4095)) == "ok");
  CHECK(code_of_expression("y = A(i" + repeated(",i", 15) + ")") == "ok");
  CHECK(code_of_expression("y = A(i" + repeated(",i", 16) + ")") == "SC0701");
  std::string product = "y = 1";
  for (int f = 0; f < 4095; ++f)
    product += " * x" + std::to_string(f) + "(i" + std::to_string(f % 64) + ",i" + std::to_string(f / 64) + ")";
  CHECK(code_of_expression(product) == "ok");
  std::string indices = "y = 1";
  for (int f = 0; f < 65; ++f) indices += " + x(i" + std::to_string(f) + ")";
  CHECK(code_of_expression(indices) == "SC0701");
}

TEST_CASE("formats beyond the limits") {
  const auto code = [](const std::string& format) { return outcome([&] { format_of(format, 2); }).substr(0, 6); };
  CHECK(code(repeated("d", million)) == "SC0701");
  CHECK(code("dense" + repeated(",dense", million)) == "SC0701");
  CHECK(code("ds:" + repeated("0,", million)) == "SC0701");
  CHECK(code("(i" + repeated(",i", million) + ") -> ()") == "SC0701");
  CHECK(code("csr" + repeated(":f32", million)) == "SC0701");
}

TEST_CASE("JSON beyond the limits", "[compiler]") {
  CHECK(code_of_json(repeated("[", million)) == "SC0701");
  CHECK(code_of_json(repeated("{\"a\":", million)) == "SC0701");
  CHECK(code_of_json("[" + repeated("[],", million) + "1]") == "SC0701");
  CHECK(code_of_json(std::string(std::size_t{17} << 20, ' ')) == "SC0701");
  CHECK(code_of_json("{\"scorch\":1,\"kernels\":[{\"expr\":\"" + repeated("a", million) + "\"}]}") == "SC0701");
  CHECK(code_of_json("{\"scorch\":" + repeated("1", million) + "}") == "SC0301");
}

TEST_CASE("any bytes at all end in an error with a place") {
  // Every prefix of a spec, and every change of one byte, gives an error or a kernel, never a crash.
  const std::string spec =
      "{\"scorch\":1,\"dims\":{\"i\":{\"hint\":3}},\"kernels\":[{\"name\":\"a\",\"expr\":\"y=x(i)*\\u0078(i)\"}]}";
  for (std::size_t i = 0; i < spec.size(); ++i) {
    CHECK(code_of_json(spec.substr(0, i)) != "ok");
    for (const char c : {'\0', '"', '\\', '{', ']', ',', '\xff', '9', 'x', '('}) {
      std::string changed = spec;
      changed[i] = c;
      code_of_json(changed);
    }
  }
  const std::string expression = "y(i) = A(i,j) * x(j) + sum(k, 2.5e3) # z";
  for (std::size_t i = 0; i < expression.size(); ++i) {
    for (int c = 0; c < 256; ++c) {
      std::string changed = expression;
      changed[i] = static_cast<char>(c);
      code_of_expression(changed);
    }
  }
}
