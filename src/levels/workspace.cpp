// Defines the level format `workspace`, a sparse accumulator (SPA): a dense array of values, flags, and a list of the
// coordinates that are set. Only temporaries of a kernel use it. Coordinates are inserted in any order; the list is
// sorted before it is iterated; a reset takes time proportional to the length of the list.
//
//   crd   4 1                            coordinates 1 and 4 are set; vals and seen have one element per coordinate
//   seen  - x - - x -                    position of coordinate c: c
//
// Dense levels (the offsets in blocks) may follow: then `vals` has a block for every coordinate.
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
