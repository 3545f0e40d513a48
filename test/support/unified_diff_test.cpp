// Tests unified diffs: their form, and that applying a diff gives the new text.
#include "support/unified_diff.h"

#include <algorithm>
#include <random>
#include <sstream>
#include <vector>

#include "catch.h"

using scorchc::unified_diff;

namespace {

std::string diff(std::string_view before, std::string_view after) { return unified_diff(before, after, "a", "b"); }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Applies a diff to a text. Requires that the diff's context and removed lines match the text.
std::string applied(const std::string& before, const std::string& difference) {
  const std::vector<std::string> old_lines = lines_of(before), all = lines_of(difference);
  std::string after;
  std::size_t at = 0;
  for (std::size_t n = 2; n < all.size(); ++n) {
    const std::string& line = all[n];
    if (line.starts_with("@@")) {
      std::size_t first = std::stoul(line.substr(4)), count = 1;
      if (const std::size_t comma = line.find(','); comma < line.find(" +")) count = std::stoul(line.substr(comma + 1));
      if (count > 0) --first;
      REQUIRE(first >= at);
      for (; at < first; ++at) after += old_lines[at] + "\n";
      continue;
    }
    if (line[0] != '+') {
      REQUIRE(at < old_lines.size());
      REQUIRE(old_lines[at++] == line.substr(1));
    }
    if (line[0] != '-') after += line.substr(1) + "\n";
  }
  for (; at < old_lines.size(); ++at) after += old_lines[at] + "\n";
  return after;
}

/// The minimal number of removed and inserted lines, by dynamic programming.
std::size_t fewest_edits(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::vector<std::size_t>> common(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j)
      common[i][j] = a[i - 1] == b[j - 1] ? common[i - 1][j - 1] + 1 : std::max(common[i - 1][j], common[i][j - 1]);
  return a.size() + b.size() - 2 * common[a.size()][b.size()];
}

}  // namespace

TEST_CASE("differences are shown as diff -u does") {
  CHECK(diff("", "").empty());
  CHECK(diff("1\n2\n", "1\n2\n").empty());
  CHECK(diff("", "1\n2\n") == "--- a\n+++ b\n@@ -0,0 +1,2 @@\n+1\n+2\n");
  CHECK(diff("1\n", "") == "--- a\n+++ b\n@@ -1 +0,0 @@\n-1\n");
  CHECK(diff("1\n2\n3\n4\n5\n", "1\n2\nx\n4\n5\n") == "--- a\n+++ b\n@@ -1,5 +1,5 @@\n 1\n 2\n-3\n+x\n 4\n 5\n");
  CHECK(diff("1\n2", "1\n2\n") == "--- a\n+++ b\n@@ -1,2 +1,2 @@\n 1\n-2\n\\ No newline at end of file\n+2\n");
  // With six lines between two changes there is one hunk; with seven, two hunks.
  CHECK(diff("a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n") ==
        "--- a\n+++ b\n@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n");
  CHECK(diff("a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n") ==
        "--- a\n+++ b\n@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n");
}

TEST_CASE("a difference has the fewest changed lines") {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    const auto text = [&] {
      std::string lines;
      for (std::size_t n = random() % 40; n > 0; --n)
        lines += std::string(1, static_cast<char>('a' + random() % 4)) + "\n";
      return lines;
    };
    const std::string before = text(), after = text(), difference = diff(before, after);
    if (before == after) continue;
    CHECK(applied(before, difference) == after);
    const std::vector<std::string> shown = lines_of(difference);
    const auto edits = std::count_if(shown.begin() + 2, shown.end(),
                                     [](const std::string& line) { return line[0] == '+' || line[0] == '-'; });
    CHECK(static_cast<std::size_t>(edits) == fewest_edits(lines_of(before), lines_of(after)));
  }
}

TEST_CASE("texts that differ in thousands of lines can be compared") {
  std::string before = "same\n", after = "same\n";
  for (int n = 0; n < 3000; ++n) {
    before += "old " + std::to_string(n) + "\n";
    after += "new " + std::to_string(n) + "\n";
  }
  CHECK(applied(before, diff(before, after)) == after);
}
