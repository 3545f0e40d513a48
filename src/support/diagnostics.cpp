// Renders diagnostics as text, and suggests the nearest known word for a misspelt one.
#include "support/diagnostics.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "support/source_kind.h"
#include "support/words.h"

namespace scorchc {
namespace {

const std::array code_table{
#define SCORCHC_CODE(number, name, exit, title) \
  CodeInfo{Code::name, "SC" #number, #name, title, ExitCode::exit, Cause::input},
#define SCORCHC_DEFECT_CODE(number, name, exit, title) \
  CodeInfo{Code::name, "SC" #number, #name, title, ExitCode::exit, Cause::defect},
#include "support/diagnostic_codes.def"
#undef SCORCHC_CODE
#undef SCORCHC_DEFECT_CODE
};

/// One character of user text: its length in bytes, and the text that represents it in a diagnostic.
struct Glyph {
  std::size_t bytes = 1;
  std::string shown;
};

std::string hex(std::uint32_t value) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  do {
    text.insert(text.begin(), digits[value & 15]);
    value >>= 4;
  } while (value != 0);
  return text;
}

struct Decoded {
  std::size_t bytes = 0;  // 0: not UTF-8
  std::uint32_t value = 0;
};

Decoded decode_utf8(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return {1, first};
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return {};
  std::uint32_t value = first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3fU);
  }
  constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < least.at(length) || value > 0x10ffff || surrogate) return {};
  return {length, value};
}

/// True for control characters, and for characters that reorder the displayed text ("Trojan Source"). They are escaped.
bool is_hostile(std::uint32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || (c >= 0x200b && c <= 0x200f) ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff;
}

Glyph glyph(std::string_view text) {
  const Decoded decoded = decode_utf8(text);
  if (decoded.bytes == 0) return {1, "\\x" + hex(static_cast<unsigned char>(text[0]))};
  if (text[0] == '\t') return {1, " "};
  if (!is_hostile(decoded.value)) return {decoded.bytes, std::string(text.substr(0, decoded.bytes))};
  if (decoded.value < 0x80) return {1, (decoded.value < 16 ? "\\x0" : "\\x") + hex(decoded.value)};
  return {decoded.bytes, "\\u{" + hex(decoded.value) + "}"};
}

struct Line {
  std::size_t begin = 0, end = 0;  // byte offsets in the text; the line terminator is excluded
  std::size_t number = 1;          // counted from 1
  bool only = true;                // the text has no other line
};

Line find_line(std::string_view text, std::size_t at) {
  Line line;
  const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  line.begin = before == std::string_view::npos ? 0 : before + 1;
  line.end = std::min(text.find('\n', at), text.size());
  line.number =
      1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<long>(line.begin), '\n'));
  const std::size_t first_end = text.find('\n');
  line.only = first_end == std::string_view::npos || first_end + 1 == text.size();
  if (line.end > line.begin && text[line.end - 1] == '\r') --line.end;
  return line;
}

constexpr std::size_t widest_line = 100;  // at most this many columns of user text are shown around a span

/// A line of user text and the carets below it.
struct Shown {
  std::string line, carets;
};

Shown show(std::string_view text, const Line& line, Span span) {
  struct Cell {
    std::string shown;
    std::size_t width;
    bool marked;
  };
  // Only bytes near the span can be visible. The bound keeps a line of 16 MiB from becoming 16 Mi cells.
  const std::size_t reach = 4 * widest_line;
  std::size_t at = span.begin > line.begin + reach ? span.begin - reach : line.begin;
  while (at > line.begin && at < span.begin && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) ++at;
  const bool cut_before = at > line.begin;
  const std::size_t stop = std::min(line.end, std::size_t{span.begin} + reach);
  std::vector<Cell> cells;
  std::size_t first_marked = 0;
  while (at < stop) {
    const Glyph g = glyph(text.substr(at, line.end - at));
    const bool marked = at + g.bytes > span.begin && (at < span.end || at == span.begin);
    if (at < span.begin) ++first_marked;
    const std::size_t width = g.bytes > 1 && g.shown[0] != '\\' ? 1 : g.shown.size();
    cells.push_back({g.shown, width, marked});
    at += g.bytes;
  }
  const std::size_t from = first_marked > 60 ? first_marked - 60 : 0;
  const std::size_t to = std::min(cells.size(), from + widest_line);
  Shown shown;
  if (from > 0 || cut_before) shown = {"...", "   "};
  for (std::size_t i = from; i < to; ++i) {
    shown.line += cells[i].shown;
    shown.carets += std::string(cells[i].width, cells[i].marked ? '^' : ' ');
  }
  if (to < cells.size() || stop < line.end) shown.line += "...";
  while (!shown.carets.empty() && shown.carets.back() == ' ' && shown.carets.find('^') != std::string::npos)
    shown.carets.pop_back();
  if (shown.carets.find('^') == std::string::npos) shown.carets += '^';  // the end of the line
  return shown;
}

