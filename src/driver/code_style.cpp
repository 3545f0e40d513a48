#include "driver/code_style.h"

#include <algorithm>
#include <array>
#include <vector>

#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::driver {
namespace {

// Styles of clang-format in all versions that the Clang plugin supports.
constexpr std::array<std::string_view, 9> known_styles{"file",   "llvm",      "google", "chromium", "mozilla",
                                                       "webkit", "microsoft", "gnu",    "off"};
constexpr std::array<std::string_view, 3> rare_names{"none", "clang-format", "inheritparentconfig"};

/// clang-format's names are case-insensitive, scorchc's own are not.
bool is_known(const std::string& name) {
  const std::string spelled = in_lower_case(name);
  const bool ours = spelled == "file" || spelled == "off" || spelled == "none";
  const auto among = [&](const auto& list) {
    return std::find(list.begin(), list.end(), ours ? name : spelled) != list.end();
  };
  return among(known_styles) || among(rare_names);
}

/// Returns the span of the style's name: all of it, or the name after `BasedOnStyle:`. Empty if there is none.
Span name_in(const std::string& style) {
  constexpr std::string_view key = "BasedOnStyle:";
  std::size_t begin = 0, end = style.size();
  if (style.starts_with('{')) {
    const std::size_t at = style.find(key);
    if (at == std::string::npos) return {};
    begin = std::min(style.find_first_not_of(" '\"", at + key.size()), style.size());
    end = std::min(style.find_first_of(" ,}'\"", begin), style.size());
  }
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

}  // namespace

std::span<const std::string_view> style_names() { return known_styles; }

void check_style(const std::string& style) {
  if (style.starts_with("file:")) return;
  const Span span = name_in(style);
  const std::string name = style.substr(span.begin, span.end - span.begin);
  if (style.starts_with('{') && name.empty()) return;
  if (is_known(name)) return;
  const std::vector<std::string> known(known_styles.begin(), known_styles.end());
  fail(Code::style, {make_source("--style", style), span}, quoted(name) + " is not a known style",
       nearest_or(name, known,
                  "styles are `file`, `file:PATH`, `llvm`, `google`, `chromium`, `mozilla`, `webkit`, `microsoft`, "
                  "`gnu`, `off`, "
                  "and `{...}` with options of clang-format"));
}

bool is_style_off(const std::string& style) { return style == "off" || style == "none"; }

}  // namespace scorchc::driver
