#include "draw/svg.h"

#include <algorithm>

#include "draw/svg_parts.h"

namespace scorchc::draw {

std::string svg(const cin::Program& program) {
  Canvas canvas;
  const std::string statement = print_statements(program.kernel);
  const std::string heading = program.kernel.name + ": " + statement;
  Size size{text_width(heading), margin + line_height};
  canvas.title({margin, size.height - 5}, heading);

  const auto part = [&](std::string_view name, const auto& draw) {
    size.height += line_height;
    canvas.text({margin, size.height + line_height - 5}, name, Ink::muted);
    size.height += line_height + 8;
    const Size took = draw(Point{margin, size.height});
    size.height += took.height;
    size.width = std::max({size.width, took.width, text_width(name)});
  };
  part("iteration graph (level 1 is the outermost)",
       [&](Point corner) { return draw_graph(canvas, corner, iteration_graph(program)); });
  part("loop nest", [&](Point corner) { return draw_nest(canvas, corner, program.body); });
  return canvas.document({size.width + 2 * margin, size.height + margin}, heading);
}

std::string graph_svg(const cin::Program& program) {
  Canvas canvas;
  const Size size = draw_graph(canvas, {margin, margin}, iteration_graph(program));
  return canvas.document({size.width + 2 * margin, size.height + 2 * margin},
                         "iteration graph of " + program.kernel.name);
}

}  // namespace scorchc::draw
