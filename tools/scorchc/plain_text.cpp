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

/// Replaces `[words](address)` by `words`.
std::string without_links(std::string_view line) {
  std::string text;
  while (!line.empty()) {
    const std::size_t open = line.find('['), middle = line.find("](", open), end = line.find(')', middle);
    if (open == std::string_view::npos || middle == std::string_view::npos || end == std::string_view::npos) break;
    text += std::string(line.substr(0, open)) + std::string(line.substr(open + 1, middle - open - 1));
    line.remove_prefix(end + 1);
  }
  return text + std::string(line);
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
  std::istringstream text(scorchc::wrapped(std::string(cell), columns, 0, 0));
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
    text_ += (text_.empty() ? "" : " ") + std::string(trimmed(line));
  }
  std::string take() { return text_.empty() ? "" : scorchc::wrapped(std::exchange(text_, {}), width, 0, continued_); }

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
