// Writes C and C++ text and formats it on the way: indented by two, lines broken at 100 columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace scorchc::emit {

class Writer {
 public:
  /// One line of code. A long one is broken, the rest of it indented by four more.
  void line(std::string_view code);
  /// Text as it is: a preprocessor line, or lines that are formatted already.
  void raw(std::string_view text);
  /// An empty line, unless the last line is empty or a block has just begun.
  void blank();
  /// `// text`, or with another opening; broken at blanks. Newlines in the text stay.
  void comment(std::string_view text, std::string_view opening = "//");
  /// `head {`; what follows is indented until `close`.
  void open(std::string_view head);
  /// `} tail`, one level out. `reopen` writes `} head {`, such as `} else {`.
  void close(std::string_view tail = {});
  void reopen(std::string_view head);
  /// `}, head {`: ends a block that is an argument and begins the next one.
  void next(std::string_view head);

  const std::string& text() const { return text_; }
  /// The blanks that a line begins with at the present depth.
  std::string indentation() const { return std::string(2 * depth_, ' '); }
  /// Inserts lines at `position` of the text.
  void insert(std::size_t position, std::string_view lines) { text_.insert(position, lines); }

 private:
  std::string text_;
  std::size_t depth_ = 0;
};

/// True if `code` contains the identifier itself, not only as a part of a longer one.
bool contains_identifier(std::string_view code, std::string_view name);

/// Makes the text of a comment harmless: users' text must not end the comment, or continue it into the next line of
/// code. Newlines stay.
std::string comment_text(std::string_view text);

}  // namespace scorchc::emit
