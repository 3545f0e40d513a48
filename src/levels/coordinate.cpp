// coordinate: a run of coordinate levels stores whole tuples, one `crd` array a level, sorted and unique as tuples. At
// the root there is a count and no `pos`; below another level the run's first level has `pos` over the parents.
//
//   crd1  0 0 2 2 2                      (0,1) (0,3) (2,0) (2,2) (2,3): a coordinate of level 1 repeats, so all but
//   crd2  1 3 0 2 3                      the run's last level are walked by segments of equal coordinates
#include "levels/capabilities.h"
#include "levels/registry.h"

namespace scorchc::levels {
namespace {

bool begins_below_parents(const LevelSite& site) { return site.is_run_first && !site.is_root; }
Positions run_positions(const LevelSite& site, const Positions& parent) {
  if (!site.is_run_first) return parent;  // the segment of the level above
  if (site.is_root) return {loop::integer(0), site.count};
  return positions_below(site, parent);
}

}  // namespace

const LevelFormat coordinate = {
    .name = "coordinate",
    .properties = {.full = false, .ordered = true, .unique = false, .branchless = false, .compact = true},
    .stores_pos = begins_below_parents,
    .stores_crd = always,
    .coordinate_iteration = std::nullopt,
    .position_iteration = PositionIteration{run_positions, stored_coordinate},
    .locate = std::nullopt,
    .search = Search{search_stored},
    .insert = std::nullopt,
    .append = Append{begins_below_parents},
    .forms_runs = true,
};

}  // namespace scorchc::levels
