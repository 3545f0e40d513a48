// Defines the level format `coordinate`. A run of consecutive coordinate levels stores sorted, distinct tuples, with
// one `crd` array for each level. At the root the run has a count instead of `pos`; below another level, the first
// level of the run has a `pos` array over the parents.
//
//   crd1  0 0 2 2 2                      (0,1) (0,3) (2,0) (2,2) (2,3): coordinates of level 1 repeat, so all but the
//   crd2  1 3 0 2 3                      last level of the run are iterated by segments of equal coordinates
#include "levels/capabilities.h"
#include "levels/registry.h"

namespace scorchc::levels {
namespace {

bool begins_below_parents(const LevelSite& site) { return site.is_run_first && !site.is_root; }
Positions run_positions(const LevelSite& site, const Positions& parent) {
  if (!site.is_run_first) return parent;  // the segment of equal coordinates in the level above
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
