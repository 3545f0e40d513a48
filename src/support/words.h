// Helpers for short lists of words: indices of a statement, names of tensors.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace scorchc {

inline bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// True if a word occurs twice. Quadratic, which for short lists is faster than sorting.
inline bool has_repeats(const std::vector<std::string>& words) {
  for (auto word = words.begin(); word != words.end(); ++word)
    if (std::find(word + 1, words.end(), *word) != words.end()) return true;
  return false;
}

/// The words separated by ", ": "i, j, k".
inline std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// `text` in lower case; only ASCII letters change.
inline std::string in_lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

/// Breaks a text at spaces into lines of at most `width` columns; a longer word has a line of its own. The first line
/// starts with `indent` spaces, the others with `continued`. Ends with a newline.
inline std::string wrapped(const std::string& text, std::size_t width, std::size_t indent, std::size_t continued) {
  std::string lines, line(indent, ' ');
  bool is_empty = true;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    if (!is_empty && line.size() + 1 + (end - begin) > width) {
      lines += line + "\n";
      line.assign(continued, ' ');
      is_empty = true;
    }
    line += (is_empty ? "" : " ") + text.substr(begin, end - begin);
    is_empty = false;
    begin = end + 1;
  }
  return lines + line + "\n";
}

}  // namespace scorchc
