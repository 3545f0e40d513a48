#include "emit/writer.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace scorchc::emit {
namespace {

constexpr std::size_t line_columns = 100;

/// A place where a line may end, and its depth in parentheses.
struct Break {
  std::size_t at = 0;
  std::size_t depth = 0;
};

/// Whether a bracket opens or closes at `at`. A `<` or `>` without a blank before it is a bracket, too.
bool opens(std::string_view text, std::size_t at) {
  return text[at] == '(' || text[at] == '[' ||
         (text[at] == '<' && at > 0 && text[at - 1] != ' ' && text[at - 1] != '<');
}
bool closes(std::string_view text, std::size_t at) {
  return text[at] == ')' || text[at] == ']' ||
         (text[at] == '>' && at > 0 && text[at - 1] != ' ' && text[at - 1] != '-');
}

/// True if a line may end before text[at], with `room` columns in the next one.
bool may_break(std::string_view text, std::size_t at, std::size_t room) {
  if (text[at - 1] != ' ') return false;
  const std::string_view before = text.substr(0, at);
  if (before.ends_with(", ") || before.ends_with("; ")) return true;
  // A value that does not fit on the next line, and is broken anyway, starts on the line of its name.
  if (before.ends_with(" = ")) return text.size() - at <= room;
  constexpr std::array<std::string_view, 5> operators{" + ", " - ", " * ", " && ", " || "};
  for (std::string_view each : operators)
    if (before.ends_with(each)) return true;
  return text.substr(at).starts_with("? ") || text.substr(at).starts_with(": ");
}

/// The last place of least depth at which a line of at most `limit` columns can end; 0 if there is none.
std::size_t best_break(std::string_view text, std::size_t limit, std::size_t room) {
  Break best{0, text.size()};
  std::size_t depth = 0;
  for (std::size_t i = 1; i < text.size() && i <= limit; ++i) {
    if (opens(text, i - 1)) ++depth;
    if (closes(text, i - 1) && depth > 0) --depth;
    if (depth <= best.depth && may_break(text, i, room)) best = {i, depth};
  }
  return best.at;
}

}  // namespace

void Writer::line(std::string_view code) {
  std::size_t indent = 2 * depth_;
  const std::size_t room = line_columns - indent - 4;
  while (indent + code.size() > line_columns) {
    // If no place is within the columns, take the next one.
    std::size_t end = best_break(code, line_columns - indent, room);
    for (std::size_t i = line_columns - indent; end == 0 && i < code.size(); ++i)
      if (may_break(code, i, room)) end = i;
    if (end == 0) break;
    raw(std::string(indent, ' ') + std::string(code.substr(0, end - 1)));
    code.remove_prefix(end);
    indent = 2 * depth_ + 4;
  }
  raw(std::string(indent, ' ') + std::string(code));
}

void Writer::raw(std::string_view text) {
  text_ += text;
  if (!text.ends_with('\n')) text_ += '\n';
}

void Writer::blank() {
  if (!text_.empty() && !text_.ends_with("\n\n") && !text_.ends_with("{\n")) text_ += '\n';
}

void Writer::comment(std::string_view text, std::string_view opening) {
  const std::string harmless = comment_text(text);
  std::string_view rest = harmless;
  const std::string start = std::string(2 * depth_, ' ') + std::string(opening);
  for (bool more = true; more;) {
    const std::size_t newline = rest.find('\n');
    more = newline != std::string_view::npos;
    std::string_view line_text = rest.substr(0, newline);
    rest.remove_prefix(more ? newline + 1 : rest.size());
    // Continuation lines are aligned with the text that they continue.
    const std::size_t own_indent = std::min(line_text.find_first_not_of(' '), line_text.size());
    const std::string indent = " " + std::string(own_indent, ' ');
    line_text.remove_prefix(own_indent);
    while (start.size() + indent.size() + line_text.size() > line_columns) {
      std::size_t end = line_text.rfind(' ', line_columns - start.size() - indent.size());
      if (end == std::string_view::npos || end == 0) end = line_text.find(' ');
      if (end == std::string_view::npos) break;
      raw(start + indent + std::string(line_text.substr(0, end)));
      line_text.remove_prefix(end + 1);
    }
    raw(line_text.empty() ? start : start + indent + std::string(line_text));
  }
}

void Writer::open(std::string_view head) {
  line(head.empty() ? "{" : std::string(head) + " {");
  ++depth_;
}

void Writer::close(std::string_view tail) {
  --depth_;
  line("}" + std::string(tail));
}

void Writer::reopen(std::string_view head) {
  --depth_;
  open("} " + std::string(head));
}

void Writer::next(std::string_view head) {
  --depth_;
  open("}, " + std::string(head));
}

bool contains_identifier(std::string_view code, std::string_view name) {
  const auto continues = [&](std::size_t at) {
    const char c = at < code.size() ? code[at] : ' ';
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  for (std::size_t at = code.find(name); at != std::string_view::npos; at = code.find(name, at + 1))
    if (!(at > 0 && continues(at - 1)) && !continues(at + name.size())) return true;
  return false;
}

std::string comment_text(std::string_view text) {
  std::string harmless;
  for (const char c : text) {
    // A backslash at the end of a line would continue the comment on the next line.
    const bool keep = c == '\n' || (c >= ' ' && c <= '~' && c != '\\');
    const char next = keep ? c : '.';
    const char last = harmless.empty() ? '\0' : harmless.back();
    // `*/` ends a comment, `/*` inside one causes a warning, and `??/` is a backslash to some compilers.
    if ((last == '*' && next == '/') || (last == '/' && next == '*') || (last == '?' && next == '?')) harmless += ' ';
    harmless += next;
  }
  return harmless;
}

}  // namespace scorchc::emit
