#include "draw/svg_canvas.h"

#include <array>

#include "support/markup.h"

namespace scorchc::draw {
namespace {

struct InkRow {
  std::string_view name, light, dark;
};
// In the order of Ink. Light colours are written as attributes for viewers without style sheets.
constexpr std::array inks{
    InkRow{"paper", "#ffffff", "#0d1117"},     InkRow{"text", "#1f2328", "#e6edf3"},
    InkRow{"muted", "#59636e", "#9198a1"},     InkRow{"guide", "#d1d9e0", "#30363d"},
    InkRow{"box", "#8c959f", "#656c76"},       InkRow{"parallel", "#8250df", "#a371f7"},
    InkRow{"result", "#1a7f37", "#3fb950"},    InkRow{"operand", "#0969da", "#58a6ff"},
    InkRow{"temporary", "#9a6700", "#d29922"}, InkRow{"against", "#cf222e", "#f85149"},
};
const InkRow& row(Ink ink) { return inks.at(static_cast<std::size_t>(ink)); }

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + std::string(value) + "\"";
}
std::string attribute(std::string_view name, int value) { return attribute(name, std::to_string(value)); }

std::string filled(Ink ink) {
  return attribute("class", "fill-" + std::string(row(ink).name)) + attribute("fill", row(ink).light);
}
std::string stroked(Ink ink, Outline outline) {
  return attribute("class", "stroke-" + std::string(row(ink).name)) + attribute("stroke", row(ink).light) +
         (outline == Outline::dashed ? attribute("stroke-dasharray", "5 3") : "");
}

std::string point(Point at) { return std::to_string(at.x) + " " + std::to_string(at.y); }

/// Returns the colours for a dark background, scoped to the document's class so that they affect no other element of a
/// page.
std::string style() {
  std::string out = "<style>\n@media (prefers-color-scheme: dark) {\n";
  for (const InkRow& each : inks) {
    const std::string of = ".scorchc-picture .", colour = ": " + std::string(each.dark) + "; }\n";
    out += of + "fill-" + std::string(each.name) + " { fill" + colour;
    out += of + "stroke-" + std::string(each.name) + " { stroke" + colour;
  }
  return out + "}\n</style>\n";
}

}  // namespace

void Canvas::text_element(Point at, std::string_view text, Ink ink, std::string_view attributes) {
  out_ += "<text" + attribute("x", at.x) + attribute("y", at.y) + filled(ink) + std::string(attributes) + ">" +
          markup::escaped(text) + "</text>\n";
}

void Canvas::text(Point at, std::string_view text, Ink ink) { text_element(at, text, ink, ""); }

void Canvas::centred_text(Point at, std::string_view text, Ink ink) {
  text_element(at, text, ink, attribute("text-anchor", "middle"));
}

void Canvas::title(Point at, std::string_view text) {
  text_element(at, text, Ink::text, attribute("font-weight", "bold"));
}

void Canvas::box(const Rect& rect, Ink ink, Outline outline) {
  // The background is set on a group, because an element has only one class.
  out_ += "<g" + filled(Ink::paper) + "><rect" + attribute("x", rect.at.x) + attribute("y", rect.at.y) +
          attribute("width", rect.size.width) + attribute("height", rect.size.height) + attribute("rx", 6) +
          stroked(ink, outline) + "/></g>\n";
}

void Canvas::line(Point from, Point to, Ink ink, Outline outline) {
  out_ += "<path" + attribute("d", "M" + point(from) + "L" + point(to)) + attribute("fill", "none") +
          stroked(ink, outline) + "/>\n";
}

void Canvas::bow(Point from, Point to, int depth, Ink ink, Outline outline) {
  const std::string bend = "C" + point({from.x - depth, from.y}) + " " + point({to.x - depth, to.y}) + " " + point(to);
  out_ +=
      "<path" + attribute("d", "M" + point(from) + bend) + attribute("fill", "none") + stroked(ink, outline) + "/>\n";
}

void Canvas::arrow_head(Point tip, Direction direction, Ink ink) {
  const Point left = direction == Direction::down ? Point{tip.x - 4, tip.y - 8} : Point{tip.x - 8, tip.y - 4};
  const Point right = direction == Direction::down ? Point{tip.x + 4, tip.y - 8} : Point{tip.x - 8, tip.y + 4};
  out_ +=
      "<path" + attribute("d", "M" + point(tip) + "L" + point(left) + "L" + point(right) + "Z") + filled(ink) + "/>\n";
}

std::string Canvas::document(const Size& size, std::string_view name) const {
  const std::string width = std::to_string(size.width), height = std::to_string(size.height);
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("class", "scorchc-picture") +
                    attribute("width", width) + attribute("height", height) +
                    attribute("viewBox", "0 0 " + width + " " + height) + attribute("role", "img") +
                    attribute("font-family", "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace") +
                    attribute("font-size", font_size) + ">\n";
  out += "<title>" + markup::escaped(name) + "</title>\n" + style();
  // A background of its own keeps the picture readable on any page.
  out += "<rect" + attribute("width", width) + attribute("height", height) + filled(Ink::paper) + "/>\n";
  return out + out_ + "</svg>\n";
}

}  // namespace scorchc::draw
