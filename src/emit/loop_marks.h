// Which lines of a text are a loop's. A text is put together from pieces whose places are known last, so a loop's lines
// are marked in the text itself, by lines of their own, which are taken out in the end.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emit/emit.h"
#include "emit/writer.h"

namespace scorchc::emit {

/// What is written while it lives is the loop's. Loops of no origin are not marked.
class LoopMark {
 public:
  LoopMark(Writer& writer, const Origin& origin);
  ~LoopMark();
  LoopMark(const LoopMark&) = delete;
  LoopMark& operator=(const LoopMark&) = delete;

 private:
  Writer& writer_;
  int marks_ = 0;
};

struct UnmarkedText {
  std::string text = {};
  std::vector<LoopLines> loops = {};  // as in SourceMap
};
UnmarkedText without_marks(std::string_view marked);

}  // namespace scorchc::emit
