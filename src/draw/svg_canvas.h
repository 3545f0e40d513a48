// What the drawings of svg.h are made of: texts, boxes, lines and arrows, each in one of a few inks.
#pragma once

#include <string>
#include <string_view>

namespace scorchc::draw {

/// A colour on light and one on dark paper.
enum class Ink { paper, text, muted, guide, box, parallel, result, operand, temporary, against };

struct Point {
  int x = 0, y = 0;
};
struct Size {
  int width = 0, height = 0;
};
struct Rect {
  Point at;
  Size size;
};

enum class Outline { solid, dashed };
enum class Direction { down, right };

/// Common measures. No font is measured: a character of any monospace font at `font_size` is narrower than this.
inline constexpr int font_size = 13, character_width = 8, line_height = 20, margin = 16;
inline int text_width(std::string_view text) { return static_cast<int>(text.size()) * character_width; }

class Canvas {
 public:
  /// `at` is the left end of the line that the letters stand on.
  void text(Point at, std::string_view text, Ink ink);
  void centred_text(Point at, std::string_view text, Ink ink);
  void title(Point at, std::string_view text);
  /// Filled with paper.
  void box(const Rect& rect, Ink ink, Outline outline);
  void line(Point from, Point to, Ink ink, Outline outline);
  /// From `from` to `to`, both at the right end of a bow that reaches `depth` to the left.
  void bow(Point from, Point to, int depth, Ink ink, Outline outline);
  void arrow_head(Point tip, Direction direction, Ink ink);

  /// The whole document; `name` is what a reader of the screen says.
  std::string document(const Size& size, std::string_view name) const;

 private:
  void text_element(Point at, std::string_view text, Ink ink, std::string_view attributes);

  std::string out_;
};

}  // namespace scorchc::draw
