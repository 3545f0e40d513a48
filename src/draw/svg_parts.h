// Draws the two parts of a drawing (svg.h), each from a corner on, and returns its size.
#pragma once

#include "draw/iteration_graph.h"
#include "draw/svg_canvas.h"

namespace scorchc::draw {

/// Draws one row per index, outermost loop first, and one lane per path. A lane shows a level's number, counted from
/// the outermost, in the row of its index. A path that leads back outwards bends to the left, in Ink::against.
Size draw_graph(Canvas& canvas, Point corner, const IterationGraph& graph);

/// Draws loops as nested boxes.
Size draw_nest(Canvas& canvas, Point corner, const cin::Stmt& stmt);

}  // namespace scorchc::draw
