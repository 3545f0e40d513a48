// Lists of words: indices of a statement, names of tensors.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace scorchc {

inline bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

inline bool has_repeats(const std::vector<std::string>& words) {
  return std::set<std::string>(words.begin(), words.end()).size() != words.size();
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
