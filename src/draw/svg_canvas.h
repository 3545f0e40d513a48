// Provides the primitives of the drawings in svg.h: texts, boxes, lines and arrows, each in one of a few inks.
#pragma once

#include <string>
#include <string_view>

namespace scorchc::draw {

/// A colour for a light and one for a dark background. `against` marks discordant paths.
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

/// Common measures. Fonts are not measured: at `font_size`, characters of common monospace fonts are narrower than
/// this.
inline constexpr int font_size = 13, character_width = 8, line_height = 20, margin = 16;
inline int text_width(std::string_view text) { return static_cast<int>(text.size()) * character_width; }

class Canvas {
 public:
  /// Draws a text; `at` is the left end of its baseline.
  void text(Point at, std::string_view text, Ink ink);
  void centred_text(Point at, std::string_view text, Ink ink);
  void title(Point at, std::string_view text);
  /// Draws a box filled with the background colour.
  void box(const Rect& rect, Ink ink, Outline outline);
  void line(Point from, Point to, Ink ink, Outline outline);
  /// Draws a curve from `from` to `to` that bends up to `depth` to the left of both.
  void bow(Point from, Point to, int depth, Ink ink, Outline outline);
  void arrow_head(Point tip, Direction direction, Ink ink);

  /// Returns the whole document; `name` is its accessible title.
  std::string document(const Size& size, std::string_view name) const;

 private:
  void text_element(Point at, std::string_view text, Ink ink, std::string_view attributes);

  std::string out_;
};

}  // namespace scorchc::draw
