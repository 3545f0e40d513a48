// Whether a document is what a JSON Schema says: as much of draft 2020-12 as the schemas in docs/schema use.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

/// Empty if it is, else what is not, with its place. A keyword that this validator does not know is a problem, too, so
/// that nothing passes unseen.
std::string schema_problem(const nlohmann::json& schema, const nlohmann::json& document);
