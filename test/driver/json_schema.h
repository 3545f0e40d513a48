// Validates a document against a JSON Schema, for the subset of draft 2020-12 that the schemas in docs/schema use.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

/// Returns an empty text, or what is wrong and where. An unsupported keyword is an error, so that nothing is silently
/// accepted.
std::string schema_problem(const nlohmann::json& schema, const nlohmann::json& document);
