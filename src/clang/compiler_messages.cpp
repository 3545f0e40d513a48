#include "clang/compiler_messages.h"

#include <charconv>
#include <optional>
#include <utility>

namespace scorchc::clang_plugin {
namespace {

using Level = Message::Level;

struct LevelWord {
  std::string_view word;
  Level level;
};
constexpr LevelWord level_words[] = {{": fatal error: ", Level::error},
                                     {": error: ", Level::error},
                                     {": warning: ", Level::warning},
                                     {": note: ", Level::note}};

/// Removes ":NUMBER" from the end of `text` and returns the number.
std::optional<unsigned> take_number(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  unsigned number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  text = text.substr(0, colon);
  return number;
}

/// Removes " [-Wflag]" from the end of `text` and returns the flag. For errors, gcc writes [-Werror=flag] and clang
/// [-Werror,-Wflag].
std::string take_flag(std::string_view& text) {
  const std::size_t open = text.rfind(" [-W");
  if (open == std::string_view::npos || text.back() != ']') return "";
  std::string_view flag = text.substr(open + 2, text.size() - open - 3);
  text = text.substr(0, open);
  constexpr std::string_view gcc = "-Werror=", clang = "-Werror,";
  if (flag.starts_with(gcc)) return "-W" + std::string(flag.substr(gcc.size()));
  if (flag.starts_with(clang)) flag.remove_prefix(clang.size());
  return std::string(flag);
}

std::optional<Message> read_line(std::string_view line, const std::string& folder) {
  std::size_t at = std::string_view::npos;
  LevelWord found{};
  for (const LevelWord& candidate : level_words) {
    // The leftmost word wins, because a message may quote another.
    if (const std::size_t position = line.find(candidate.word); position < at) {
      at = position;
      found = candidate;
    }
  }
  if (at == std::string_view::npos) return std::nullopt;

  Message message;
  message.level = found.level;
  std::string_view text = line.substr(at + found.word.size());
  if (message.level != Level::note) message.flag = take_flag(text);
  message.text = std::string(text);

  std::string_view place = line.substr(0, at);
  if (const auto last = take_number(place)) {
    const auto before = take_number(place);
    message.line = before ? *before : *last;
    message.column = before ? *last : 0;
    if (place.starts_with(folder + "/")) place.remove_prefix(folder.size() + 1);
    message.file = std::string(place);
  } else {
    // A message of the compiler or linker itself: "g++: error: unrecognized option".
    message.text = std::string(place) + ": " + message.text;
  }
  return message;
}

}  // namespace

std::vector<Message> read_messages(std::string_view output, const std::string& folder) {
  std::vector<Message> messages;
  while (!output.empty()) {
    const std::size_t end = output.find('\n');
    if (auto message = read_line(output.substr(0, end), folder)) messages.push_back(std::move(*message));
    output = end == std::string_view::npos ? std::string_view() : output.substr(end + 1);
  }
  return messages;
}

}  // namespace scorchc::clang_plugin
