#include "catch.h"
#include "front/reading.h"

using namespace scorchc;
using namespace scorchc::front;

namespace {

const char* const json = R"spec({ "scorch": 1, "namespace": "mylib",
  "defaults": {"value": "f64", "index": "i64", "parallel": "none"},
  "dims":    {"j": 4096, "k": {"hint": 128}},
  "tensors": {"A": {"format": "csr", "value": "f32", "nnz": "5%"}, "S": {"format": "(i,j) -> (j: dense, i: compressed)"}},
  "kernels": [ {"name": "spmm",  "expr": "C(i,k) = A(i,j) * B(j,k)"},
               {"name": "sddmm", "expr": ["D(i,j) = S(i,j) * X(i,k) * Y(k,j)"],
                "schedule": "none", "emit": ["h", "cpp"]} ] })spec";

const char* const text = R"(# the same as the JSON
namespace mylib
type f64
index i64
parallel none
dim j = 4096
dim k = ~128            # a hint
tensor A: csr f32
nnz A = 5%
tensor S: (i,j) -> (j: dense, i: compressed)
kernel spmm: C(i,k) = A(i,j) * B(j,k)
kernel sddmm: D(i,j) = S(i,j) * X(i,k) * Y(k,j)   # sampled
schedule sddmm: none
emit sddmm: h, cpp
)";

std::vector<Kernel> read_json(const std::string& spec, const Settings& settings = {}) {
  Diagnostics warnings;
  return read_json_spec(make_source("spec.json", spec), settings, warnings);
}
std::vector<Kernel> read_text(const std::string& spec, const Settings& settings = {}) {
  Diagnostics warnings;
  return read_text_spec(make_source("spec.scorch", spec), settings, warnings);
}

std::string shown(const Kernel& k) {
  std::string out =
      k.name_space + "::" + k.name + " " + print(k.statement) + " / " + k.source_statement + " / " + k.schedule + "\n";
  for (const TensorDeclaration& t : k.tensors) {
    out += t.name + " " + std::string(name(t.value)) + " " +
           (t.format ? print_map(*t.format) + print_short(*t.format) : "open");
    out += " " + std::to_string(t.nnz_hint.value_or(-1)) + " " + std::to_string(t.fill_hint.value_or(-1)) + "\n";
  }
  for (const auto& [index, d] : k.indices)
    out += index + " " + std::to_string(d.extent.value_or(-1)) + " " + std::to_string(d.hint.value_or(-1)) + "\n";
  for (const RequestedOutput& kind : k.emit) out += kind.word + " ";
  return out + std::string(name(k.index_type)) + (k.parallel ? " parallel" : " sequential");
}

}  // namespace

TEST_CASE("JSON and text specs are equivalent") {
  const std::vector<Kernel> from_json = read_json(json), from_text = read_text(text);
  REQUIRE(from_json.size() == 2);
  REQUIRE(from_text.size() == 2);
  for (std::size_t k = 0; k < 2; ++k) CHECK(shown(from_json[k]) == shown(from_text[k]));
  CHECK(from_json[0].name == "spmm");
  CHECK(from_json[0].tensor("A").value == ValueType::f32);
  CHECK(from_json[0].tensor("B").value == ValueType::f64);
  REQUIRE(from_json[1].emit.size() == 2);
  CHECK(from_json[1].emit[0].word == "h");
  CHECK(from_json[1].emit[1].word == "cpp");
  CHECK(print_short(*from_json[1].tensor("S").format) == "csc:f64:pos=i64:crd=i64");
}

TEST_CASE("flags override a spec, and a kernel overrides the spec's defaults") {
  const std::string spec = R"spec({"scorch": 1, "tensors": {"A": {"format": "csr"}}, "dims": {"i": 7},
    "kernels": [{"name": "a", "expr": "y(i) = A(i,j)", "tensors": {"A": {"format": "csc:f64"}}, "dims": {"i": 8}},
                {"name": "b", "expr": "z(i) = A(i,j)", "parallel": "none"}]})spec";
  std::vector<Kernel> kernels = read_json(spec);
  CHECK(print_short(*kernels[0].tensor("A").format) == "csc:f64");
  CHECK(kernels[0].indices.at("i").extent == 8);
  CHECK(print_short(*kernels[1].tensor("A").format) == "csr");
  CHECK(kernels[0].parallel);
  CHECK_FALSE(kernels[1].parallel);
  Settings settings;
  settings.formats = {"A=dcsr"};
  settings.types = {"A=i64"};
  settings.dims = {"i=~9"};
  settings.parallel = "openmp";
  kernels = read_json(spec, settings);
  CHECK(print_short(*kernels[0].tensor("A").format) == "dcsr:i64");
  CHECK(kernels[0].indices.at("i").hint == 9);
  CHECK_FALSE(kernels[0].indices.at("i").extent.has_value());
  CHECK(kernels[1].parallel);
}

