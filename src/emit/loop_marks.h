// Records which lines of a text were printed for which loop. The text is assembled from pieces whose final places are
// known last, so loops are marked in the text itself, by extra lines that are removed at the end.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emit/emit.h"
#include "emit/writer.h"

namespace scorchc::emit {

/// Marks what is written during its lifetime as the lines of a loop. Loops without an origin are not marked.
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
/// Removes the marks and finds the lines of each loop.
UnmarkedText without_marks(std::string_view marked);

}  // namespace scorchc::emit
