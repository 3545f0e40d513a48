// Defines the level format `compressed`. The stored coordinates of each parent are contiguous in `crd`, in ascending
// order; parent p has the segment pos[p] .. pos[p + 1].
//
//   pos   0    2 2       5               parent 0 has coordinates 1 and 3, parent 1 none, parent 2 has 0, 2 and 3
//   crd   1 3  0 2 3
#include "levels/capabilities.h"
#include "levels/registry.h"

namespace scorchc::levels {

const LevelFormat compressed = {
    .name = "compressed",
    .properties = {.full = false, .ordered = true, .unique = true, .branchless = false, .compact = true},
    .stores_pos = always,
    .stores_crd = always,
    .coordinate_iteration = std::nullopt,
    .position_iteration = PositionIteration{positions_below, stored_coordinate},
    .locate = std::nullopt,
    .search = Search{search_stored},
    .insert = std::nullopt,
    .append = Append{always},
};

}  // namespace scorchc::levels
