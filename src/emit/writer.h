// Text of C and C++ that is tidy as it is written: indented by two, lines broken at 100 columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace scorchc::emit {

class Writer {
 public:
  /// One line of code. A long one is broken, the rest of it indented by four more.
  void line(std::string_view code);
  /// Text as it is: a preprocessor line, or lines that are tidy already.
  void raw(std::string_view text);
  /// An empty line, unless one stands there already or a block has just begun.
  void blank();
  /// `// text`, or with another opening; broken at blanks. Several lines stay several lines.
  void comment(std::string_view text, std::string_view opening = "//");
  /// `head {`, deeper until `close`.
  void open(std::string_view head);
  /// `} tail`, one level out; a block may go on, as in `} else {`.
  void close(std::string_view tail = {});
  void reopen(std::string_view head);
  /// `}, head {`: a block that is an argument, and the next one.
  void next(std::string_view head);

  const std::string& text() const { return text_; }
  /// What a line begins with at the present depth.
  std::string indentation() const { return std::string(2 * depth_, ' '); }
  /// Lines that turn out to be needed before what stands at `position` of the text.
  void insert(std::size_t position, std::string_view lines) { text_.insert(position, lines); }

 private:
  std::string text_;
  std::size_t depth_ = 0;
};

/// A comment's text made harmless: one that ends the comment, or goes on in the next line of code, is user text that
/// becomes code. Newlines stay.
std::string comment_text(std::string_view text);

}  // namespace scorchc::emit
