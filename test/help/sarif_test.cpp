// Tests SARIF logs against the standard (OASIS SARIF 2.1.0), for the objects that scorchc writes: required properties,
// allowed values, and references between objects.
#include <set>

#include "catch.h"
#include "driver/json_schema.h"
#include "driver/program.h"

using nlohmann::json;

namespace {

/// Written by hand from the standard's schema, for the properties that scorchc writes; any other property fails.
const char* const standard = R"json({
  "type": "object",
  "properties": {
    "$schema": {"enum": ["https://json.schemastore.org/sarif-2.1.0.json"]},
    "version": {"enum": ["2.1.0"]},
    "runs": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/run"}}
  },
  "required": ["$schema", "version", "runs"],
  "additionalProperties": false,
  "$defs": {
    "run": {
      "type": "object",
      "properties": {
        "tool": {
          "type": "object",
          "properties": {
            "driver": {
              "type": "object",
              "properties": {
                "name": {"type": "string", "pattern": "."},
                "version": {"type": "string", "pattern": "^[0-9]+[.][0-9]+[.][0-9]+$"},
                "rules": {"type": "array", "items": {"$ref": "#/$defs/rule"}}
              },
              "required": ["name"],
              "additionalProperties": false
            }
          },
          "required": ["driver"],
          "additionalProperties": false
        },
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "invocations": {"type": "array", "items": {"$ref": "#/$defs/invocation"}},
        "artifacts": {"type": "array", "items": {"$ref": "#/$defs/artifact"}},
        "results": {"type": "array", "items": {"$ref": "#/$defs/result"}}
      },
      "required": ["tool", "results"],
      "additionalProperties": false
    },
    "rule": {
      "type": "object",
      "properties": {
        "id": {"type": "string", "pattern": "."},
        "name": {"type": "string"},
        "shortDescription": {"$ref": "#/$defs/text"},
        "help": {"$ref": "#/$defs/text"}
      },
      "required": ["id"],
      "additionalProperties": false
    },
    "text": {
      "type": "object",
      "properties": {"text": {"type": "string", "pattern": "."}, "markdown": {"type": "string"}},
      "required": ["text"],
      "additionalProperties": false
    },
    "level": {"enum": ["none", "note", "warning", "error"]},
    "invocation": {
      "type": "object",
      "properties": {
        "executionSuccessful": {"type": "boolean"},
        "exitCode": {"type": "integer"},
        "toolExecutionNotifications": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {"level": {"$ref": "#/$defs/level"}, "message": {"$ref": "#/$defs/text"}},
            "required": ["message"],
            "additionalProperties": false
          }
        }
      },
      "required": ["executionSuccessful"],
      "additionalProperties": false
    },
    "artifact": {
      "type": "object",
      "properties": {
        "description": {"$ref": "#/$defs/text"},
        "contents": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"], "additionalProperties": false}
      },
      "additionalProperties": false
    },
    "result": {
      "type": "object",
      "properties": {
        "ruleId": {"type": "string", "pattern": "^SC[0-9]{4}$"},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": {"$ref": "#/$defs/level"},
        "message": {"$ref": "#/$defs/text"},
        "locations": {"type": "array", "items": {"$ref": "#/$defs/location"}}
      },
      "required": ["ruleId", "level", "message"],
      "additionalProperties": false
    },
    "location": {
      "type": "object",
      "properties": {
        "physicalLocation": {
          "type": "object",
          "properties": {
            "artifactLocation": {
              "oneOf": [
                {
                  "type": "object",
                  "properties": {"uri": {"type": "string", "pattern": "^([!#-;=?-Z_a-z~]|%[0-9A-F]{2}|\\[|\\])+$"}},
                  "required": ["uri"],
                  "additionalProperties": false
                },
                {
                  "type": "object",
                  "properties": {"index": {"type": "integer", "minimum": 0}},
                  "required": ["index"],
                  "additionalProperties": false
                }
              ]
            },
            "region": {
              "type": "object",
              "properties": {
                "startLine": {"type": "integer", "minimum": 1},
                "startColumn": {"type": "integer", "minimum": 1},
                "endLine": {"type": "integer", "minimum": 1},
                "endColumn": {"type": "integer", "minimum": 1}
              },
              "required": ["startLine", "startColumn", "endLine", "endColumn"],
              "additionalProperties": false
            }
          },
          "required": ["artifactLocation", "region"],
          "additionalProperties": false
        }
      },
      "required": ["physicalLocation"],
      "additionalProperties": false
    }
  }
})json";

