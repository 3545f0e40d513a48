// Draws the loop nest of svg.h: nested boxes.
#include <algorithm>
#include <optional>
#include <utility>

#include "draw/svg_parts.h"

namespace scorchc::draw {
namespace {

constexpr int padding = 12, gap = 8;
constexpr std::size_t longest_line = 100;  // characters

/// A loop, a `where`, or, without a frame, a column of texts or boxes.
struct Box {
  std::vector<std::string> lines;
  std::vector<Box> inside;
  std::optional<Ink> frame = {};
  Outline outline = Outline::solid;
  Ink ink = Ink::text;
  Size size = {};
};

/// Breaks a text at blanks into lines of at most longest_line characters.
std::vector<std::string> broken(const std::string& text) {
  std::vector<std::string> lines;
  std::string line, word;
  const auto take = [&] {
    if (!line.empty() && line.size() + 1 + word.size() > longest_line) lines.push_back(std::exchange(line, {}));
    line += (line.empty() ? "" : " ") + std::exchange(word, {});
  };
  for (const char c : text) {
    if (c == ' ')
      take();
    else
      word += c;
  }
  take();
  lines.push_back(std::move(line));
  return lines;
}

Box measured(Box box) {
  const int inset = box.frame ? padding : 0;
  for (std::size_t i = 0; i < box.lines.size(); ++i)
    box.size.width = std::max(box.size.width, text_width(box.lines[i]) + (i > 0 ? 2 * character_width : 0));
  box.size.height = static_cast<int>(box.lines.size()) * line_height;
  for (const Box& each : box.inside) {
    box.size.width = std::max(box.size.width, each.size.width);
    box.size.height += each.size.height + (&each == box.inside.data() && box.lines.empty() ? 0 : gap);
  }
  box.size.width += 2 * inset;
  box.size.height += box.frame ? padding + 4 : 0;
  return box;
}

Box text_box(std::vector<std::string> lines, Ink ink) {
  return measured({.lines = std::move(lines), .inside = {}, .ink = ink});
}

Box layout(const cin::Stmt& stmt) {
  return match(
      stmt,
      [](const cin::Assign& assign) {
        return text_box(
            broken(print(assign.lhs) + " " + std::string(scorchc::name(assign.op)) + " " + print(assign.rhs)),
            Ink::text);
      },
      [](const cin::Forall& loop) {
        const Ink ink = loop.parallel ? Ink::parallel : Ink::box;
        return measured({.lines = {heading(loop)},
                         .inside = {layout(loop.body[0])},
                         .frame = ink,
                         .ink = loop.parallel ? Ink::parallel : Ink::muted});
      },
      [](const cin::Where& where) {
        const std::string kind(cin::name(cin::kind_of(where)));
        return measured({.lines = {"where " + print(where.temporary) + ", " + kind},
                         .inside = {text_box({"producer"}, Ink::muted), layout(where.producer()),
                                    text_box({"consumer"}, Ink::muted), layout(where.consumer())},
                         .frame = Ink::temporary,
                         .outline = Outline::dashed,
                         .ink = Ink::temporary});
      },
      [](const cin::Sequence& sequence) {
        Box box{.lines = {}, .inside = {}};
        for (const cin::Stmt& part : sequence.statements) box.inside.push_back(layout(part));
        return measured(std::move(box));
      });
}

/// Boxes in a column have equal widths.
void draw(Canvas& canvas, const Box& box, Point at, int width) {
  const int inset = box.frame ? padding : 0;
  if (box.frame) canvas.box({at, {width, box.size.height}}, *box.frame, box.outline);
  int y = at.y + (box.frame ? 4 : 0);
  for (std::size_t i = 0; i < box.lines.size(); ++i, y += line_height)
    canvas.text({at.x + inset + (i > 0 ? 2 * character_width : 0), y + line_height - 5}, box.lines[i], box.ink);
  for (const Box& each : box.inside) {
    if (&each != box.inside.data() || !box.lines.empty()) y += gap;
    draw(canvas, each, {at.x + inset, y}, width - 2 * inset);
    y += each.size.height;
  }
}

}  // namespace

Size draw_nest(Canvas& canvas, Point corner, const cin::Stmt& stmt) {
  const Box box = layout(stmt);
  draw(canvas, box, corner, box.size.width);
  return box.size;
}

}  // namespace scorchc::draw
