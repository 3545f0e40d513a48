#include "man_page.h"

#include <string_view>

#include "command_table.h"
#include "help.h"
#include "help_texts.h"

namespace scorchc::tools {
namespace {

/// User text in roff: backslashes and dashes are themselves, and no line is taken for a request.
std::string roff(std::string_view text) {
  std::string result;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
    line_begins = c == '\n';
  }
  return result;
}

std::string bold(std::string_view text) { return "\\fB" + roff(text) + "\\fR"; }

std::string section(std::string_view title) { return ".SH " + std::string(title) + "\n"; }

/// Lines as they stand.
std::string literal(std::string_view text) {
  return ".nf\n" + roff(text) + (text.ends_with('\n') ? "" : "\n") + ".fi\n";
}

std::string tagged(const std::string& tag, std::string_view text) { return ".TP\n" + tag + "\n" + roff(text) + "\n"; }

std::string tag_of(const OptionRow& option) {
  std::string text = option.short_name.empty() ? "" : bold(option.short_name) + ", ";
  text += bold(option.name);
  return option.value.empty() ? text : text + " \\fI" + roff(option.value) + "\\fR";
}

/// "Of run, bench and tune.", where that are not all.
std::string belonging(const OptionRow& option) {
  std::string text;
  std::size_t count = 0;
  for (const CommandRow& command : all_commands()) {
    if (!option.belongs_to(command.command)) continue;
    ++count;
    text += (text.empty() ? "" : ", ") + std::string(command.word);
  }
  constexpr std::size_t few = 6;  // an option that most commands have is no matter of single ones
  return count <= few ? " (" + text + ")" : "";
}

}  // namespace

std::string man_page() {
  std::string text =
      "."
      "\\\" Made by `scorchc help man`.\n.TH SCORCHC 1 \"\" \"scorchc " SCORCHC_VERSION "\" \"User Commands\"\n";
  text += section("NAME") + "scorchc \\- compiles sparse tensor algebra to C++\n" + section("SYNOPSIS");
  for (const CommandRow& command : all_commands())
    text += (&command == all_commands().data() ? "" : ".br\n") + bold("scorchc") + " " + roff(command.usage) + "\n";
  text +=
      section("DESCRIPTION") +
      "scorchc reads a statement in index notation and the storage format of each tensor, chooses the result's format, "
      "the\n"
      "order of the loops and what runs in parallel, and prints a kernel in plain C++ that needs no library.\n.PP\n" +
      literal(overview_examples());
  text += section("COMMANDS");
  for (const CommandRow& command : all_commands()) text += tagged(bold(command.word), command.about);
  text += section("OPTIONS");
  for (const Task task : all_tasks()) {
    text += ".SS \"" + std::string(title(task)) + "\"\n";
    for (const OptionRow& option : all_options())
      if (option.task == task) text += tagged(tag_of(option), std::string(option.about) + belonging(option));
  }
  text += tagged(bold("@FILE"), "stands for the arguments in the file");
  for (const HelpText& page : all_help_texts()) {
    if (page.about.empty()) continue;
    std::string title;
    for (const char c : page.topic) title += c == '-' ? ' ' : static_cast<char>(c - 'a' + 'A');
    text += section(title == "EXIT CODES" ? "EXIT STATUS"
                    : title == "SPEC"     ? "SPECS"
                                          : title) +
            literal(help(std::string(page.topic)));
  }
  text += section("ENVIRONMENT") +
          tagged(bold("NO_COLOR"), "where it is set, and not empty, diagnostics have no colours on a terminal either");
  text += tagged(bold("TERM"), "the same where it is `dumb`");
  return text + section("SEE ALSO") +
         "The pages of \\fBscorchc help\\fR \\fITOPIC\\fR, and of \\fBscorchc explain\\fR \\fICODE\\fR for a "
         "diagnostic.\n";
}

}  // namespace scorchc::tools