/// Checks what no schema can express: indices in range, rules that match the result, regions that do not end before
/// they begin.
std::string reference_problem(const json& run) {
  const json& rules = run.at("tool").at("driver").at("rules");
  std::set<std::string> ids;
  for (const json& rule : rules)
    if (!ids.insert(rule.at("id")).second) return "a rule stands twice";
  for (const json& result : run.at("results")) {
    const auto rule = result.at("ruleIndex").get<std::size_t>();
    if (rule >= rules.size() || rules[rule].at("id") != result.at("ruleId")) return "a result has another rule";
    for (const json& location : result.value("locations", json::array())) {
      const json& place = location.at("physicalLocation");
      const json& artifact = place.at("artifactLocation");
      if (artifact.contains("index") && artifact.at("index").get<std::size_t>() >= run.at("artifacts").size())
        return "there is no such artifact";
      const json& region = place.at("region");
      if (region.at("endLine") < region.at("startLine")) return "a region ends before it begins";
      if (region.at("endLine") == region.at("startLine") && region.at("endColumn") < region.at("startColumn"))
        return "a region ends before it begins";
    }
  }
  const json& invocation = run.at("invocations").at(0);
  return invocation.at("executionSuccessful") == (invocation.at("exitCode") == 0) ? "" : "the exit code is not success";
}

std::string problem(const json& log) {
  static const json schema = json::parse(standard);
  if (const std::string said = schema_problem(schema, log); !said.empty()) return said;
  for (const json& run : log.at("runs"))
    if (const std::string said = reference_problem(run); !said.empty()) return said;
  return "";
}

}  // namespace

TEST_CASE("SARIF logs have the members that the standard requires") {
  const Workplace workplace;
  workplace.write("a b.json", "{ \"scorch\": 1,\n  \"kernels\": [{\"expr\": \"y = x\", \"nme\": \"a\"}] }");
  workplace.write("\xc3\xa4.scorch", "kernel k: y(i) = ");
  workplace.write("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n9 1 1\n");
  std::size_t results = 0, places = 0;
  json last;
  for (std::vector<std::string> arguments :
       std::vector<std::vector<std::string>>{{"y = x"},
                                             {"y = x", "-o", "out/", "-v"},
                                             {"a b.json"},
                                             {"\xc3\xa4.scorch"},
                                             {"missing.json"},
                                             {},
                                             {"y(i) = A[i]\n"},
                                             {"y = a\x1b\xff"},
                                             {"C(i,j) = x(i) * z(i)"},
                                             {"y(i) = A(i,j) * x(j)", "--fmt", "A=csr", "--data", "A=a.mtx"},
                                             {"y(i) = A(i,j) * x(j)", "--fmt", "x=csr"},
                                             {"C(i,j,l) = x(i) * z(i)", "--fmt", "C=sv"}}) {
    arguments.push_back("--diagnostics=sarif");
    const json log = json::parse(workplace.scorchc(arguments).err);
    CAPTURE(arguments.front(), log.dump(1));
    CHECK(problem(log) == "");
    for (const json& result : log.at("runs").at(0).at("results")) {
      ++results;
      if (result.contains("locations")) ++places;
      last = log;
    }
  }
  CHECK(results >= 10);
  CHECK(places >= 7);

  // The check itself finds errors.
  for (const auto& [pointer, value] : std::vector<std::pair<std::string, json>>{
           {"/version", "2.1"},
           {"/runs/0/results/0/level", "fatal"},
           {"/runs/0/results/0/message", json::object()},
           {"/runs/0/results/0/ruleId", "SC0001"},
           {"/runs/0/results/0/locations/0/physicalLocation/region/startLine", 0},
           {"/runs/0/results/0/locations/0/physicalLocation/region/endColumn", 0},
           {"/runs/0/results/0/locations/0/physicalLocation/artifactLocation/index", 9},
           {"/runs/0/tool/driver", json::object()},
           {"/runs/0/surplus", 1}}) {
    json wrong = last;
    wrong[json::json_pointer(pointer)] = value;
    CAPTURE(pointer);
    CHECK(problem(wrong) != "");
  }
}
