// Defines the level format `dense`. Every coordinate is stored; the level has no arrays.
//
//   coordinate   0    1    2    3        position of coordinate c below parent p: p * extent + c
//   position     4p   4p+1 4p+2 4p+3
#include "levels/capabilities.h"
#include "levels/registry.h"

namespace scorchc::levels {
namespace {

loop::Expr dense_position(const LevelSite& site, const loop::Expr& parent, const loop::Expr& coordinate) {
  return loop::add(loop::mul(parent, site.extent), coordinate);
}

}  // namespace

const LevelFormat dense = {
    .name = "dense",
    .properties = {.full = true, .ordered = true, .unique = true, .branchless = false, .compact = true},
    .stores_pos = never,
    .stores_crd = never,
    .coordinate_iteration = CoordinateIteration{every_coordinate},
    .position_iteration = std::nullopt,
    .locate = Locate{dense_position},
    .search = std::nullopt,
    .insert = Insert{},
    .append = std::nullopt,
};

}  // namespace scorchc::levels
