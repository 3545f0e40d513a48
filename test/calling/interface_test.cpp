// Checks `--emit=json`, the description of the interface, against its schema and the header.
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "calling/kernels.h"
#include "catch.h"
#include "driver/json_schema.h"

using nlohmann::json;

namespace {

json described(const Workplace& workplace, const std::string& name) {
  return json::parse(workplace.read("k/" + name + ".json"));
}

/// The text between the braces of a struct in the header, without comments.
std::string members(const std::string& header, const std::string& name) {
  const std::size_t begin = header.find("typedef struct " + name + " {\n");
  REQUIRE(begin != std::string::npos);
  std::string text;
  bool in_comment = false;
  for (const char c : header.substr(begin, header.find("} " + name + ";", begin) - begin)) {
    if (text.ends_with("/") && c == '/') in_comment = true;
    if (c == '\n') in_comment = false;
    if (!in_comment) text += c;
  }
  return text;
}

std::string declaration(const json& field) {
  std::string text = field["ctype"].get<std::string>() + (field["pointer"].get<bool>() ? "* " : " ") +
                     field["name"].get<std::string>();
  if (field.contains("count")) text += "[" + std::to_string(field["count"].get<int>()) + "]";
  return text + ";";
}

}  // namespace

TEST_CASE("the interface description follows its schema and matches the header") {
  const Workplace workplace;
  emit_kernels(workplace, "h,json");
  const json schema = json::parse(workplace.scorchc({"schema", "interface"}).out);
  for (const std::string& name : kernel_names()) {
    CAPTURE(name);
    const json document = described(workplace, name);
    const std::string header = workplace.read("k/" + name + ".h");
    CHECK(schema_problem(schema, document) == "");
    for (const json& tensor : document["tensors"]) {
      const std::string text = members(header, tensor["struct"]);
      std::size_t at = 0;
      std::set<std::string> names;
      for (const json& field : tensor["fields"]) {
        const std::size_t found = text.find(declaration(field), at);
        CAPTURE(text, declaration(field));
        CHECK(found != std::string::npos);
        at = found == std::string::npos ? at : found;
        names.insert(field["name"]);
      }
      CHECK(static_cast<std::size_t>(std::count(text.begin(), text.end(), ';')) == names.size());
      CHECK(names.count(tensor["vals"]["field"]) == 1);
      for (const json& level : tensor["levels"])
        for (const char* array : {"pos", "crd"})
          if (!level[array].is_null()) CHECK(names.count(level[array]["field"]) == 1);
    }
    for (const json& function : document["functions"]) {
      std::string parameters;
      for (const json& parameter : function["parameters"]) parameters += parameter.get<std::string>() + " ";
      CHECK_THAT(header, ContainsSubstring(function["returns"].get<std::string>() + " " +
                                           function["name"].get<std::string>() + "("));
      CHECK(parameters.ends_with("context "));
    }
    for (const json& status : document["statuses"]) {
      CHECK_THAT(header, ContainsSubstring(status["name"].get<std::string>() + " = " +
                                           std::to_string(status["value"].get<int>())));
      CHECK_THAT(header, ContainsSubstring("case " + status["name"].get<std::string>() + ": return \"" +
                                           status["text"].get<std::string>() + "\";"));
    }
    CHECK(document["statuses"].size() == 6);
  }
}

TEST_CASE("the description of an interface names extents, helpers and old values") {
  const Workplace workplace;
  emit_kernels(workplace, "h,json");
  const json spmv = described(workplace, "spmv");
  CHECK(spmv["namespace"] == "my::lib");
  CHECK(spmv["functions"][0] == json({{"name", "my_lib_spmv"},
                                      {"does", "all"},
                                      {"returns", "scorch_status"},
                                      {"parameters", {"A", "x", "y", "context"}}}));
  CHECK(spmv["indices"][1]["modes"] == json({{{"tensor", "A"}, {"mode", 1}}, {{"tensor", "x"}, {"mode", 0}}}));
  const std::string header = workplace.read("k/spmv.h");
  std::string helpers;
  for (const json& helper : spmv["helpers"]) {
    helpers += helper["does"].get<std::string>() + "_" + helper["tensor"].get<std::string>() + " ";
    CHECK_THAT(header, ContainsSubstring(" " + helper["name"].get<std::string>() + "("));
  }
  CHECK(helpers ==
        "validate_A pack_A free_A unpack_A validate_x pack_x free_x unpack_x validate_y pack_y free_y unpack_y ");
  // Without `--with` neither the description nor the header has helpers.
  CHECK(described(workplace, "spmm")["helpers"].empty());
  CHECK_THAT(workplace.read("k/spmm.h"), !ContainsSubstring("_pack_") && !ContainsSubstring("scorch_fault"));
  const json update = described(workplace, "update");
  CHECK(update["tensors"].back()["role"] == "assembled result");
  CHECK(update["tensors"][2]["old_value_of"] == "C");
  CHECK(described(workplace, "blocks")["starts_from_result"] == true);
  CHECK(described(workplace, "blocks")["tensors"][0]["levels"][1] ==
        json({{"format", "compressed"},
              {"mode", 1},
              {"part", "block"},
              {"block", 3},
              {"pos", {{"field", "A2_pos"}, {"type", "i64"}, {"ctype", "int64_t"}}},
              {"crd", {{"field", "A2_crd"}, {"type", "i64"}, {"ctype", "int64_t"}}},
              {"count", nullptr}}));
  emit_kernel(workplace, {"y(i) = A(i,j) * x(j)", "--fmt", "A=csr", "--dim", "j=12", "--name", "fixed"}, "json");
  CHECK(described(workplace, "fixed")["indices"][1]["extent"] == 12);
}

TEST_CASE("helpers are requested by a flag or a spec and the flag has priority") {
  const Workplace workplace;
  const auto helpers = [&](const std::string& spec, const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {spec, "--emit=json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    std::string text;
    const Outcome outcome = workplace.scorchc(arguments);
    CAPTURE(outcome.err);
    REQUIRE(outcome.exit_code == 0);
    const json document = json::parse(outcome.out);
    for (const json& helper : document["helpers"]) text += helper["name"].get<std::string>() + " ";
    return text;
  };
  workplace.write("k.scorch", "kernel f: y(i) = x(i)\nwith f: unpack, validate\n");
  workplace.write("k.json",
                  R"json({"scorch": 1, "kernels": [{"name": "f", "expr": "y(i) = x(i)", "with": "pack"}]})json");
  CHECK(helpers("k.scorch", {}) == "f_validate_x f_unpack_x f_validate_y f_unpack_y ");
  CHECK(helpers("k.json", {}) == "f_pack_x f_free_x f_pack_y f_free_y ");
  CHECK(helpers("k.json", {"--with=unpack"}) == "f_unpack_x f_unpack_y ");
  workplace.write("bad.scorch", "kernel f: y(i) = x(i)\nwith f: unpak\n");
  CHECK_THAT(workplace.scorchc({"bad.scorch"}).err,
             ContainsSubstring("`unpak` is not a known helper") && ContainsSubstring("bad.scorch:2:9"));
}

TEST_CASE("a helper does not take the name of a struct") {
  const Workplace workplace;
  emit_kernel(workplace, {"y(i) = pack_A(i) + A(i)", "--name", "sum", "--with", "pack"}, "h,json");
  std::set<std::string> names;
  const json document = described(workplace, "sum");
  for (const json& helper : document["helpers"]) names.insert(helper["name"]);
  CHECK(names.count("sum_pack_A_") == 1);
  CHECK(names.count("sum_pack_pack_A") == 1);
}
