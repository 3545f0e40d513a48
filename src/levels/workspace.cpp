// workspace: a value for every coordinate, and a list of the coordinates that hold one. Only a kernel's own temporaries
// are stored so: a coordinate is inserted in any order, the list is sorted before it is walked, and clearing takes as
// long as the list is.
//
//   crd   4 1                            coordinates 1 and 4 hold a value; vals and seen have room for every coordinate
//   seen  - x - - x -                    position of coordinate c: c
//
// Dense levels may lie below, the places in blocks: then `vals` has a block for every coordinate.
#include "levels/capabilities.h"
#include "levels/registry.h"

namespace scorchc::levels {
namespace {

Positions inserted_positions(const LevelSite& site, const Positions&) { return {loop::integer(0), site.count}; }
loop::Expr child(const LevelSite&, const loop::Expr&, const loop::Expr& coordinate) { return coordinate; }

}  // namespace

const LevelFormat workspace = {
    .name = "workspace",
    .properties = {.full = false, .ordered = true, .unique = true, .branchless = false, .compact = false},
    .stores_pos = never,
    .stores_crd = always,
    .coordinate_iteration = std::nullopt,
    .position_iteration = PositionIteration{inserted_positions, stored_coordinate, child},
    .locate = std::nullopt,
    .search = std::nullopt,
    .insert = Insert{},
    .append = std::nullopt,
};

}  // namespace scorchc::levels
