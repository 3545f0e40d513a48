#include "plain_text.h"

#include <algorithm>
#include <numeric>
#include <sstream>
#include <utility>
#include <vector>

#include "support/words.h"

namespace scorchc::tools {
namespace {

using Row = std::vector<std::string>;

constexpr std::size_t width = 80;

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

/// Replaces `[words](address)` by `words`, and ` ([page.md](address))` by nothing.
std::string without_links(std::string_view line) {
  std::string text;
  while (!line.empty()) {
    const std::size_t open = line.find('['), middle = line.find("](", open), end = line.find(')', middle);
    if (open == std::string_view::npos || middle == std::string_view::npos || end == std::string_view::npos) break;
    const std::string_view before = line.substr(0, open), words = line.substr(open + 1, middle - open - 1);
    line.remove_prefix(end + 1);
    if (words.ends_with(".md") && before.ends_with('(') && line.starts_with(')')) {
      text += before.substr(0, before.find_last_not_of(" (") + 1);
      line.remove_prefix(1);
    } else {
      text += std::string(before) + std::string(words);
    }
  }
  return text + std::string(line);
}

/// Wraps at blanks, but not inside code in backquotes, unless the code is wider than a line.
std::string wrapped_around_code(std::string text, std::size_t columns, std::size_t continued) {
  constexpr char glue = '\x01';  // in place of blanks inside code
  for (std::size_t begin = text.find('`'); begin != std::string::npos; begin = text.find('`', begin)) {
    const std::size_t end = text.find('`', begin + 1);
    if (end == std::string::npos) break;
    if (end + 1 - begin <= columns - continued)
      std::replace(text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(end),
                   ' ', glue);
    begin = end + 1;
  }
  std::string lines = scorchc::wrapped(text, columns, 0, continued);
  std::replace(lines.begin(), lines.end(), glue, ' ');
  return lines;
}

std::string without_strong(std::string line) {
  for (std::size_t at = line.find("**"); at != std::string::npos; at = line.find("**", at)) line.erase(at, 2);
  return line;
}

Row cells_of(std::string_view line) {
  Row cells;
  line.remove_prefix(1);
  while (!line.empty()) {
    const std::size_t end = std::min(line.find('|'), line.size());
    cells.emplace_back(trimmed(line.substr(0, end)));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return cells;
}

bool is_rule(const Row& row) {
  return std::all_of(row.begin(), row.end(), [](const std::string& cell) { return cell.starts_with("---"); });
}

/// Returns column widths such that a row, with two blanks before each column, fits in `width`: the widest columns
/// shrink.
std::vector<std::size_t> column_widths(const std::vector<Row>& table) {
  constexpr std::size_t narrowest = 12;
  std::vector<std::size_t> widths;
  for (const Row& row : table) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  while (2 * widths.size() + std::accumulate(widths.begin(), widths.end(), std::size_t{0}) > width) {
    const auto widest = std::max_element(widths.begin(), widths.end());
    if (*widest <= narrowest) break;
    --*widest;
  }
  return widths;
}

/// Breaks a cell into lines of whole words; a word wider than the column is not broken.
std::vector<std::string> lines_of(std::string_view cell, std::size_t columns) {
  std::istringstream text(wrapped_around_code(std::string(cell), columns, 0));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

std::string print(const std::vector<Row>& table) {
  const std::vector<std::size_t> widths = column_widths(table);
  std::string text;
  for (const Row& row : table) {
    std::vector<std::vector<std::string>> cells;
    std::size_t height = 1;
    for (std::size_t c = 0; c < row.size(); ++c) {
      cells.push_back(lines_of(row[c], widths[c]));
      height = std::max(height, cells.back().size());
    }
    for (std::size_t l = 0; l < height; ++l) {
      std::string line;
      for (std::size_t c = 0; c < cells.size(); ++c) {
        const std::string part = l < cells[c].size() ? cells[c][l] : "";
        line += "  " + part + std::string(widths[c] - std::min(widths[c], part.size()), ' ');
      }
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + "\n";
    }
  }
  return text;
}

/// A paragraph or an item of a list, whose lines are joined and broken again.
class Paragraph {
 public:
  /// Whether the line continues the paragraph; a line that does not begins another one.
  bool continues(std::string_view line) const { return !text_.empty() && !is_item(line); }
  void add(std::string_view line) {
    if (text_.empty()) continued_ = is_item(line) ? 2 : 0;
    const std::string_view words = trimmed(line);
    // A line may consist of the full stop after a reference that was dropped.
    text_ += (text_.empty() || words.starts_with('.') ? "" : " ") + std::string(words);
  }
  std::string take() { return text_.empty() ? "" : wrapped_around_code(std::exchange(text_, {}), width, continued_); }

 private:
  static bool is_item(std::string_view line) { return line.starts_with("- "); }

  std::string text_;
  std::size_t continued_ = 0;
};

}  // namespace

std::string plain_text(std::string_view markdown) {
  std::string text;
  std::vector<Row> table;
  Paragraph paragraph;
  bool is_code = false;
  while (!markdown.empty()) {
    const std::size_t end = std::min(markdown.find('\n'), markdown.size());
    std::string line = without_links(markdown.substr(0, end));
    markdown.remove_prefix(std::min(end + 1, markdown.size()));
    if (line.starts_with("```")) is_code = !is_code;
    if (!is_code) line = without_strong(std::move(line));
    const bool is_prose = !is_code && !line.empty() && line.find_first_of("|#<") != 0 && !line.starts_with("```");
    if (!is_prose || !paragraph.continues(line)) text += paragraph.take();
    if (line.starts_with('|')) {
      if (const Row row = cells_of(line); !is_rule(row)) table.push_back(row);
      continue;
    }
    text += print(table);
    table.clear();
    if (line.starts_with("<!--")) continue;
    if (is_prose) {
      paragraph.add(line);
      continue;
    }
    const std::size_t marks = line.starts_with('#') ? line.find_first_not_of("# ") : 0;
    text += line.substr(std::min(marks, line.size())) + "\n";
  }
  return text + paragraph.take() + print(table);
}

}  // namespace scorchc::tools
