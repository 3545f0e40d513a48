// Lists of words: indices of a statement, names of tensors.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace scorchc {

inline bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Lists are short: to compare each word with each takes less time than to sort them.
inline bool has_repeats(const std::vector<std::string>& words) {
  for (auto word = words.begin(); word != words.end(); ++word)
    if (std::find(word + 1, words.end(), *word) != words.end()) return true;
  return false;
}

/// "i, j, k"
inline std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// ASCII letters only.
inline std::string in_lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace scorchc