TEST_CASE("byte order marks, line ends of Windows, escapes") {
  CHECK(read_text("\xef\xbb\xbfkernel a: y = x\r\ntype f64\r\n").at(0).result().value == ValueType::f64);
  CHECK(read_json("\xef\xbb\xbf{\"scorch\":1,\r\n\"kernels\":[{\"expr\":\"y=x\"}]}").at(0).name == "y_x");
  CHECK(read_json(R"({"scorch":1,"kernels":[{"expr":"\u0079 \u003D x\n"}]})").at(0).source_statement == "y = x");
  CHECK(read_json(R"({"scorch":1,"kernels":[{"expr":"ij,jk->ik"}]})").at(0).name == "c_a_b");
}

TEST_CASE("a schedule may be a list of commands") {
  CHECK(read_json(R"({"scorch":1,"kernels":[{"expr":"y=x","schedule":["a b","c"]}]})").at(0).schedule == "a b; c");
}

TEST_CASE("errors in JSON have their line and column") {
  const auto [spec, expected] = GENERATE(table<std::string, std::string>({
      {"", "SC0301 spec.json:1:1"},
      {"{\"scorch\": 1,\n  \"kernels\": [}", "SC0301 spec.json:2:15"},
      {"{\"scorch\": 1\n \"kernels\": []}", "SC0301 spec.json:2:2"},
      {"{\"a\": \"\\q\"}", "SC0301 spec.json:1:9"},
      {"{\"a\": \"\xff\"}", "SC0301 spec.json:1:8"},
      {"{\"scorch\": 1.}", "SC0301 spec.json:1:14"},
      {"{\"scorch\": 1}}", "SC0301 spec.json:1:14"},
      {"{\"scorch\": 1, \"x\": \"", "SC0301 spec.json:1:21"},
      {"[]", "SC0302 spec.json:1:1"},
      {"{\"scorch\": \"1\"}", "SC0302 spec.json:1:12"},
      {"{\"scorch\": 1,\n \"kernels\": {}}", "SC0302 spec.json:2:13"},
      {"{\"scorch\": 1, \"dims\": {\"i\": true}}", "SC0302 spec.json:1:29"},
      {"{\"scorch\": 1, \"dims\": {\"i\": 1.5}}", "SC0210 spec.json:1:29"},
      {"{\"scorch\": 1, \"dims\": {\"i\": {\"hints\": 1}}}", "SC0303 spec.json:1:30"},
      {"{\"scorch\": 1,\n\n  \"kernal\": []}", "SC0303 spec.json:3:3"},
      {"{\"scorch\": 1, \"tensors\": {\"A\": {\"formt\": \"csr\"}}}", "SC0303 spec.json:1:33"},
      {"{\"scorch\": 1,\n\"dims\": {\"i\": 1, \"i\": 2}}", "SC0304 spec.json:2:18"},
      {"{}", "SC0305 spec.json:1:1"},
      {" {\"scorch\": 1}", "SC0305 spec.json:1:2"},
      {"{\"scorch\": 1, \"kernels\": [{\"name\": \"a\"}]}", "SC0305 spec.json:1:27"},
      {"{\"scorch\": 3}", "SC0306 spec.json:1:12"},
      {"{\"scorch\": 1, \"kernels\": [{\"expr\":\n \"y(i) = A(i,j) * \"}]}", "SC0102 spec.json:2:19"},
      {"{\"scorch\": 1, \"kernels\": [{\"expr\": \"y\\u0028i) = \\t?\"}]}", "SC0101 spec.json:1:51"},
      {"{\"scorch\": 1, \"kernels\": [{\"expr\": \"y = \\u0000\"}]}", "SC0101 spec.json:1:41"},
      {"{\"scorch\": 1, \"tensors\": {\"A\": {\"format\": \"dense,sparse\"}}, \"kernels\": [{\"expr\": \"y = "
       "A(i,j)\"}]}",
       "SC0205 spec.json:1:50"},
      {"{\"scorch\": 1, \"kernels\": [{\"name\": \"1a\", \"expr\": \"y = x\"}]}", "SC0211 spec.json:1:37"},
      {"{\"scorch\": 1, \"kernels\": [{\"expr\": \"y = x\"}], \"tensors\": {\"X\": {}}}", "SC0208 spec.json:1:60"},
      {"{\"scorch\": 1, \"kernels\": [{\"name\": \"a\", \"expr\": \"y = x\"}, {\"name\": \"A\", \"expr\": \"z = x\"}]}",
       "SC0212 spec.json:1:69"},
      {"{\"scorch\": 1, \"kernels\": [{\"expr\": [\"y = x\", \"z = w\"]}]}", "SC0607 spec.json:1:38"},
      {std::string("{\"scorch\": 1\0}", 14), "SC0101 spec.json:1:13"},
  }));
  CAPTURE(spec);
  CHECK(outcome([&, s = spec] { read_json(s); }) == expected);
}
