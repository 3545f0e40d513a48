// Tests the published JSON Schemas against what scorchc reads, and the documentation's examples against both.
#include "driver/schemas.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <span>
#include <sstream>

#include "catch.h"
#include "driver/emit_kinds.h"
#include "driver/json_schema.h"
#include "driver/program.h"
#include "front/front.h"
#include "front/spec_keys.h"

using namespace scorchc;
using nlohmann::json;

namespace {

const json& spec_schema() {
  static const json schema = [] {
    for (const driver::SchemaPage& page : driver::all_schemas())
      if (page.name == "spec") return json::parse(page.text);
    return json();
  }();
  return schema;
}

/// Returns the code of the error that reading the spec fails with, or an empty text.
std::string error_of(const std::string& spec) {
  Diagnostics warnings;
  try {
    front::read_json_spec(make_source("spec.json", spec), {}, warnings);
    return "";
  } catch (const Failure& failure) {
    return std::string(info(failure.diagnostic().code).id);
  }
}

/// The keys of an object and their descriptions.
using Keys = std::map<std::string, std::string>;

Keys properties_of(const json& object) {
  Keys keys;
  for (const auto& [name, schema] : object.at("properties").items()) keys[name] = schema.value("description", "");
  return keys;
}

Keys keys_of(std::span<const front::SpecKey> table) {
  Keys keys;
  for (const front::SpecKey& row : table) keys.emplace(row.key, row.about);
  return keys;
}

/// All tables of keys.
const std::vector<std::span<const front::SpecKey>> tables = {front::spec_keys, front::defaults_keys, front::extent_keys,
                                                             front::tensor_keys, front::kernel_keys};

/// A spec with every key, each with a correct value.
const char* const everything = R"json({
  "$schema": "https://example.org/spec.json", "scorch": 1, "namespace": "my::lib",
  "defaults": {"value": "f64", "index": "i64", "parallel": "none"},
  "dims": {"j": 4096, "k": {"hint": 128}},
  "tensors": {"A": {"format": "csr", "value": "f32", "nnz": "5%"}, "B": {"nnz": 1e3}},
  "kernels": [
    {"name": "spmm", "expr": "C(i,k) = A(i,j) * B(j,k)"},
    {"name": "both", "expr": ["t(i) = A(i,j) * x(j)", "y(i) = 2 * t(i)"], "tensors": {"A": {"format": "csc"}}, "dims": {"i": 3},
     "parallel": "openmp", "schedule": ["none"], "emit": ["h", "cpp"], "with": "validate,pack"},
    {"expr": "D(i,j) = A(i,j) + B(i,j)", "schedule": "auto"}
  ]
})json";

/// Returns the JSON documents in a page that are specs: JSON blocks with a spec's version.
std::vector<std::string> specs_in(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::string> specs;
  std::string line, block;
  bool inside = false;
  while (std::getline(file, line)) {
    if (inside && line.starts_with("```")) {
      if (block.find("\"scorch\"") != std::string::npos) specs.push_back(block);
      block.clear();
    }
    if (line.starts_with("```"))
      inside = line.starts_with("```json");
    else if (inside)
      block += line + "\n";
  }
  return specs;
}

}  // namespace

TEST_CASE("the schema of specs has exactly the keys that the reader accepts") {
  const json& defs = spec_schema().at("$defs");
  CHECK(properties_of(spec_schema()) == keys_of(front::spec_keys));
  CHECK(properties_of(defs.at("defaults")) == keys_of(front::defaults_keys));
  CHECK(properties_of(defs.at("kernel")) == keys_of(front::kernel_keys));
  CHECK(properties_of(defs.at("tensors").at("additionalProperties")) == keys_of(front::tensor_keys));
  CHECK(properties_of(defs.at("dims").at("additionalProperties").at("oneOf").at(1)) == keys_of(front::extent_keys));
  std::vector<std::string> kinds;
  for (const driver::EmitKindInfo& kind : driver::all_emit_kinds()) kinds.emplace_back(kind.word);
  CHECK(defs.at("kernel").at("properties").at("emit").at("items").at("enum") == json(kinds));
}

