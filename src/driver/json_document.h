// Prints JSON documents deterministically.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace scorchc::driver {

using Json = nlohmann::ordered_json;

/// Returns the indented document with a final newline; invalid UTF-8 is replaced.
inline std::string print_document(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace scorchc::driver
