// Contains the texts of the help pages that do not come from the command table.
#pragma once

#include <span>
#include <string_view>

namespace scorchc::tools {

struct HelpText {
  std::string_view topic;
  std::string_view about;  // one line; empty for a command, whose row has it
  std::string_view text;
};
/// Commands with more text than their row, and topics that are not commands.
std::span<const HelpText> all_help_texts();

/// Examples at the top of the overview.
std::string_view overview_examples();
/// The list of exit codes, for the manual page.
std::string_view exit_codes_text();

/// docs/formats.md, and the section "Numbers" of docs/limits.md, as Markdown.
std::string_view formats_page();
std::string_view limits_page();

}  // namespace scorchc::tools
