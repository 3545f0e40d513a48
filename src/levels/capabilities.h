// Capabilities that several level formats have alike.
#pragma once

#include "levels/level_format.h"

namespace scorchc::levels {

inline bool always(const LevelSite&) { return true; }
inline bool never(const LevelSite&) { return false; }

/// The coordinates of a level that stores every one.
inline Positions every_coordinate(const LevelSite& site) { return {loop::integer(0), site.extent}; }

/// The positions that `pos` gives a parent.
inline Positions positions_below(const LevelSite& site, const Positions& parent) {
  return {loop::load_index(site.pos, site.pos_type, parent.begin),
          loop::load_index(site.pos, site.pos_type, loop::add(parent.begin, loop::integer(1)))};
}
inline loop::Expr stored_coordinate(const LevelSite& site, const loop::Expr& position) {
  return loop::load_index(site.crd, site.crd_type, position);
}
inline loop::Search search_stored(const LevelSite& site, const Positions& positions, const loop::Expr& wanted) {
  return {site.crd, site.crd_type, {positions.begin, positions.end, wanted}};
}

}  // namespace scorchc::levels
