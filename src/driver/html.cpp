#include "driver/html.h"

#include "support/markup.h"

namespace scorchc::driver::html {

Markup text(std::string_view plain) { return {markup::escaped(plain)}; }

Markup trusted(std::string markup) { return {std::move(markup)}; }

Markup element(std::string_view tag, const Attributes& attributes, const Markup& content) {
  const std::string name(tag);
  std::string out = "<" + name;
  for (const auto& [attribute, value] : attributes)
    out += " " + std::string(attribute) + "=\"" + markup::escaped(value) + "\"";
  return {out + ">" + content.text + "</" + name + ">"};
}

Markup element(std::string_view tag, const Markup& content) { return element(tag, {}, content); }

Markup element(std::string_view tag, std::string_view plain) { return element(tag, {}, text(plain)); }

Markup block(std::string_view tag, const Attributes& attributes, const Markup& content) {
  const bool is_open = content.text.ends_with('\n');
  return {element(tag, attributes, {(is_open ? "\n" : "") + content.text}).text + "\n"};
}

Markup block(std::string_view tag, const Markup& content) { return block(tag, {}, content); }

}  // namespace scorchc::driver::html
