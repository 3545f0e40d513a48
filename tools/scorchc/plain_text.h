// Markdown as terminals show it: pages of docs/ for `scorchc help`.
#pragma once

#include <string>
#include <string_view>

namespace scorchc::tools {

/// Links become their words, tables columns, headings lines without marks. Comments are left out.
std::string plain_text(std::string_view markdown);

}  // namespace scorchc::tools
