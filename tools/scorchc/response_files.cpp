#include "response_files.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "support/diagnostics.h"
#include "support/files.h"

namespace scorchc::tools {
namespace {

constexpr int most_nested = 16;  // ends files that include each other
constexpr std::uint64_t most_bytes = std::uint64_t{16} << 20;

std::vector<std::string> words_in(const SourcePtr& source) {
  std::vector<std::string> words;
  std::optional<std::string> word;  // started; "" is a word, too
  const std::string_view text = source->text;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (word) words.push_back(*std::exchange(word, std::nullopt));
      continue;
    }
    if (!word) word.emplace();
    if (c == '\\' && at + 1 < text.size()) {
      *word += text[++at];
    } else if (c == '\'' || c == '"') {
      const std::size_t begin = at;
      for (++at; at < text.size() && text[at] != c; ++at) {
        if (c == '"' && text[at] == '\\' && at + 1 < text.size()) ++at;
        *word += text[at];
      }
      if (at == text.size())
        fail(Code::usage, {source, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + 1)}},
             "the closing quote is missing");
    } else {
      *word += c;
    }
  }
  if (word) words.push_back(*word);
  return words;
}

void expand(const std::vector<std::string>& arguments, int nested, ExpandedArguments& result) {
  for (const std::string& argument : arguments) {
    if (!argument.starts_with('@') || argument.size() == 1) {
      result.words.push_back(argument);
      continue;
    }
    const std::string path = argument.substr(1);
    if (nested == most_nested)
      fail(Code::usage, {},
           "response files are nested more than " + std::to_string(most_nested) + " deep at " + quoted(argument));
    result.files.push_back(path);
    expand(words_in(make_source(path, read_file(path, most_bytes))), nested + 1, result);
  }
}

}  // namespace

ExpandedArguments with_response_files(const std::vector<std::string>& arguments) {
  ExpandedArguments result;
  expand(arguments, 0, result);
  return result;
}

}  // namespace scorchc::tools
