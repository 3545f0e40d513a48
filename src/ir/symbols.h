// Forms the names of a kernel's functions and structs in C, which has no namespaces.
#pragma once

#include <string>
#include <string_view>

namespace scorchc {

/// The prefix of every symbol in a namespace: "a_b_" for "a::b"; empty without a namespace.
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
