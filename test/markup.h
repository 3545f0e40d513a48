// Checks that generated SVG and HTML are well-formed.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

inline std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + " ";
  return text;
}

/// The open elements, or the first end tag that does not match. Empty if each element is closed, innermost first;
/// DOCTYPE and `meta` need no end.
inline std::string unclosed(const std::string& document) {
  constexpr std::array<std::string_view, 2> without_end{"!DOCTYPE", "meta"};
  std::vector<std::string> open;
  for (std::size_t at = document.find('<'); at != std::string::npos; at = document.find('<', at + 1)) {
    const std::size_t end = document.find('>', at);
    if (end == std::string::npos) return "an element without end";
    const std::string name = document.substr(at + 1, document.find_first_of(" >", at) - at - 1);
    if (name.starts_with('/')) {
      if (open.empty() || "/" + open.back() != name) return name;
      open.pop_back();
    } else if (document[end - 1] != '/' &&
               std::find(without_end.begin(), without_end.end(), name) == without_end.end()) {
      open.push_back(name);
    }
  }
  return joined(open);
}
