// Builds well-formed HTML: elements contain elements, and all text that is not Markup is escaped.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scorchc::driver::html {

struct Markup {
  std::string text = {};
  Markup& operator+=(const Markup& more) {
    text += more.text;
    return *this;
  }
};
inline Markup operator+(Markup a, const Markup& b) { return a += b; }

using Attributes = std::vector<std::pair<std::string_view, std::string>>;

Markup text(std::string_view plain);
/// Wraps text that is already markup: a drawing, a style sheet.
Markup trusted(std::string markup);
/// Returns `<tag attributes>content</tag>`.
Markup element(std::string_view tag, const Attributes& attributes, const Markup& content);
Markup element(std::string_view tag, const Markup& content);
Markup element(std::string_view tag, std::string_view plain);
/// The same, on separate lines.
Markup block(std::string_view tag, const Attributes& attributes, const Markup& content);
Markup block(std::string_view tag, const Markup& content);

}  // namespace scorchc::driver::html
