// What pages of help say beside the table of options.
#pragma once

#include <span>
#include <string_view>

namespace scorchc::tools {

struct HelpText {
  std::string_view topic;
  std::string_view about;  // one line; nothing for a command, whose row has it
  std::string_view text;
};
/// Commands that need more words than their row has, and topics that are no commands.
std::span<const HelpText> all_help_texts();

/// Examples at the top of the overview.
std::string_view overview_examples();
/// What the manual page says of exit codes and the environment.
std::string_view exit_codes_text();

/// docs/formats.md, and what docs/limits.md says in numbers, as they are.
std::string_view formats_page();
std::string_view limits_page();

}  // namespace scorchc::tools
