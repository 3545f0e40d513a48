// What the functions and structs of a kernel are called in C, where there are no namespaces.
#pragma once

#include <string>
#include <string_view>

namespace scorchc {

/// "a::b" as "a_b_", which stands before every symbol; empty without a namespace.
inline std::string symbol_prefix(std::string_view name_space) {
  std::string prefix;
  for (const char c : name_space)
    if (c != ':')
      prefix += c;
    else if (!prefix.ends_with('_'))
      prefix += '_';
  return prefix.empty() || prefix.ends_with('_') ? prefix : prefix + "_";
}

}  // namespace scorchc