TEST_CASE("the schema and the reader agree on specs") {
  const json good = json::parse(everything);
  CHECK(schema_problem(spec_schema(), good).empty());
  CHECK(error_of(everything) == "");
  for (const std::string nnz :
       {"0%", "100%", "99.9%", "007%", "5 %", ".5%", "1e-3%", "1e1%", "1000", "1e6", "2.5E+3"}) {
    json spec = good;
    spec["tensors"]["A"]["nnz"] = nnz;
    CAPTURE(nnz);
    CHECK(schema_problem(spec_schema(), spec).empty());
    CHECK(error_of(spec.dump()) == "");
  }
  for (const json& helpers :
       {json("validate"), json::array({"validate", "pack"}), json::array({"validate,pack", "unpack"})}) {
    json spec = good;
    spec["kernels"][1]["with"] = helpers;
    CAPTURE(helpers);
    CHECK(schema_problem(spec_schema(), spec).empty());
    CHECK(error_of(spec.dump()) == "");
  }
  for (const json& helpers : {json("check"), json::array({"check"}), json::array({1}), json(1)}) {
    json spec = good;
    spec["kernels"][1]["with"] = helpers;
    CAPTURE(helpers);
    CHECK_FALSE(schema_problem(spec_schema(), spec).empty());
    CHECK(error_of(spec.dump()) != "");
  }
  // Every object of the schema occurs in that spec with all of its keys, so all of them are read.
  const std::string text = everything;
  for (const auto table : tables)
    for (const std::string& key : front::names_of(table)) CHECK_THAT(text, ContainsSubstring("\"" + key + "\""));

  // Unknown keys in every object, and values of the wrong type.
  for (const std::string pointer : {"", "/defaults", "/dims/k", "/tensors/A", "/kernels/0", "/kernels/1/tensors/A"}) {
    json bad = good;
    bad[json::json_pointer(pointer)]["surplus"] = 1;
    CAPTURE(pointer);
    CHECK_FALSE(schema_problem(spec_schema(), bad).empty());
    CHECK(error_of(bad.dump()) == "SC0303");
  }
  for (const json& pair : {json{"/scorch", 2},
                           json{"/namespace", 5},
                           json{"/namespace", "a b"},
                           json{"/defaults", json::array()},
                           json{"/defaults/value", "f16"},
                           json{"/defaults/index", "i16"},
                           json{"/defaults/parallel", "maybe"},
                           json{"/dims/j", -1},
                           json{"/dims/j", 1.5},
                           json{"/dims/j", 9223372036854775808ULL},
                           json{"/dims/k/hint", 9223372036854775808ULL},
                           json{"/$schema", 1},
                           json{"/namespace", std::string(129, 'n')},
                           json{"/kernels/0/name", std::string(129, 'n')},
                           json{"/dims/" + std::string(129, 'n'), 3},
                           json{"/tensors/A/format", ""},
                           json{"/tensors/A/format", " "},
                           json{"/tensors/A/nnz", "200%"},
                           json{"/tensors/A/nnz", "100.5%"},
                           json{"/tensors/A/nnz", "1.2.3"},
                           json{"/tensors/A/nnz", "%"},
                           json{"/tensors/A/nnz", ""},
                           json{"/kernels/1/with", ""},
                           json{"/kernels/1/with", "pack,pakc"},
                           json{"/dims/k/hint", "many"},
                           json{"/dims/2x", 3},
                           json{"/tensors/A", "csr"},
                           json{"/tensors/A/format", 3},
                           json{"/tensors/A/nnz", "few"},
                           json{"/tensors/A/nnz", -1},
                           json{"/kernels", json::object()},
                           json{"/kernels", json::array()},
                           json{"/kernels/0", "y = x"},
                           json{"/kernels/0/name", "1st"},
                           json{"/kernels/0/expr", 5},
                           json{"/kernels/1/expr", json::array()},
                           json{"/kernels/1/expr/0", nullptr},
                           json{"/kernels/1/emit", "cpp"},
                           json{"/kernels/1/schedule", true}}) {
    json bad = good;
    bad[json::json_pointer(pair[0].get<std::string>())] = pair[1];
    CAPTURE(pair.dump());
    CHECK_FALSE(schema_problem(spec_schema(), bad).empty());
    CHECK_FALSE(error_of(bad.dump()).empty());
  }
  for (const std::string pointer : {"/scorch", "/kernels", "/kernels/0/expr", "/dims/k/hint"}) {
    const json::json_pointer place(pointer);
    json bad = good;
    bad[place.parent_pointer()].erase(place.back());
    CAPTURE(pointer);
    CHECK_FALSE(schema_problem(spec_schema(), bad).empty());
    CHECK(error_of(bad.dump()) == "SC0305");
  }
}

TEST_CASE("specs in the documentation follow the schema") {
  std::size_t count = 0;
  for (const std::string page : {"README.md", "docs/language.md", "docs/build.md"})
    for (const std::string& spec : specs_in(SCORCHC_SOURCE_DIR "/" + page)) {
      CAPTURE(page, spec);
      CHECK(schema_problem(spec_schema(), json::parse(spec)).empty());
      CHECK(error_of(spec).empty());
      ++count;
    }
  CHECK(count > 0);
  for (const auto& entry : std::filesystem::directory_iterator(SCORCHC_SOURCE_DIR "/examples")) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path());
    CHECK(schema_problem(spec_schema(), json::parse(file)).empty());
  }
  const Workplace workplace;
  const std::string help = workplace.scorchc({"help", "spec"}).out;
  const std::size_t begin = help.find("  { \"scorch\""), end = help.find("\n\n", begin);
  REQUIRE(end != std::string::npos);
  CHECK(schema_problem(spec_schema(), json::parse(help.substr(begin, end - begin))).empty());
}

TEST_CASE("schemas are listed and printed") {
  const Workplace workplace;
  CHECK(workplace.scorchc({"schema"}).out == "answers\nbench\ndiagnostics\nexplain\ninterface\nspec\n");
  for (const driver::SchemaPage& page : driver::all_schemas()) {
    const Outcome outcome = workplace.scorchc({"schema", std::string(page.name)});
    CHECK(outcome.exit_code == 0);
    CHECK(json::parse(outcome.out).at("$schema") == "https://json-schema.org/draft/2020-12/schema");
  }
  const Outcome slip = workplace.scorchc({"schema", "sepc"});
  CHECK(slip.exit_code == 2);
  CHECK_THAT(slip.err, ContainsSubstring("there is no schema `sepc`") && ContainsSubstring("did you mean `spec`?"));
}