std::size_t column(std::string_view text, const Line& line, std::size_t at) {
  std::size_t count = 1;
  for (std::size_t i = line.begin; i < at; ++count) i += glyph(text.substr(i, line.end - std::min(i, line.end))).bytes;
  return count;
}

std::string help_line(const Diagnostic& diagnostic) {
  return diagnostic.help.empty() ? "" : "  = help: " + diagnostic.help + "\n";
}

/// "file:line:column". For flags and the expression, which are no files and usually one line, "name, column 3".
std::string place_text(const Source& source, const Line& line, std::size_t col) {
  std::string name;
  for (std::size_t i = 0; i < source.name.size();) {
    const Glyph g = glyph(std::string_view(source.name).substr(i));
    name += g.shown;
    i += g.bytes;
  }
  if (is_file(source)) return name + ":" + std::to_string(line.number) + ":" + std::to_string(col);
  if (line.only) return name + ", column " + std::to_string(col);
  return name + ", line " + std::to_string(line.number) + ", column " + std::to_string(col);
}

/// Edit distance (optimal string alignment): a transposition of neighbouring characters costs one.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    before = last;
    last = now;
  }
  return last[b.size()];
}

}  // namespace

const CodeInfo& info(Code code) { return code_table.at(static_cast<std::size_t>(code)); }

const std::vector<CodeInfo>& all_codes() {
  static const std::vector<CodeInfo> codes(code_table.begin(), code_table.end());
  return codes;
}

void fail(Code code, Place place, std::string message, std::string help) {
  throw Failure({code, Severity::error, std::move(message), std::move(place), std::move(help)});
}

void warn(Diagnostics& list, Code code, Place place, std::string message, std::string help) {
  list.push_back({code, Severity::warning, std::move(message), std::move(place), std::move(help)});
}

std::string render(const Diagnostic& diagnostic, bool color) {
  const bool error = diagnostic.severity == Severity::error;
  const std::string bold = color ? (error ? "\x1b[1;31m" : "\x1b[1;35m") : "";
  const std::string plain = color ? "\x1b[0m" : "";
  std::string out = bold + (error ? "error[" : "warning[") + std::string(info(diagnostic.code).id) + "]" + plain +
                    ": " + diagnostic.message + "\n";
  if (diagnostic.place.source) {
    const Source& source = *diagnostic.place.source;
    const auto limit = [&](std::uint32_t at) { return std::min(at, static_cast<std::uint32_t>(source.text.size())); };
    Span span{limit(diagnostic.place.span.begin), limit(diagnostic.place.span.end)};
    const Line line = find_line(source.text, span.begin);
    const std::size_t at = std::min<std::size_t>(span.begin, line.end);
    out += "  --> " + place_text(source, line, column(source.text, line, at)) + "\n";
    // An empty file has no line to show.
    if (source.text.empty() && is_file(source)) return out + help_line(diagnostic);
    const Shown shown = show(source.text, line, span);
    out += "  |  " + shown.line + "\n  |  " + bold + shown.carets + plain + "\n";
  }
  return out + help_line(diagnostic);
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t longest = 64;  // longer words are ignored: the edit distance takes quadratic time
  if (word.empty() || word.size() > longest) return {};
  const std::string wanted = in_lower_case(std::string(word));
  std::vector<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3);
  for (const std::string& candidate : candidates) {
    if (candidate.empty() || candidate.size() > longest) continue;
    const std::size_t d = distance(wanted, in_lower_case(candidate));
    // Every one-letter word is within distance 1 of every other one, so only a difference in case counts.
    if (d > best_distance || d >= std::max(word.size(), candidate.size())) continue;
    if (d < best_distance) best.clear();
    best_distance = d;
    if (!has(best, candidate)) best.push_back(candidate);
  }
  if (best.empty()) return {};
  // Up to four candidates are named at distance 1; at a greater distance, a single one.
  best.resize(std::min<std::size_t>(best.size(), best_distance == 1 ? 4 : 1));
  std::string text = "did you mean `" + best.front();
  for (std::size_t n = 1; n < best.size(); ++n) text += (n + 1 < best.size() ? "`, `" : "` or `") + best[n];
  return text + "`?";
}

std::string nearest_or(std::string_view word, const std::vector<std::string>& candidates, std::string otherwise) {
  std::string help = nearest(word, candidates);
  return help.empty() ? std::move(otherwise) : help;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string out = "`";
  std::size_t at = 0;
  while (at < text.size() && at < longest) {
    const Glyph g = glyph(text.substr(at));
    out += g.shown;
    at += g.bytes;
  }
  return out + (at < text.size() ? "...`" : "`");
}

}  // namespace scorchc
