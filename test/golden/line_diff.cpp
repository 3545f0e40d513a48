#include "golden/line_diff.h"

#include <algorithm>
#include <vector>

namespace scorchc::test {
namespace {

struct Line {
  char mark;  // ' ', '-' or '+'
  std::string text;
};

// Marks a last line without a newline, or two texts that differ only in that would look equal.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) {
      lines.push_back(text.substr(begin) + "  (without a newline)");
      break;
    }
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// Computes the longest common subsequence. Goldens have a few hundred lines, so its table is small.
std::vector<Line> compare(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  const std::size_t rows = before.size(), columns = after.size();
  std::vector<std::vector<std::size_t>> common(rows + 1, std::vector<std::size_t>(columns + 1, 0));
  for (std::size_t i = rows; i-- > 0;)
    for (std::size_t j = columns; j-- > 0;)
      common[i][j] = before[i] == after[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);

  std::vector<Line> lines;
  std::size_t i = 0, j = 0;
  while (i < rows || j < columns) {
    if (i < rows && j < columns && before[i] == after[j]) {
      lines.push_back({' ', before[i]});
      ++i, ++j;
    } else if (j == columns || (i < rows && common[i + 1][j] >= common[i][j + 1])) {
      lines.push_back({'-', before[i++]});
    } else {
      lines.push_back({'+', after[j++]});
    }
  }
  return lines;
}

}  // namespace

std::string line_diff(const std::string& before, const std::string& after) {
  if (before == after) return {};
  constexpr std::size_t around = 3;
  const std::vector<Line> lines = compare(lines_of(before), lines_of(after));

  std::vector<bool> shown(lines.size(), false);
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (lines[at].mark == ' ') continue;
    const std::size_t first = at < around ? 0 : at - around;
    const std::size_t last = std::min(lines.size() - 1, at + around);
    for (std::size_t near = first; near <= last; ++near) shown[near] = true;
  }

  std::string text;
  std::size_t number = 0;  // line number in `before`
  bool gap = true;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (lines[at].mark != '+') ++number;
    if (shown[at]) {
      if (gap) text += "@@ line " + std::to_string(std::max<std::size_t>(number, 1)) + " @@\n";
      text += lines[at].mark + lines[at].text + "\n";
    }
    gap = !shown[at];
  }
  return text;
}

}  // namespace scorchc::test
