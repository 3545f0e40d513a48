// Computes unified diffs with Myers' algorithm (1986).
#include "support/unified_diff.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace scorchc {
namespace {

using Lines = std::vector<std::string_view>;  // each with its newline, so that a missing final newline is a difference

constexpr std::ptrdiff_t context = 3;
// The search stores one row for each edit. Beyond this number the whole differing range is replaced.
constexpr std::ptrdiff_t most_edits = 2000;

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

enum class Edit { keep, remove, insert };

// The shortest edit script. Row d holds the furthest x that each diagonal reaches with d edits; the script is read back
// through the rows, from the end to the start.
std::vector<Edit> shortest_edits(const Lines& before, const Lines& after) {
  const auto n = static_cast<std::ptrdiff_t>(before.size()), m = static_cast<std::ptrdiff_t>(after.size());
  const std::ptrdiff_t most = std::min(n + m, most_edits), middle = most + 1;
  std::vector<std::ptrdiff_t> reach(static_cast<std::size_t>(2 * most + 3), 0);
  const auto at = [&](std::vector<std::ptrdiff_t>& row, std::ptrdiff_t diagonal) -> std::ptrdiff_t& {
    return row[static_cast<std::size_t>(middle + diagonal)];
  };
  std::vector<std::vector<std::ptrdiff_t>> rows;
  std::ptrdiff_t edits = 0;
  bool found = false;
  for (; edits <= most && !found; ++edits) {
    rows.push_back(reach);
    for (std::ptrdiff_t diagonal = -edits; diagonal <= edits && !found; diagonal += 2) {
      const bool down = diagonal == -edits || (diagonal != edits && at(reach, diagonal - 1) < at(reach, diagonal + 1));
      std::ptrdiff_t x = down ? at(reach, diagonal + 1) : at(reach, diagonal - 1) + 1;
      while (x < n && x - diagonal < m &&
             before[static_cast<std::size_t>(x)] == after[static_cast<std::size_t>(x - diagonal)])
        ++x;
      at(reach, diagonal) = x;
      found = x >= n && x - diagonal >= m;
    }
  }
  std::vector<Edit> path;
  if (!found) {
    path.assign(static_cast<std::size_t>(n), Edit::remove);
    path.insert(path.end(), static_cast<std::size_t>(m), Edit::insert);
    return path;
  }
  std::ptrdiff_t x = n, y = m;
  for (--edits; edits >= 0; --edits) {
    std::vector<std::ptrdiff_t>& row = rows[static_cast<std::size_t>(edits)];
    const std::ptrdiff_t diagonal = x - y;
    const bool down = diagonal == -edits || (diagonal != edits && at(row, diagonal - 1) < at(row, diagonal + 1));
    const std::ptrdiff_t from = down ? diagonal + 1 : diagonal - 1;
    const std::ptrdiff_t before_x = edits == 0 ? 0 : at(row, from), before_y = edits == 0 ? 0 : before_x - from;
    for (; x > before_x && y > before_y; --x, --y) path.push_back(Edit::keep);
    if (edits == 0) break;
    path.push_back(down ? Edit::insert : Edit::remove);
    (down ? y : x) -= 1;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

std::string range(std::ptrdiff_t first, std::ptrdiff_t count) {
  // An empty range is given by the line before it.
  return std::to_string(count == 0 ? first : first + 1) + (count == 1 ? "" : "," + std::to_string(count));
}

std::string marked(char mark, std::string_view line) {
  std::string text = mark + std::string(line);
  if (!line.ends_with('\n')) text += "\n\\ No newline at end of file\n";
  return text;
}

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after, const std::string& before_name,
                         const std::string& after_name) {
  if (before == after) return {};
  const Lines old_lines = lines_of(before), new_lines = lines_of(after);
  // The common prefix and suffix need no search.
  std::size_t head = 0, tail = 0;
  while (head < std::min(old_lines.size(), new_lines.size()) && old_lines[head] == new_lines[head]) ++head;
  while (tail < std::min(old_lines.size(), new_lines.size()) - head &&
         old_lines[old_lines.size() - 1 - tail] == new_lines[new_lines.size() - 1 - tail])
    ++tail;
  const auto inner = [&](const Lines& lines) {
    return Lines(lines.begin() + static_cast<std::ptrdiff_t>(head), lines.end() - static_cast<std::ptrdiff_t>(tail));
  };
  std::vector<Edit> edits(head, Edit::keep);
  for (const Edit edit : shortest_edits(inner(old_lines), inner(new_lines))) edits.push_back(edit);
  edits.insert(edits.end(), tail, Edit::keep);

  std::string text = "--- " + before_name + "\n+++ " + after_name + "\n";
  const auto count = static_cast<std::ptrdiff_t>(edits.size());
  std::ptrdiff_t x = 0, y = 0;  // lines before `at`
  for (std::ptrdiff_t at = 0; at < count;) {
    const auto is_edit = [&](std::ptrdiff_t n) { return edits[static_cast<std::size_t>(n)] != Edit::keep; };
    if (!is_edit(at)) {
      ++at, ++x, ++y;
      continue;
    }
    // A hunk continues while the next edit is so near that their contexts touch.
    std::ptrdiff_t last = at;
    for (std::ptrdiff_t n = at; n < count && n <= last + 2 * context + 1; ++n)
      if (is_edit(n)) last = n;
    const std::ptrdiff_t begin = std::max<std::ptrdiff_t>(0, at - context), end = std::min(count, last + context + 1);
    x -= at - begin, y -= at - begin;
    const std::ptrdiff_t first_x = x, first_y = y;
    std::string lines;
    for (at = begin; at < end; ++at) {
      const Edit edit = edits[static_cast<std::size_t>(at)];
      if (edit == Edit::insert)
        lines += marked('+', new_lines[static_cast<std::size_t>(y)]);
      else
        lines += marked(edit == Edit::keep ? ' ' : '-', old_lines[static_cast<std::size_t>(x)]);
      x += edit != Edit::insert ? 1 : 0;
      y += edit != Edit::remove ? 1 : 0;
    }
    text += "@@ -" + range(first_x, x - first_x) + " +" + range(first_y, y - first_y) + " @@\n" + lines;
  }
  return text;
}

}  // namespace scorchc
