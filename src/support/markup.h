// Escapes text for XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace scorchc::markup {

/// `text` escaped for use between tags, or inside the double quotes of an attribute.
inline std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

}  // namespace scorchc::markup
