// Implements level functions that several level formats share.
#pragma once

#include "levels/level_format.h"

namespace scorchc::levels {

inline bool always(const LevelSite&) { return true; }
inline bool never(const LevelSite&) { return false; }

/// The coordinate range of a level that stores every coordinate.
inline Positions every_coordinate(const LevelSite& site) { return {loop::integer(0), site.extent}; }

/// The children of a parent position: pos[parent] .. pos[parent + 1].
inline Positions positions_below(const LevelSite& site, const Positions& parent) {
  return {loop::load_index(site.pos, site.pos_type, parent.begin),
          loop::load_index(site.pos, site.pos_type, loop::add(parent.begin, loop::integer(1)))};
}
/// The coordinate at a position: crd[position].
inline loop::Expr stored_coordinate(const LevelSite& site, const loop::Expr& position) {
  return loop::load_index(site.crd, site.crd_type, position);
}
/// A search for `wanted` among the coordinates at these positions.
inline loop::Search search_stored(const LevelSite& site, const Positions& positions, const loop::Expr& wanted) {
  return {site.crd, site.crd_type, {positions.begin, positions.end, wanted}};
}

}  // namespace scorchc::levels
