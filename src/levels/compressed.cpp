// compressed: the stored coordinates of each parent stand side by side in `crd`; `pos` tells where each parent's begin.
//
//   pos   0    2 2       5               parent 0 has coordinates 1 and 3, parent 1 none, parent 2 has 0, 2 and 3
//   crd   1 3  0 2 3
#include "levels/registry.h"

namespace scorchc::levels {
namespace {

bool always(const LevelSite&) { return true; }
Positions bounds(const LevelSite& site, const Positions& parent) {
  return {loop::load_index(site.pos, site.pos_type, parent.begin),
          loop::load_index(site.pos, site.pos_type, loop::add(parent.begin, loop::integer(1)))};
}
loop::Expr access(const LevelSite& site, const loop::Expr& position) {
  return loop::load_index(site.crd, site.crd_type, position);
}

loop::Search among(const LevelSite& site, const Positions& positions, const loop::Expr& coordinate) {
  return {site.crd, site.crd_type, {positions.begin, positions.end, coordinate}};
}

}  // namespace

const LevelFormat compressed = {
    .name = "compressed",
    .properties = {.full = false, .ordered = true, .unique = true, .branchless = false, .compact = true},
    .stores_pos = always,
    .stores_crd = always,
    .coordinate_iteration = std::nullopt,
    .position_iteration = PositionIteration{bounds, access},
    .locate = std::nullopt,
    .search = Search{among},
    .insert = std::nullopt,
    .append = Append{always},
};

}  // namespace scorchc::levels
