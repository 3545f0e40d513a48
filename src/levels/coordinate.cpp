// coordinate: a run of coordinate levels stores whole tuples, one `crd` array a level, sorted and unique as tuples. At
// the root there is a count and no `pos`; below another level the run's first level has `pos` over the parents.
//
//   crd1  0 0 2 2 2                      (0,1) (0,3) (2,0) (2,2) (2,3): a coordinate of level 1 repeats, so all but
//   crd2  1 3 0 2 3                      the run's last level are walked by segments of equal coordinates
#include "levels/registry.h"

namespace scorchc::levels {
namespace {

bool has_pos(const LevelSite& site) { return site.is_run_first && !site.is_root; }
bool always(const LevelSite&) { return true; }
Positions bounds(const LevelSite& site, const Positions& parent) {
  if (!site.is_run_first) return parent;  // the segment of the level above
  if (site.is_root) return {loop::integer(0), site.count};
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

const LevelFormat coordinate = {
    .name = "coordinate",
    .properties = {.full = false, .ordered = true, .unique = false, .branchless = false, .compact = true},
    .stores_pos = has_pos,
    .stores_crd = always,
    .coordinate_iteration = std::nullopt,
    .position_iteration = PositionIteration{bounds, access},
    .locate = std::nullopt,
    .search = Search{among},
    .insert = std::nullopt,
    .append = Append{has_pos},
    .forms_runs = true,
};

}  // namespace scorchc::levels
