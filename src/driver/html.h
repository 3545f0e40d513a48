// HTML that is well-formed by construction: elements are made of elements, and text that is not Markup is escaped.
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
/// What is markup already: a drawing, a style sheet.
Markup trusted(std::string markup);
/// `<tag attributes>content</tag>`.
Markup element(std::string_view tag, const Attributes& attributes, const Markup& content);
Markup element(std::string_view tag, const Markup& content);
Markup element(std::string_view tag, std::string_view plain);
/// The same on lines of its own.
Markup block(std::string_view tag, const Attributes& attributes, const Markup& content);
Markup block(std::string_view tag, const Markup& content);

}  // namespace scorchc::driver::html
