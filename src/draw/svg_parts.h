// The two halves of a drawing (svg.h): each is drawn from a corner on, and says how much room it took.
#pragma once

#include "draw/iteration_graph.h"
#include "draw/svg_canvas.h"

namespace scorchc::draw {

/// A row an index, outermost loop first; a lane a path, with its levels numbered outermost first where the lane crosses
/// the rows of their indices. A path that goes back out bows to the left, in the ink of what is against the loops.
Size draw_graph(Canvas& canvas, Point corner, const IterationGraph& graph);

/// Loops as boxes inside of each other.
Size draw_nest(Canvas& canvas, Point corner, const cin::Stmt& stmt);

}  // namespace scorchc::draw
