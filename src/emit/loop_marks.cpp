#include "emit/loop_marks.h"

#include <algorithm>

namespace scorchc::emit {
namespace {

// No other line begins with these characters: comment_text removes them from users' texts.
constexpr char begins = '\x01', ends = '\x02';

}  // namespace

LoopMark::LoopMark(Writer& writer, const Origin& origin) : writer_(writer) {
  for (const int number : {origin.number, origin.inside}) {
    if (number == 0) continue;
    writer_.raw(begins + std::to_string(number));
    ++marks_;
  }
}

LoopMark::~LoopMark() {
  for (; marks_ > 0; --marks_) writer_.raw(std::string_view(&ends, 1));
}

UnmarkedText without_marks(std::string_view marked) {
  UnmarkedText result;
  std::vector<std::size_t> open;
  std::size_t lines = 0;
  while (!marked.empty()) {
    const std::size_t end = std::min(marked.find('\n'), marked.size() - 1) + 1;
    const std::string_view line = marked.substr(0, end);
    marked.remove_prefix(end);
    if (line.front() == begins) {
      open.push_back(result.loops.size());
      result.loops.push_back({std::stoi(std::string(line.substr(1))), lines + 1, lines});
    } else if (line.front() == ends) {
      result.loops[open.back()].last = lines;
      open.pop_back();
    } else {
      result.text += line;
      ++lines;
    }
  }
  return result;
}

}  // namespace scorchc::emit
