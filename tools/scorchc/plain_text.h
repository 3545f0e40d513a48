// Renders Markdown pages of docs/ as text for terminals.
#pragma once

#include <string>
#include <string_view>

namespace scorchc::tools {

/// Replaces links by their words, aligns the columns of tables, removes the marks of headings and strong words,
/// and omits comments.
std::string plain_text(std::string_view markdown);

}  // namespace scorchc::tools
