// Defines the level formats `dense_number` and `dense_place`: the two halves of a dense level whose index is split into
// blocks, because another tensor is blocked along it. The storage is that of the dense level. With extent n and block
// size b, coordinate i has block number i/b and offset i%b.
//
//   coordinate   0    1    2    3        b = 2: dense_number locates p*n + (i/b)*b, dense_place adds i%b
//   position     np   np+1 np+2 np+3
#include "levels/capabilities.h"
#include "levels/registry.h"

namespace scorchc::levels {
namespace {

loop::Expr number(const LevelSite& site, const loop::Expr& parent, const loop::Expr& coordinate) {
  return loop::add(loop::mul(parent, site.whole), loop::mul(coordinate, loop::integer(site.block)));
}
loop::Expr place(const LevelSite&, const loop::Expr& parent, const loop::Expr& coordinate) {
  return loop::add(parent, coordinate);
}

LevelFormat half(std::string_view name, Locate locate) {
  return {
      .name = name,
      .properties = {.full = true, .ordered = true, .unique = true, .branchless = false, .compact = true},
      .stores_pos = never,
      .stores_crd = never,
      .coordinate_iteration = CoordinateIteration{every_coordinate},
      .position_iteration = std::nullopt,
      .locate = locate,
      .search = std::nullopt,
      .insert = Insert{},
      .append = std::nullopt,
  };
}

}  // namespace

const LevelFormat dense_number = half("dense_number", Locate{number});
const LevelFormat dense_place = half("dense_place", Locate{place});

}  // namespace scorchc::levels
